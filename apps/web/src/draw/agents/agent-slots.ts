import type { DaemonSetKey, DaemonSetRecord } from "@daemonscope/daemonset/records/records";

/** DaemonSets with their own slot in each node's cell, by slot. The others (`rest`) share the last slot, which shows
 *  the worst of them. */
export interface AgentSlots {
  readonly separate: readonly DaemonSetKey[];
  readonly rest: readonly DaemonSetKey[];
}

/** A user cannot distinguish more. */
const MAX_SLOTS = 12;

/** Assigns slots to DaemonSets in this order. */
export function agentSlots(keys: readonly DaemonSetKey[]): AgentSlots {
  if (keys.length <= MAX_SLOTS) return { separate: keys, rest: [] };
  return { separate: keys.slice(0, MAX_SLOTS - 1), rest: keys.slice(MAX_SLOTS - 1) };
}

export const agentSlotCount = ({ separate, rest }: AgentSlots): number => separate.length + (rest.length > 0 ? 1 : 0);

/** Arrangement of slots in a cell: row by row. */
export interface SlotRaster {
  readonly columns: number;
  readonly rows: number;
}

/** Wider than high, as a line of words is. */
export function rasterOf(slots: number): SlotRaster {
  const rows = slots <= 5 ? 1 : slots <= 10 ? 2 : 3;
  return { columns: Math.max(1, Math.ceil(slots / rows)), rows };
}

/** Reports whether a DaemonSet concerns any node. One that wants no node and has no pod left is in no cell. */
export function hasAnyNode({ derived, reported }: DaemonSetRecord): boolean {
  const { desiredNumberScheduled, numberMisscheduled } = derived ?? reported;
  return desiredNumberScheduled + numberMisscheduled > 0;
}
