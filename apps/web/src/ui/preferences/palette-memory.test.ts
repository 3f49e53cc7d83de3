import { expect, test } from "vitest";
import { parseMemory, withRecent } from "./palette-memory.ts";

test.each([null, "", "[]", "7", "{", '{"recent":7,"pinned":[1],"views":[{"name":1},null]}'])("reads %j as nothing", (text) => {
  expect(parseMemory(text)).toEqual({ recent: [], pinned: [], views: [] });
});

test("keeps the valid part of stored entries", () => {
  const views = [{ name: "gpu", path: "nodes?q=gpu" }];
  expect(parseMemory(JSON.stringify({ recent: ["a/b", 3], pinned: ["c/d"], views }))).toEqual({ recent: ["a/b"], pinned: ["c/d"], views });
});

test("lists a DaemonSet once, the last opened first, at most five", () => {
  expect(withRecent({ recent: ["a", "b", "c", "d", "e"] }, "c")).toEqual(["c", "a", "b", "d", "e"]);
  expect(withRecent({ recent: ["a", "b", "c", "d", "e"] }, "f")).toEqual(["f", "a", "b", "c", "d"]);
});
