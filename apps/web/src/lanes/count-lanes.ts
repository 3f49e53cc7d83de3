import { CELL_FACTS, cellState, hasFlag, isReadyThere } from "@daemonscope/daemonset/cell/cell";
import { type ByLane, byLane, type LaneId, laneOf } from "./lanes.ts";

/** How many nodes are where on their way. All of it follows from how many nodes have which cell. */
export interface Lanes {
  readonly counts: ByLane<number>;
  /** Nodes by cell byte. */
  readonly tally: Uint32Array;
  /** Nodes in any lane: those that should run the pod. */
  readonly total: number;
  /** Pods that are in the created lane, by what they wait for. */
  readonly created: { readonly failing: number; readonly pending: number; readonly starting: number };
  /** Of the terminating: still ready, and on a node that is not Ready itself. */
  readonly terminating: { readonly stillReady: number; readonly onUnreadyNode: number };
}

/** A byte of each kind that is in a lane, with it. */
export const LANE_BYTES: readonly { readonly byte: number; readonly lane: LaneId }[] = Array.from({ length: 256 }, (_, byte) => ({
  byte,
  lane: laneOf(byte),
})).filter((each): each is { byte: number; lane: LaneId } => each.lane !== undefined);

/** How many nodes have which byte. */
export function tallyOf(bytes: Iterable<number>): Uint32Array {
  const tally = new Uint32Array(256);
  for (const byte of bytes) tally[byte] = (tally[byte] ?? 0) + 1;
  return tally;
}

/** The lanes of nodes with these bytes. O(1). */
export function countLanes(tally: Uint32Array): Lanes {
  const sum = (isMeant: (byte: number, lane: LaneId) => boolean) =>
    LANE_BYTES.reduce((nodes, { byte, lane }) => (isMeant(byte, lane) ? nodes + (tally[byte] ?? 0) : nodes), 0);
  const counts = byLane((id) => sum((_, lane) => lane === id));
  const [failing, pending] = (["failing", "unscheduled"] as const).map((pod) =>
    sum((byte, lane) => lane === "created" && CELL_FACTS[cellState(byte)].pod === pod),
  ) as [number, number];
  return {
    counts,
    tally,
    total: sum(() => true),
    created: { failing, pending, starting: counts.created - failing - pending },
    terminating: {
      stillReady: sum((byte, lane) => lane === "terminating" && isReadyThere(cellState(byte))),
      onUnreadyNode: sum((byte, lane) => lane === "terminating" && hasFlag(byte, "nodeUnready")),
    },
  };
}

/** How many nodes are in the lane. */
export const inLane = (lanes: Lanes, lane: LaneId): number => lanes.counts[lane];
