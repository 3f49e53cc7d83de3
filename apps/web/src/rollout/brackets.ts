import { type CellByte, cellState, hasFlag } from "@daemonscope/daemonset/cell/cell";
import type { DaemonSetCounts } from "@daemonscope/kube/objects";
import { type ByLane, byLane, LANES } from "./lanes.ts";
import type { Lanes } from "./select-lanes.ts";

export type CountId = "desired" | "current" | "ready" | "updated" | "available";

/** One of kubectl's five counts as a bar over the lanes that it counts. */
export interface Bracket {
  readonly id: CountId;
  /** kubectl's column. */
  readonly name: string;
  readonly field: keyof DaemonSetCounts;
  readonly count: number;
  /** How much of each lane it counts; they sum to `count`. `partial`: a part of the lane only. */
  readonly shares: ByLane<{ readonly count: number; readonly partial: boolean }>;
}

const COUNTS: readonly { readonly id: CountId; readonly name: string; readonly field: keyof DaemonSetCounts }[] = [
  { id: "desired", name: "DESIRED", field: "desiredNumberScheduled" },
  { id: "current", name: "CURRENT", field: "currentNumberScheduled" },
  { id: "ready", name: "READY", field: "numberReady" },
  { id: "updated", name: "UP-TO-DATE", field: "updatedNumberScheduled" },
  { id: "available", name: "AVAILABLE", field: "numberAvailable" },
];

/** Says whether a node is in a count, by its cell: the first pod decides, a terminating one too (rules C3, C6–C9).
 *  Not for nodes with two pods: there the older one decides, and the cell shows the newer. */
export function isCounted(byte: CellByte, count: CountId): boolean {
  const state = cellState(byte);
  switch (count) {
    case "desired":
      return true;
    case "current":
      return state !== "missing";
    case "ready":
      return state === "ready" || state === "available";
    case "updated":
      return state !== "missing" && !hasFlag(byte, "oldRevision");
    case "available":
      return state === "available";
  }
}

/** The five counts over the lanes. Nodes with two pods take what is left of `derived` when all others are counted: the older pod is not in the cell. */
export function bracketsOf(lanes: Lanes, derived: DaemonSetCounts): readonly Bracket[] {
  return COUNTS.map(({ id, name, field }) => {
    const sure = byLane(() => ({ counted: 0, unknown: 0 }));
    for (const lane of LANES)
      for (const { byte } of lanes.nodes[lane]) {
        const twoPods = hasFlag(byte, "twoPods") && (id === "ready" || id === "updated" || id === "available");
        if (twoPods) sure[lane].unknown++;
        else if (isCounted(byte, id)) sure[lane].counted++;
      }
    let left = Math.max(0, derived[field] - LANES.reduce((sum, lane) => sum + sure[lane].counted, 0));
    const shares = byLane((lane) => {
      const taken = Math.min(left, sure[lane].unknown);
      left -= taken;
      const count = sure[lane].counted + taken;
      return { count, partial: count > 0 && count < lanes.nodes[lane].length };
    });
    return { id, name, field, count: LANES.reduce((sum, lane) => sum + shares[lane].count, 0), shares };
  });
}
