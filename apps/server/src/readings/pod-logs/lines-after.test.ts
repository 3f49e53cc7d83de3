import { expect, test } from "vitest";
import { linesAfter } from "./lines-after.ts";

test("returns only newer lines of a log read again; a line without a time follows the one before", () => {
  const lines = ["2026-01-01T00:00:01Z a", "no time", "2026-01-01T00:00:01.5Z b", "nor here", "2026-01-01T00:00:01.25Z late"];
  expect(linesAfter(lines, "2026-01-01T00:00:01")).toEqual({ news: lines.slice(2), newest: "2026-01-01T00:00:01.5" });
  expect(linesAfter(lines, "2026-01-01T00:00:01.5")).toEqual({ news: [], newest: "2026-01-01T00:00:01.5" });
  expect(linesAfter(lines, "").news).toEqual(lines);
});
