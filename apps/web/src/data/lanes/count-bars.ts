import { CELL_FACTS, type CellByte, cellState, hasFlag, hasReadyPod } from "@daemonscope/daemonset/pair/cell/cell";
import type { DaemonSetCounts } from "@daemonscope/kube/objects";
import { inLane, LANE_BYTES, type Lanes } from "./count-lanes.ts";
import { type ByLane, byLane, LANES } from "./lanes.ts";
import { KUBECTL_COUNTS } from "./shown-counts.ts";

export type CountId = "desired" | "current" | "ready" | "updated" | "available";

/** One of kubectl's five counts as a bar over the lanes that it counts. */
export interface CountBar {
  readonly id: CountId;
  /** The column name in kubectl. */
  readonly name: string;
  readonly field: keyof DaemonSetCounts;
  readonly count: number;
  /** The counted nodes of each lane; their sum is `count`. `partial`: only a part of the lane is counted. */
  readonly shares: ByLane<{ readonly count: number; readonly partial: boolean }>;
}

/** Counts of nodes that should run the pod. A misscheduled pod is in no lane. */
const ID_OF: Readonly<Partial<Record<keyof DaemonSetCounts, CountId>>> = {
  desiredNumberScheduled: "desired",
  currentNumberScheduled: "current",
  numberReady: "ready",
  updatedNumberScheduled: "updated",
  numberAvailable: "available",
};
const COUNTS = KUBECTL_COUNTS.flatMap(({ name, field }) => {
  const id = ID_OF[field];
  return id === undefined ? [] : [{ id, name, field }];
});

/**
 * Reports whether a node is in a count, by its cell. The first pod decides, including a terminating one (rules C3,
 * C6–C9). Not for nodes with two pods: there the older pod decides, and the cell shows the newer one.
 */
function isCounted(byte: CellByte, count: CountId): boolean {
  const state = cellState(byte);
  const { pod } = CELL_FACTS[state];
  switch (count) {
    case "desired":
      return true;
    case "current":
      return pod !== "none";
    case "ready":
      return hasReadyPod(state);
    case "updated":
      return pod !== "none" && !hasFlag(byte, "oldRevision");
    case "available":
      return pod === "available";
  }
}

/** Returns the five counts over the lanes. The cell of a node with two pods does not show the older pod. Such nodes
 *  get the rest of `derived` after all others are counted. */
export function countBarsOf(lanes: Lanes, derived: DaemonSetCounts): readonly CountBar[] {
  return COUNTS.map(({ id, name, field }) => {
    const known = byLane(() => ({ counted: 0, unknown: 0 }));
    for (const { byte, lane } of LANE_BYTES) {
      const nodes = lanes.tally[byte] ?? 0;
      const twoPods = hasFlag(byte, "twoPods") && (id === "ready" || id === "updated" || id === "available");
      if (twoPods) known[lane].unknown += nodes;
      else if (isCounted(byte, id)) known[lane].counted += nodes;
    }
    let left = Math.max(0, derived[field] - LANES.reduce((sum, lane) => sum + known[lane].counted, 0));
    const shares = byLane((lane) => {
      const fromRest = Math.min(left, known[lane].unknown);
      left -= fromRest;
      const count = known[lane].counted + fromRest;
      return { count, partial: count > 0 && count < inLane(lanes, lane) };
    });
    return { id, name, field, count: LANES.reduce((sum, lane) => sum + shares[lane].count, 0), shares };
  });
}
