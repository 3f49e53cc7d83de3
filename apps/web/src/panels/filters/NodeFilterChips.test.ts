import { expect, test } from "vitest";
import { createTranslator } from "../../words/i18n/translator.fixture.ts";
import { keptNote } from "./NodeFilterChips.tsx";

const { t } = createTranslator();
const NONE = { query: "", only: undefined, band: undefined, filter: undefined };

test.each([
  ["one filter on the map", { ...NONE, query: "gpu" }, false, 9, "9 of 48, 39 dimmed"],
  ["one filter in a table", { ...NONE, only: "gpu" }, true, 9, "9 of 48, 39 left out"],
  ["a filter that matches all nodes", { ...NONE, query: "node" }, false, 48, "48 of 48"],
  ["a text and a group", { ...NONE, query: "gpu", only: "gpu" }, false, 9, "9 of 48"],
  ["a text and a band", { ...NONE, query: "gpu", band: "old" }, true, 9, "9 of 48"],
  ["a text and a state", { ...NONE, query: "gpu", filter: "cordoned" as const }, false, 9, "9 of 48"],
])("states the matches of %s, and what a single filter dims", (_name, filters, isTable, count, expected) => {
  expect(keptNote(t, filters as Parameters<typeof keptNote>[1], { count, all: 48, isTable })).toBe(expected);
});
