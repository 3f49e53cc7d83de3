import { CELL_FACTS, type CellByte, cellOf, hasReadyPod } from "@daemonscope/daemonset/pair/cell/cell";

// An agent is the pod of one DaemonSet on one node. Its tally, a set of flags, is derived from the byte of their cell.

/** The DaemonSet wants a pod on the node, or only the state of the node makes its pod there unwanted. */
export const WANTED = 1;
/** No ready, non-terminating pod exists. Occurs only with `WANTED`. */
export const MISSING = 2;
/** Pods were not read. Occurs only with `WANTED`, and never with `MISSING`. */
export const UNKNOWN = 4;

function tallyOf(byte: CellByte): number {
  const { state, terminating, nodeUnready, leaving } = cellOf(byte);
  const { isWanted, pod } = CELL_FACTS[state];
  // On a NotReady node the pod belongs there again once the node is Ready. On a node that leaves, it ends with it.
  if (state === "misscheduled" && (nodeUnready || leaving === true)) return WANTED;
  if (!isWanted) return 0;
  if (pod === "unread") return WANTED | UNKNOWN;
  return hasReadyPod(state) && !terminating ? WANTED : WANTED | MISSING;
}

/** The tally of each possible cell byte. */
export const AGENT_TALLY = Uint8Array.from({ length: 256 }, (_, byte) => tallyOf(byte));

/** Reports whether a DaemonSet wants a pod on a node and has no ready, non-terminating pod there. */
export const isMissingAgent = (byte: CellByte): boolean => ((AGENT_TALLY[byte] ?? 0) & MISSING) !== 0;
