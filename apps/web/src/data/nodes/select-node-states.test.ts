import { cellState, hasFlag } from "@daemonscope/daemonset/pair/cell/cell";
import { readyNode } from "@daemonscope/daemonset/records/ready-node.fixture";
import type { NodeRecord } from "@daemonscope/daemonset/records/records";
import type { ClusterState } from "@daemonscope/shared/state/cluster-state";
import { clusterStateOf } from "@daemonscope/shared/state/cluster-state.fixture";
import { expect, test } from "vitest";
import { byteOf as byte } from "../../draw/agents/nodes.fixture.ts";
import { missingAgents, NODE_STATES } from "./select-node-states.ts";

const statesOf = (state: ClusterState) => NODE_STATES.whole(state, undefined);

function stateOf(rows: readonly (readonly number[])[], more: Partial<NodeRecord> = {}) {
  const names = rows.map((_, row) => `n${row.toString().padStart(2, "0")}`);
  return clusterStateOf(
    names.map((name) => readyNode(name, more)),
    (rows[0] ?? []).map((_, column) => ({ key: `a/${column}` })),
    rows,
  );
}

test.each([
  ["available, excluded", [byte("available"), byte("excluded")], "available", 1, 0],
  ["no wanted agent", [byte("excluded"), byte("excluded")], "excluded", 0, 0],
  ["failing before missing", [byte("missing"), byte("available"), byte("failing")], "failing", 3, 2],
  ["a ready pod that terminates", [byte("available", { terminating: true }), byte("available")], "available", 2, 1],
  ["an unwanted pod", [byte("available"), byte("misscheduled")], "misscheduled", 1, 0],
  ["a pod that the taint of a NotReady node makes unwanted", [byte("misscheduled", { nodeUnready: true })], "misscheduled", 1, 0],
  ["a ready pod of the old revision", [byte("available", { oldRevision: true })], "available", 1, 0],
  ["no DaemonSet at all", [], "excluded", 0, 0],
] as const)("a node has its worst cell, and lacks each agent without a ready pod that stays: %s", (_name, cells, worst, wants, lacks) => {
  const states = statesOf(stateOf([cells]));
  expect([cellState(states.bytes[0] ?? 99), states.wants[0], states.lacks[0]]).toEqual([worst, wants, lacks]);
});

test("C13 agents whose pods were not read are unknown, not missing", () => {
  const states = statesOf(stateOf([[byte("unknown"), byte("excluded")]]));
  expect([states.wants[0], states.lacks[0], states.unknown[0]]).toEqual([1, 0, 1]);
});

test("shows that a node is NotReady, regardless of its worst cell", () => {
  const { bytes } = statesOf(stateOf([[byte("excluded")]], { ready: "Unknown" }));
  expect(hasFlag(bytes[0] ?? 0, "nodeUnready")).toBe(true);
});

test("sorts the missing agents of a node by severity", () => {
  const states = statesOf(stateOf([[byte("starting"), byte("available"), byte("failing")]]));
  expect(missingAgents(states, 0).map(({ key }) => key)).toEqual(["a/2", "a/0"]);
});
