import { CELL_FACTS, type CellByte, cellOf, isReadyThere } from "@daemonscope/daemonset/cell/cell";

export const WANTED = 1;
export const LACKING = 2;
export const UNKNOWN = 4;

function tallyOf(byte: CellByte): number {
  const { state, terminating } = cellOf(byte);
  const { isWanted, pod } = CELL_FACTS[state];
  if (!isWanted) return 0;
  if (pod === "unread") return WANTED | UNKNOWN;
  return isReadyThere(state) && !terminating ? WANTED : WANTED | LACKING;
}
/** Tally flags of a DaemonSet's cell on its node, by byte. */
export const TALLY = Uint8Array.from({ length: 256 }, (_, byte) => tallyOf(byte));

/** Reports whether a DaemonSet wants a pod on a node and has no ready, non-terminating pod there. */
export const isLacking = (byte: CellByte): boolean => ((TALLY[byte] ?? 0) & LACKING) !== 0;
