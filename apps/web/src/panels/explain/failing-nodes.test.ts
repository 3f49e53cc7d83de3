import { expect, it } from "vitest";
import { failingPlaceOf } from "./failing-nodes.ts";

const causes = [
  { state: "failing", cause: { kind: "imageFailed", reason: "ImagePullBackOff" }, count: 3, nodes: ["n1", "n3", "n5"], sinceMs: 0 },
  { state: "missing", cause: { kind: "quotaExceeded", subject: "q" }, count: 60, nodes: ["n2"], sinceMs: 0 },
  { state: "missing", cause: { kind: "noPodYet" }, count: 1, nodes: ["n4"], sinceMs: 0 },
  { state: "nodeUnready", cause: { kind: "nodeNotReady" }, count: 1, nodes: ["n6"], sinceMs: 0 },
] as const;

it("steps through the nodes with a cause that a person must end, by name", () => {
  expect(failingPlaceOf({ causes }, "n1")).toEqual({ at: 1, count: 63, before: undefined, after: "n2" });
  expect(failingPlaceOf({ causes }, "n3")).toEqual({ at: 3, count: 63, before: "n2", after: "n5" });
  expect(failingPlaceOf({ causes }, "n5")).toEqual({ at: 4, count: 63, before: "n3", after: undefined });
});

it("has no place for a node that starts, is NotReady or is healthy", () => {
  expect(["n4", "n6", "n7"].map((node) => failingPlaceOf({ causes }, node))).toEqual([undefined, undefined, undefined]);
});
