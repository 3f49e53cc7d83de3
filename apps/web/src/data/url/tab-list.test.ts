import { expect, test } from "vitest";
import { currentOf, TABS } from "./tab-list.ts";
import { formatView, parseView } from "./url.ts";

test("each tab leads to a page of its own", () => {
  for (const { view } of TABS) expect(parseView(`/${formatView(view)}`, "")).toEqual(view);
  expect(new Set(TABS.map(({ view }) => view.page)).size).toBe(TABS.length);
});

test("a page has one tab at most, and says whether it is the tab's own or below it", () => {
  const marks = (page: Parameters<typeof currentOf>[1]) => TABS.flatMap((tab) => currentOf(tab, page) ?? []);
  expect(marks("fleet")).toEqual(["page"]);
  expect(marks("daemonSet")).toEqual(["true"]);
  expect(marks("node")).toEqual(["true"]);
  expect(marks("taints")).toEqual(["page"]);
  expect(marks("unknown")).toEqual([]);
});
