/** One byte per node × DaemonSet: the low 4 bits are the state, also with `leaving`, and the high 4 bits are flags. The
 *  only definition for the wire, the model and the drawing. */

/** In the order of their codes.
 *  `excluded`: no pod wanted and none exists. `missing`: wanted, no pod. `unscheduled`: a pod waits for the
 *  scheduler. `starting`: on its node, not ready. `failing`: waiting does not help (pods/failing-reason.ts); in a
 *  crash loop also while it is ready for a moment. `ready`: ready, not yet available. `misscheduled`: a pod on a node
 *  that wants none. `unknown`: pods were not read, and a pod is wanted or may stay. A terminating pod keeps its state
 *  and has the flag. */
export const CELL_STATES = [
  "excluded",
  "missing",
  "unscheduled",
  "starting",
  "failing",
  "ready",
  "available",
  "misscheduled",
  "unknown",
] as const;

export type CellState = (typeof CELL_STATES)[number];

/** Properties of a state. Code reads these instead of a list of states.
 *  `isWanted`: the controller wants a pod on the node; for `unknown` it may only let one stay.
 *  `pod`: progress of the existing pod. `none`: no pod exists; `any`: the progress does not matter; `unread`: pods
 *  were not read. */
interface CellFacts {
  readonly isWanted: boolean;
  readonly pod: "none" | "unscheduled" | "starting" | "failing" | "ready" | "available" | "any" | "unread";
}

export const CELL_FACTS: Readonly<Record<CellState, CellFacts>> = {
  excluded: { isWanted: false, pod: "none" },
  missing: { isWanted: true, pod: "none" },
  unscheduled: { isWanted: true, pod: "unscheduled" },
  starting: { isWanted: true, pod: "starting" },
  failing: { isWanted: true, pod: "failing" },
  ready: { isWanted: true, pod: "ready" },
  available: { isWanted: true, pod: "available" },
  misscheduled: { isWanted: false, pod: "any" },
  unknown: { isWanted: true, pod: "unread" },
};

/** Reports whether a pod is wanted and Ready, available or not. */
export const hasReadyPod = (state: CellState): boolean => CELL_FACTS[state].pod === "ready" || CELL_FACTS[state].pod === "available";

/** States that are expected on a node on its way out, which takes its pods with it. */
const LEAVING_STATES = ["missing", "unscheduled", "starting", "failing", "misscheduled"] as const satisfies readonly CellState[];

/** The state of each code. The codes from `LEAVING_FROM` on mean the state with `leaving`. */
const STATE_OF_CODE: readonly CellState[] = [...CELL_STATES, ...LEAVING_STATES];
const LEAVING_FROM = CELL_STATES.length;
const CODE_BITS = 0x0f;

/** `oldRevision`: the pod whose state is shown is not of the current revision. `terminating`: it has a
 *  deletionTimestamp. `nodeUnready`: the node's Ready condition is not True.
 *  `twoPods`: an old and a new pod are both live (surge); the state is that of the new pod. */
export const CELL_FLAGS = { oldRevision: 0x10, terminating: 0x20, twoPods: 0x40, nodeUnready: 0x80 } as const;

export type CellByte = number;

export interface Cell {
  readonly state: CellState;
  readonly oldRevision: boolean;
  readonly terminating: boolean;
  readonly twoPods: boolean;
  readonly nodeUnready: boolean;
  /** The node is on its way out, and that explains the state (rule N2). */
  readonly leaving?: true;
}

const codeOf = new Map<CellState, number>(CELL_STATES.map((state, code) => [state, code]));
const leavingCodeOf = new Map<CellState, number>(LEAVING_STATES.map((state, at) => [state, LEAVING_FROM + at]));

export function cellByte(cell: Cell): CellByte {
  const code = codeOf.get(cell.state) ?? 0;
  return (
    (cell.leaving === true ? (leavingCodeOf.get(cell.state) ?? code) : code) |
    (cell.oldRevision ? CELL_FLAGS.oldRevision : 0) |
    (cell.terminating ? CELL_FLAGS.terminating : 0) |
    (cell.twoPods ? CELL_FLAGS.twoPods : 0) |
    (cell.nodeUnready ? CELL_FLAGS.nodeUnready : 0)
  );
}

/** Returns the state of a cell byte. An unknown code of a newer server becomes `unknown`. */
export function cellState(byte: CellByte): CellState {
  return STATE_OF_CODE[byte & CODE_BITS] ?? "unknown";
}

/** Reports whether the node is on its way out, and that explains the state. */
export function isLeavingCell(byte: CellByte): boolean {
  const code = byte & CODE_BITS;
  return code >= LEAVING_FROM && code < STATE_OF_CODE.length;
}

/** Returns a cell with its state alone, without flags of pod and node. */
export const withoutFlags = (byte: CellByte): CellByte => byte & CODE_BITS;

export function hasFlag(byte: CellByte, flag: keyof typeof CELL_FLAGS): boolean {
  return (byte & CELL_FLAGS[flag]) !== 0;
}

export function cellOf(byte: CellByte): Cell {
  return {
    state: cellState(byte),
    oldRevision: hasFlag(byte, "oldRevision"),
    terminating: hasFlag(byte, "terminating"),
    twoPods: hasFlag(byte, "twoPods"),
    nodeUnready: hasFlag(byte, "nodeUnready"),
    ...(isLeavingCell(byte) ? { leaving: true } : {}),
  };
}
