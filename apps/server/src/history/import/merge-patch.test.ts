import { expect, test } from "vitest";
import { mergePatch } from "./merge-patch.ts";

test("lists that have a merge key merge by it, in the order that is asked for", () => {
  const before = {
    conditions: [
      { type: "A", status: "1" },
      { type: "B", status: "1" },
    ],
    taints: [{ key: "a" }],
  };
  const patch = {
    "$setElementOrder/conditions": [{ type: "C" }, { type: "B" }],
    conditions: [
      { type: "B", status: "2" },
      { type: "C", status: "3" },
      { $patch: "delete", type: "A" },
    ],
    taints: [{ key: "b" }],
  };
  expect(mergePatch(before, patch)).toEqual({
    conditions: [
      { type: "C", status: "3" },
      { type: "B", status: "2" },
    ],
    taints: [{ key: "b" }],
  });
});
test("null takes a field away, and what is not named stays", () => {
  expect(mergePatch({ a: { b: 1, c: 2 }, d: 3 }, { a: { b: null } })).toEqual({ a: { c: 2 }, d: 3 });
});
test("a set loses what is taken from it, and a replaced list and object have nothing of before", () => {
  expect(mergePatch({ finalizers: ["a", "b"] }, { "$deleteFromPrimitiveList/finalizers": ["a"] })).toEqual({ finalizers: ["b"] });
  expect(
    mergePatch(
      { volumes: [{ name: "a" }], s: { x: 1 } },
      { volumes: [{ $patch: "replace" }, { name: "b" }], s: { $patch: "replace", y: 2 } },
    ),
  ).toEqual({
    volumes: [{ name: "b" }],
    s: { y: 2 },
  });
});
test("only fields that are to be retained stay", () => {
  expect(
    mergePatch({ strategy: { type: "RollingUpdate", rollingUpdate: {} } }, { strategy: { $retainKeys: ["type"], type: "OnDelete" } }),
  ).toEqual({
    strategy: { type: "OnDelete" },
  });
});
