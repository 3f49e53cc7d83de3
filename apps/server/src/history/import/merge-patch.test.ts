import { expect, test } from "vitest";
import { mergePatch } from "./merge-patch.ts";

test("lists with a merge key merge by it, in the requested order", () => {
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
test("null deletes a field, and omitted fields stay", () => {
  expect(mergePatch({ a: { b: 1, c: 2 }, d: 3 }, { a: { b: null } })).toEqual({ a: { c: 2 }, d: 3 });
});
test("a set loses deleted elements, and a replaced list or object keeps nothing", () => {
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
test("$retainKeys keeps only the listed fields", () => {
  expect(
    mergePatch({ strategy: { type: "RollingUpdate", rollingUpdate: {} } }, { strategy: { $retainKeys: ["type"], type: "OnDelete" } }),
  ).toEqual({
    strategy: { type: "OnDelete" },
  });
});
