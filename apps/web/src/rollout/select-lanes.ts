import { type CellByte, cellState, hasFlag } from "@daemonscope/daemonset/cell/cell";
import { type ByLane, byLane, LANES, type LaneId, laneOf } from "./lanes.ts";

/** One node in a lane. `row` is its row in the cluster state. */
export interface LaneNode {
  readonly row: number;
  readonly byte: CellByte;
}

export interface Lanes {
  readonly nodes: ByLane<readonly LaneNode[]>;
  /** Nodes in any lane: those that should run the pod. */
  readonly total: number;
  /** Pods that are in the created lane, by what they wait for. */
  readonly created: { readonly failing: number; readonly pending: number; readonly starting: number };
  /** Of the terminating: still ready, and on a node that is not Ready itself. */
  readonly terminating: { readonly stillReady: number; readonly onUnreadyNode: number };
}

/** Inside a lane the worst come first, then unready nodes, then by row: equal input gives equal places. */
function rankInLane(byte: CellByte): number {
  const state = cellState(byte);
  const rank = state === "failing" ? 0 : state === "unscheduled" ? 1 : state === "starting" ? 2 : state === "ready" ? 3 : 4;
  return rank * 2 + (hasFlag(byte, "nodeUnready") ? 0 : 1);
}

/** Puts every node of one DaemonSet into its lane. `bytes`: its cells by row. O(nodes), and sorts what moves. */
export function selectLanes(bytes: Iterable<CellByte>): Lanes {
  const nodes = byLane<LaneNode[]>(() => []);
  const created = { failing: 0, pending: 0, starting: 0 };
  const terminating = { stillReady: 0, onUnreadyNode: 0 };
  let row = -1;
  let total = 0;
  for (const byte of bytes) {
    row++;
    const lane = laneOf(byte);
    if (lane === undefined) continue;
    total++;
    nodes[lane].push({ row, byte });
    const state = cellState(byte);
    if (lane === "created") {
      if (state === "failing") created.failing++;
      else if (state === "unscheduled") created.pending++;
      else created.starting++;
    } else if (lane === "terminating") {
      if (state === "ready" || state === "available") terminating.stillReady++;
      if (hasFlag(byte, "nodeUnready")) terminating.onUnreadyNode++;
    }
  }
  for (const lane of LANES) nodes[lane].sort((a, b) => rankInLane(a.byte) - rankInLane(b.byte) || a.row - b.row);
  return { nodes, total, created, terminating };
}

/** How many nodes are in the lane. */
export const inLane = (lanes: Lanes, lane: LaneId): number => lanes.nodes[lane].length;
