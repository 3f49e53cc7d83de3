import { describe, expect, it, test } from "vitest";
import { applyJsonPatch } from "./json-patch.ts";
import { applyMergePatch } from "./merge-patch.ts";
import { applyStrategicMerge } from "./strategic-merge.ts";

describe("strategic merge", () => {
  const template = {
    containers: [
      { name: "a", image: "a:1", env: [{ name: "X", value: "1" }] },
      { name: "b", image: "b:1" },
    ],
    tolerations: [{ key: "x" }],
  };
  it("merges containers by name and replaces tolerations whole", () => {
    expect(applyStrategicMerge(template, { containers: [{ name: "a", image: "a:2" }], tolerations: [{ key: "y" }] })).toEqual({
      containers: [
        { name: "a", image: "a:2", env: [{ name: "X", value: "1" }] },
        { name: "b", image: "b:1" },
      ],
      tolerations: [{ key: "y" }],
    });
  });
  it("deletes on null and by $patch", () => {
    expect(applyStrategicMerge({ unschedulable: true, a: 1 }, { unschedulable: null })).toEqual({ a: 1 });
    expect(applyStrategicMerge(template, { containers: [{ name: "a", $patch: "delete" }] })).toMatchObject({ containers: [{ name: "b" }] });
  });
  it("replaces a whole template as rollout undo does", () => {
    expect(
      applyStrategicMerge({ spec: { template: { old: 1, both: 1 } } }, { spec: { template: { $patch: "replace", both: 2 } } }),
    ).toEqual({ spec: { template: { both: 2 } } });
  });
  it("orders elements and deletes from primitive lists", () => {
    expect(applyStrategicMerge(template, { "$setElementOrder/containers": [{ name: "b" }, { name: "a" }] })).toMatchObject({
      containers: [{ name: "b" }, { name: "a" }],
    });
    expect(applyStrategicMerge({ finalizers: ["a", "b"] }, { "$deleteFromPrimitiveList/finalizers": ["a"] })).toEqual({
      finalizers: ["b"],
    });
  });
});

describe("strategic merge, as kubectl and the controllers send it", () => {
  it("adds an element of a new key, without its nulls and directives", () => {
    expect(applyStrategicMerge({ containers: [] }, { containers: [{ name: "a", image: "a:1", command: null }] })).toEqual({
      containers: [{ name: "a", image: "a:1" }],
    });
  });
  it("changes a volume's source by $retainKeys", () => {
    const before = { volumes: [{ name: "v", emptyDir: {} }] };
    const patch = { volumes: [{ name: "v", $retainKeys: ["name", "hostPath"], hostPath: { path: "/x" }, emptyDir: null }] };
    expect(applyStrategicMerge(before, patch)).toEqual({ volumes: [{ name: "v", hostPath: { path: "/x" } }] });
  });
  it("orphans by owner uid, and merges conditions by type", () => {
    const before = { ownerReferences: [{ uid: "1" }, { uid: "2" }], conditions: [{ type: "Ready", status: "True" }, { type: "X" }] };
    const patch = { ownerReferences: [{ $patch: "delete", uid: "1" }], conditions: [{ type: "Ready", status: "False" }] };
    expect(applyStrategicMerge(before, patch)).toEqual({
      ownerReferences: [{ uid: "2" }],
      conditions: [{ type: "Ready", status: "False" }, { type: "X" }],
    });
  });
  it("replaces a list whole when told so, and never touches what it was given", () => {
    const before = Object.freeze({ containers: Object.freeze([Object.freeze({ name: "a" })]) });
    expect(applyStrategicMerge(before, { containers: [{ $patch: "replace" }, { name: "b" }] })).toEqual({ containers: [{ name: "b" }] });
    expect(before).toEqual({ containers: [{ name: "a" }] });
  });
  it("leaves everything as it is for an empty patch (property of all merges)", () => {
    const before = { spec: { containers: [{ name: "a", env: [] }], nodeSelector: {} }, metadata: { finalizers: ["x"] } };
    expect(applyStrategicMerge(before, {})).toEqual(before);
    expect(applyStrategicMerge(before, before)).toEqual(before);
    expect(applyMergePatch(before, {})).toEqual(before);
    expect(applyMergePatch(before, before)).toEqual(before);
  });
});

test("a merge patch merges maps, deletes on null and replaces lists", () => {
  expect(applyMergePatch({ a: { b: 1, c: 2 }, l: [1, 2] }, { a: { b: null, d: 3 }, l: [3] })).toEqual({ a: { c: 2, d: 3 }, l: [3] });
});

describe("JSON patch", () => {
  it.each([
    [[{ op: "add", path: "/a/-", value: 3 }], { value: { a: [1, 2, 3] } }],
    [[{ op: "remove", path: "/a/0" }], { value: { a: [2] } }],
    [[{ op: "replace", path: "/a", value: 1 }], { value: { a: 1 } }],
    [
      [
        { op: "test", path: "/a/1", value: 2 },
        { op: "move", from: "/a", path: "/b~1c" },
      ],
      { value: { "b/c": [1, 2] } },
    ],
  ])("%j", (patch, expected) => {
    expect(applyJsonPatch({ a: [1, 2] }, patch)).toEqual(expected);
  });
  it.each([[[{ op: "test", path: "/a", value: 9 }]], [[{ op: "remove", path: "/x" }]], [[{ op: "dance", path: "/a" }]], ["no list"]])(
    "refuses %j",
    (patch) => {
      expect(applyJsonPatch({ a: [1, 2] }, patch)).toHaveProperty("problem");
    },
  );
});
