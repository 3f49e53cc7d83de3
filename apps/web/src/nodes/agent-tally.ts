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
/** What a DaemonSet's cell counts as on its node, by byte. */
export const TALLY = Uint8Array.from({ length: 256 }, (_, byte) => tallyOf(byte));

/** Says whether a DaemonSet wants a pod on a node and has no ready one there that stays. */
export const isLacking = (byte: CellByte): boolean => ((TALLY[byte] ?? 0) & LACKING) !== 0;
