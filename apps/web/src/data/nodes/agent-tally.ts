import { CELL_FACTS, type CellByte, cellOf, hasReadyPod } from "@daemonscope/daemonset/pair/cell/cell";

/** Flags of a tally. `MISSING` and `UNKNOWN` occur only with `WANTED`. */
export const WANTED = 1;
export const MISSING = 2;
export const UNKNOWN = 4;

function tallyOf(byte: CellByte): number {
  const { state, terminating } = cellOf(byte);
  const { isWanted, pod } = CELL_FACTS[state];
  if (!isWanted) return 0;
  if (pod === "unread") return WANTED | UNKNOWN;
  return hasReadyPod(state) && !terminating ? WANTED : WANTED | MISSING;
}
/** Tally flags of a DaemonSet's cell on its node, by byte. */
export const AGENT_TALLY = Uint8Array.from({ length: 256 }, (_, byte) => tallyOf(byte));

/** Reports whether a DaemonSet wants a pod on a node and has no ready, non-terminating pod there. */
export const isMissingAgent = (byte: CellByte): boolean => ((AGENT_TALLY[byte] ?? 0) & MISSING) !== 0;
