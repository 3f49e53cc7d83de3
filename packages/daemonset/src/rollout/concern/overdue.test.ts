import { describe, expect, it } from "vitest";
import { concernWithText } from "../record-with-text.fixture.ts";
import type { NodeCause } from "./derive-causes.ts";
import { groupOverdue, type Overdue, overdueNodes } from "./overdue.fixture.ts";
import { nodesUnreadyConcern, unavailableConcern } from "./overdue-concern.ts";

const patience = { lastingMs: 10, refusedMs: 10, slowMs: 100, idleMs: 0 };
const cause = (parts: Partial<NodeCause>): NodeCause => ({
  state: "starting",
  cause: { kind: "starting" },
  sinceMs: 0,
  patience: "slow",
  ...parts,
});

describe("R22 the limit for each kind of wait", () => {
  const rows: readonly (readonly [string, NodeCause, atMs: number | undefined, sinceMs: number | undefined])[] = [
    ["a slow start", cause({}), 100, 0],
    ["a wait counted from another time", cause({ fromMs: 50 }), 150, 50],
    ["a refusal", cause({ state: "unscheduled", patience: "lasting" }), 10, 0],
    ["a missing pod of unknown start, since the last progress", cause({ state: "missing", sinceMs: undefined }), 107, 7],
    ["a NotReady node is overdue at once", cause({ state: "nodeUnready", patience: "none" }), 0, 0],
    [
      "a NotReady node with an unknown start, which the last progress does not replace",
      cause({ state: "nodeUnready", patience: "none", sinceMs: undefined }),
      0,
      undefined,
    ],
    ["a failure, which another rule reports", cause({ state: "failing", patience: "never" }), undefined, 0],
  ];
  it.each(rows)("%s", (_name, nodeCause, atMs, sinceMs) => {
    const at = (nowMs: number) => overdueNodes([["n1", nodeCause]], { nowMs, patience, movedAtMs: 7 });
    if (atMs === undefined) return expect(at(1e9)).toEqual({ overdue: [], nextAtMs: undefined });
    if (atMs > 0) expect(at(atMs - 1)).toEqual({ overdue: [], nextAtMs: atMs });
    return expect(at(atMs)).toEqual({
      overdue: [{ node: "n1", state: nodeCause.state, cause: nodeCause.cause, sinceMs }],
      nextAtMs: undefined,
    });
  });
  it("R22 a missing pod of unknown start is never overdue if no progress was seen either", () => {
    const missing = cause({ state: "missing", sinceMs: undefined });
    expect(overdueNodes([["n1", missing]], { nowMs: 1e9, patience, movedAtMs: undefined }).overdue).toEqual([]);
  });
});

describe("R22 the sentence", () => {
  const overdueOn = (node: string, what: string, sinceMs: number) => ({
    node,
    state: "starting" as const,
    cause: { kind: "unknown" as const, reason: what },
    sinceMs,
  });
  const concernOf = (found: readonly Overdue[]) => {
    const groups = groupOverdue(found);
    const concern = unavailableConcern(groups) ?? nodesUnreadyConcern(groups);
    return concern && concernWithText(concern);
  };
  it("R22 counts causes by number of nodes, since the oldest, and names the nodes in order", () => {
    const found = [overdueOn("n9", "Starting", 5), overdueOn("n1", "Insufficient cpu", 3), overdueOn("n2", "Starting", 4)];
    expect(concernOf(found)).toEqual({
      kind: "unavailable",
      message: "3 nodes without an available pod: 2 Starting, 1 Insufficient cpu",
      sinceMs: 3,
      nodes: ["n1", "n2", "n9"],
      stuck: false,
    });
  });
  it("R22 names at most three causes, omits a single number, and leaves NotReady nodes to their own concern", () => {
    expect(concernOf("abcde".split("").map((each) => overdueOn(each, each, 0)))?.message).toBe(
      "5 nodes without an available pod: 1 a, 1 b, 1 c and 2 more",
    );
    const notReadyNode = { ...overdueOn("n1", "Node NotReady", 0), state: "nodeUnready" as const };
    expect(unavailableConcern(groupOverdue([notReadyNode]))).toBeUndefined();
    expect(concernOf([notReadyNode, overdueOn("n2", "Starting", 0)])?.message).toBe("1 node without an available pod: Starting");
    expect(concernOf([notReadyNode])?.message).toBe("1 pod on a NotReady node");
    expect(nodesUnreadyConcern([])).toBeUndefined();
  });
});
