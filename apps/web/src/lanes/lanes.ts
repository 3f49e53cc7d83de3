import { CELL_FACTS, type CellByte, cellState, hasFlag } from "@daemonscope/daemonset/cell/cell";

/** Where a node stands on its way from the old revision to the new one, left to right. */
export const LANES = ["old", "oldUnavailable", "terminating", "gap", "created", "ready", "available"] as const;

export type LaneId = (typeof LANES)[number];

export type ByLane<T> = Readonly<Record<LaneId, T>>;

export function byLane<T>(give: (lane: LaneId) => T): ByLane<T> {
  return Object.fromEntries(LANES.map((lane) => [lane, give(lane)])) as unknown as ByLane<T>;
}

/** The lane of a node by its cell; undefined where the DaemonSet wants no pod: a misscheduled, excluded or unknown node is in no lane and in no count.
 *  Where an old and a new pod live side by side (maxSurge) the new one gives the lane. */
export function laneOf(byte: CellByte): LaneId | undefined {
  const { isWanted, pod } = CELL_FACTS[cellState(byte)];
  if (!isWanted || pod === "unread") return undefined;
  if (pod === "none") return "gap";
  if (hasFlag(byte, "terminating")) return "terminating";
  const isOld = hasFlag(byte, "oldRevision") && !hasFlag(byte, "twoPods");
  if (pod === "available") return isOld ? "old" : "available";
  if (isOld) return "oldUnavailable";
  return pod === "ready" ? "ready" : "created";
}
