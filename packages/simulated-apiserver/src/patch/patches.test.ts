import { describe, expect, it, test } from "vitest";
import { applyMergePatch } from "../api/write/patch-object.ts";
import { apiType } from "../schema/api-types.ts";
import { applyJsonPatch } from "./json-patch.ts";
import { applyStrategicMerge } from "./strategic-merge.ts";

/** Returns the merged object, or the problem of the patch. */
function merged(target: unknown, patch: Record<string, unknown>, type = "core/v1.PodSpec"): unknown {
  const result = applyStrategicMerge(target, patch, apiType(type));
  return "value" in result ? result.value : result;
}

describe("strategic merge", () => {
  const template = {
    containers: [
      { name: "a", image: "a:1", env: [{ name: "X", value: "1" }] },
      { name: "b", image: "b:1" },
    ],
    tolerations: [{ key: "x" }],
  };
  it("merges containers by name and replaces tolerations whole", () => {
    expect(merged(template, { containers: [{ name: "a", image: "a:2" }], tolerations: [{ key: "y" }] })).toEqual({
      containers: [
        { name: "a", image: "a:2", env: [{ name: "X", value: "1" }] },
        { name: "b", image: "b:1" },
      ],
      tolerations: [{ key: "y" }],
    });
  });
  it("deletes on null and by $patch", () => {
    expect(merged({ unschedulable: true, a: 1 }, { unschedulable: null }, "core/v1.NodeSpec")).toEqual({ a: 1 });
    expect(merged(template, { containers: [{ name: "a", $patch: "delete" }] })).toMatchObject({ containers: [{ name: "b" }] });
  });
  it("replaces a whole template like rollout undo", () => {
    expect(
      merged({ spec: { template: { old: 1, both: 1 } } }, { spec: { template: { $patch: "replace", both: 2 } } }, "apps/v1.DaemonSet"),
    ).toEqual({ spec: { template: { both: 2 } } });
  });
  it("orders elements and deletes from primitive lists", () => {
    expect(merged(template, { "$setElementOrder/containers": [{ name: "b" }, { name: "a" }] })).toMatchObject({
      containers: [{ name: "b" }, { name: "a" }],
    });
    expect(merged({ finalizers: ["a", "b"] }, { "$deleteFromPrimitiveList/finalizers": ["a"] }, "meta/v1.ObjectMeta")).toEqual({
      finalizers: ["b"],
    });
  });
});

