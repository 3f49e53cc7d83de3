import { CELL_FACTS, type CellByte, cellState, hasFlag } from "@daemonscope/daemonset/pair/cell/cell";

/** Stages of a node from the old revision to the new one, left to right. */
export const LANES = ["old", "oldUnavailable", "terminating", "gap", "created", "ready", "available"] as const;

export type LaneId = (typeof LANES)[number];

export type ByLane<T> = Readonly<Record<LaneId, T>>;

export function byLane<T>(give: (lane: LaneId) => T): ByLane<T> {
  return Object.fromEntries(LANES.map((lane) => [lane, give(lane)])) as unknown as ByLane<T>;
}

/**
 * Returns the lane of a node by its cell. Undefined if the DaemonSet wants no pod: a misscheduled, excluded or unknown
 * node is in no lane and no count. If an old and a new pod run together (maxSurge), the new one decides.
 */
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
