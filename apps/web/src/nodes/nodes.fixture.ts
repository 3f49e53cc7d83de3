import { type Cell, type CellState, cellByte } from "@daemonscope/daemonset/cell/cell";
import type { NodeRecord } from "@daemonscope/daemonset/records/records";

/** A cell in this state, with nothing else to say. */
export const byteOf = (state: CellState, flags: Partial<Cell> = {}) =>
  cellByte({ state, oldRevision: false, terminating: false, twoPods: false, nodeUnready: false, ...flags });

/** A node that is Ready, and nothing else. */
export const recordOf = (name: string, more: Partial<NodeRecord> = {}): NodeRecord => ({
  name,
  uid: name,
  labels: {},
  taints: [],
  unschedulable: false,
  ready: "True",
  createdAtMs: 0,
  ...more,
});
