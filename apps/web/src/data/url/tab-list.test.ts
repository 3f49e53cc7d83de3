import { expect, test } from "vitest";
import { currentOf, TABS } from "./tab-list.ts";
import { formatView, parseView } from "./url.ts";

test("each tab links to a different page", () => {
  for (const { view } of TABS) expect(parseView(`/${formatView(view)}`, "")).toEqual(view);
  expect(new Set(TABS.map(({ view }) => view.page)).size).toBe(TABS.length);
});

test("a page has at most one tab, marked as the current page or as its ancestor", () => {
  const marks = (page: Parameters<typeof currentOf>[1]) => TABS.flatMap((tab) => currentOf(tab, page) ?? []);
  expect(marks("fleet")).toEqual(["page"]);
  expect(marks("daemonSet")).toEqual(["true"]);
  expect(marks("node")).toEqual(["true"]);
  expect(marks("taints")).toEqual(["page"]);
  expect(marks("labels")).toEqual(["true"]);
  expect(marks("unknown")).toEqual([]);
});
