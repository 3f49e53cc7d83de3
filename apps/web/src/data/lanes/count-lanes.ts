import { CELL_FACTS, cellState, hasFlag, hasReadyPod, isLeavingCell } from "@daemonscope/daemonset/pair/cell/cell";
import { type ByLane, byLane, type LaneId, laneOf } from "./lanes.ts";

/** The parts of the created lane: the state of the pod, or `leaving` if its node is on its way out. */
export const CREATED_PARTS = ["failing", "pending", "starting", "leaving"] as const;
export type CreatedPart = (typeof CREATED_PARTS)[number];

/** The number of nodes in each lane. All fields follow from the tally of cell bytes. */
export interface Lanes {
  readonly counts: ByLane<number>;
  /** Nodes by cell byte. */
  readonly tally: Uint32Array;
  /** Nodes in any lane, which are the nodes that should run the pod. */
  readonly total: number;
  /** Nodes in the created lane by part. */
  readonly created: Readonly<Record<CreatedPart, number>>;
  /** Old and unavailable pods of nodes on their way out. */
  readonly oldLeaving: number;
  /** Terminating pods that are still ready, and those on a node that is not Ready. */
  readonly terminating: { readonly stillReady: number; readonly onUnreadyNode: number };
}

/** Every cell byte that belongs to a lane, with its lane. */
export const LANE_BYTES: readonly { readonly byte: number; readonly lane: LaneId }[] = Array.from({ length: 256 }, (_, byte) => ({
  byte,
  lane: laneOf(byte),
})).filter((each): each is { byte: number; lane: LaneId } => each.lane !== undefined);

/** Counts nodes by cell byte. */
export function tallyOf(bytes: Iterable<number>): Uint32Array {
  const tally = new Uint32Array(256);
  for (const byte of bytes) tally[byte] = (tally[byte] ?? 0) + 1;
  return tally;
}

/** Returns the lanes for a tally of bytes. O(1). */
export function countLanes(tally: Uint32Array): Lanes {
  const sum = (matches: (byte: number, lane: LaneId) => boolean) =>
    LANE_BYTES.reduce((nodes, { byte, lane }) => (matches(byte, lane) ? nodes + (tally[byte] ?? 0) : nodes), 0);
  const counts = byLane((id) => sum((_, lane) => lane === id));
  const [failing, pending] = (["failing", "unscheduled"] as const).map((pod) =>
    sum((byte, lane) => lane === "created" && CELL_FACTS[cellState(byte)].pod === pod && !isLeavingCell(byte)),
  ) as [number, number];
  const leavingIn = (id: LaneId) => sum((byte, lane) => lane === id && isLeavingCell(byte));
  const leaving = leavingIn("created");
  return {
    counts,
    tally,
    total: sum(() => true),
    created: { failing, pending, starting: counts.created - failing - pending - leaving, leaving },
    oldLeaving: leavingIn("oldUnavailable"),
    terminating: {
      stillReady: sum((byte, lane) => lane === "terminating" && hasReadyPod(cellState(byte))),
      onUnreadyNode: sum((byte, lane) => lane === "terminating" && hasFlag(byte, "nodeUnready")),
    },
  };
}

export const inLane = (lanes: Lanes, lane: LaneId): number => lanes.counts[lane];
