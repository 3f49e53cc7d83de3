import { type Cell, type CellState, cellByte } from "@daemonscope/daemonset/pair/cell/cell";

/** A cell in this state, without other flags. */
export const byteOf = (state: CellState, flags: Partial<Cell> = {}) =>
  cellByte({ state, oldRevision: false, terminating: false, twoPods: false, nodeUnready: false, ...flags });