describe("strategic merge, as sent by kubectl and the controllers", () => {
  it("adds an element with a new key, without its nulls and directives", () => {
    expect(merged({ containers: [] }, { containers: [{ name: "a", image: "a:1", command: null }] })).toEqual({
      containers: [{ name: "a", image: "a:1" }],
    });
  });
  it("changes a volume's source by $retainKeys", () => {
    const before = { volumes: [{ name: "v", emptyDir: {} }] };
    const patch = { volumes: [{ name: "v", $retainKeys: ["name", "hostPath"], hostPath: { path: "/x" }, emptyDir: null }] };
    expect(merged(before, patch)).toEqual({ volumes: [{ name: "v", hostPath: { path: "/x" } }] });
  });
  it("orphans by owner uid, and merges conditions by type", () => {
    const before = {
      metadata: { ownerReferences: [{ uid: "1" }, { uid: "2" }] },
      status: { conditions: [{ type: "Ready", status: "True" }, { type: "X" }] },
    };
    const patch = {
      metadata: { ownerReferences: [{ $patch: "delete", uid: "1" }] },
      status: { conditions: [{ type: "Ready", status: "False" }] },
    };
    expect(merged(before, patch, "core/v1.Pod")).toEqual({
      metadata: { ownerReferences: [{ uid: "2" }] },
      status: { conditions: [{ type: "Ready", status: "False" }, { type: "X" }] },
    });
  });
  it("merges ports by the key of their type: by number in a container, by port in a Service", () => {
    expect(
      merged({ ports: [{ containerPort: 80, name: "a" }] }, { ports: [{ containerPort: 80, hostPort: 80 }] }, "core/v1.Container"),
    ).toEqual({
      ports: [{ containerPort: 80, name: "a", hostPort: 80 }],
    });
    expect(merged({ ports: [{ port: 80, name: "a" }] }, { ports: [{ port: 80, nodePort: 3 }] }, "core/v1.ServiceSpec")).toEqual({
      ports: [{ port: 80, name: "a", nodePort: 3 }],
    });
  });
  it("keeps elements that only the server has at their position among the shared ones", () => {
    const before = { containers: [{ name: "injected" }, { name: "a" }, { name: "b" }, { name: "last" }] };
    const order = [{ name: "b" }, { name: "a" }, { name: "new" }];
    expect(merged(before, { "$setElementOrder/containers": order, containers: [{ name: "new" }] })).toEqual({
      containers: [{ name: "injected" }, { name: "b" }, { name: "a" }, { name: "new" }, { name: "last" }],
    });
  });
  it.each([
    [{ containers: [{ image: "a" }] }, { problem: "map: map[image:a] does not contain declared merge key: name", code: 500 }],
    [{ securityContext: { $patch: "foo" } }, { problem: "unknown patch type: foo in map: map[$patch:foo]", code: 500 }],
    [{ volumes: [{ name: "v", $retainKeys: ["name"], emptyDir: {} }] }, { problem: "invalid patch format of retainKeys", code: 400 }],
    [{ securityContext: { $retainKeys: "a" } }, { problem: "invalid patch format of retainKeys", code: 400 }],
    [{ "$setElementOrder/containers": "a" }, { problem: "expected a []interface {}, but received a string", code: 500 }],
    [
      { "$setElementOrder/containers": ["a"], containers: [{ name: "b" }] },
      { problem: "expected a map[string]interface {}, but received a string", code: 500 },
    ],
    [
      { "$setElementOrder/containers": [{ name: "a" }], containers: [{ name: "b" }] },
      {
        problem: "The order in patch list:\n[map[name:b]]\n doesn't match $setElementOrder list:\n[map[name:a]]\n",
        code: 500,
      },
    ],
    [{ "$deleteFromPrimitiveList/containers": ["a"] }, { problem: "list element types are not identical: [[map[name:a]] [a]]", code: 500 }],
  ])("refuses %j", (patch, problem) => {
    expect(merged({ containers: [{ name: "a" }] }, patch)).toEqual(problem);
  });
  it("puts new elements before those that only the server has, without an explicit order", () => {
    expect(merged({ containers: [{ name: "a" }, { name: "b" }] }, { containers: [{ name: "c" }, { name: "b" }] })).toEqual({
      containers: [{ name: "c" }, { name: "a" }, { name: "b" }],
    });
    expect(merged({ containers: [{ name: "a" }] }, { containers: [{ name: "c" }, { name: "d" }] })).toEqual({
      containers: [{ name: "c" }, { name: "d" }, { name: "a" }],
    });
  });
  it("deletes nothing from a value that is no list", () => {
    expect(merged({ hostname: "a" }, { "$deleteFromPrimitiveList/hostname": ["a"] })).toEqual({ hostname: "a" });
  });
  it("replaces a whole list if requested, and never mutates its input", () => {
    const before = Object.freeze({ containers: Object.freeze([Object.freeze({ name: "a" })]) });
    expect(merged(before, { containers: [{ $patch: "replace" }, { name: "b" }] })).toEqual({ containers: [{ name: "b" }] });
    expect(before).toEqual({ containers: [{ name: "a" }] });
  });
  it("an empty patch changes nothing (property of all merges)", () => {
    const before = { spec: { containers: [{ name: "a", env: [] }], nodeSelector: {} }, metadata: { finalizers: ["x"] } };
    expect(merged(before, {}, "core/v1.Pod")).toEqual(before);
    expect(merged(before, before, "core/v1.Pod")).toEqual(before);
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
  ])("applies %j", (patch, expected) => {
    expect(applyJsonPatch({ a: [1, 2] }, patch)).toEqual(expected);
  });
  it.each([
    [[{ op: "remove", path: "/a/-1" }], { a: [1] }],
    [[{ op: "replace", path: "/a/-2", value: 9 }], { a: [9, 2] }],
    [[{ op: "add", path: "/a/-1", value: 3 }], { a: [1, 2, 3] }],
    [[{ op: "replace", path: "/b", value: 1 }], { a: [1, 2], b: 1 }],
    [[{ op: "add", path: "x/b", value: 1 }], { a: [1, 2], b: 1 }],
    [[{ op: "test", path: "/b", value: null }], { a: [1, 2] }],
    [[{ op: "copy", from: "/b", path: "/c" }], { a: [1, 2], c: null }],
  ])("is as lenient as the API server's library: %j", (patch, value) => {
    expect(applyJsonPatch({ a: [1, 2] }, patch)).toEqual({ value });
  });
  it.each([
    [[{ op: "add", path: "", value: {} }]],
    [[{ op: "add", path: "a", value: {} }]],
    [[{ op: "remove", path: "/a/-3" }]],
    [[{ op: "move", from: "/b", path: "/c" }]],
    [[{ op: "replace", path: "/b/c", value: 1 }]],
  ])("refuses a path that does not exist: %j", (patch) => {
    expect(applyJsonPatch({ a: [1, 2] }, patch)).toHaveProperty("problem");
  });
  it.each([[[{ op: "test", path: "/a", value: 9 }]], [[{ op: "remove", path: "/x" }]], [[{ op: "dance", path: "/a" }]]])(
    "refuses %j",
    (patch) => {
      expect(applyJsonPatch({ a: [1, 2] }, patch)).toHaveProperty("problem");
    },
  );
});
