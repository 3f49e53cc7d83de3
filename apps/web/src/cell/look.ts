import { CELL_FACTS, type CellByte, type CellState, cellOf } from "@daemonscope/daemonset/cell/cell";
import type { NodeRecord } from "@daemonscope/daemonset/records/records";
import type { Taint } from "@daemonscope/kube/objects";
import { isConditionTaint } from "@daemonscope/kube/well-known";
import type { Shade } from "./shade.ts";

/** The strongest taint of a node that is its own: drawn as a cap over the cell. */
export type TaintCap = "none" | "NoSchedule" | "NoExecute" | "PreferNoSchedule";

/** Everything that one cell shows, at any size: what `drawCell` draws is a function of this and of the palette.
 *  `old`: the pod is not of the current revision. `surge`: a new pod beside an old one; the state is the new one's.
 *  `fill`: how far minReadySeconds has run, 0 to 1; only a ready cell shows it. */
export interface CellLook {
  readonly state: CellState;
  readonly old: boolean;
  readonly surge: boolean;
  readonly terminating: boolean;
  readonly nodeUnready: boolean;
  readonly cordoned: boolean;
  readonly taint: TaintCap;
  readonly fill: number;
  /** Under a lens: what takes the place of the pod's figure. Marks of the node stay. */
  readonly shade?: Shade;
}

const DEFAULT_FILL = 0.5;

const PLAIN: CellLook = {
  state: "available",
  old: false,
  surge: false,
  terminating: false,
  nodeUnready: false,
  cordoned: false,
  taint: "none",
  fill: DEFAULT_FILL,
};

/** A look with one state and nothing else but `marks`: for legends and icons. */
export function plainLook(state: CellState, marks: Partial<CellLook> = {}): CellLook {
  return { ...PLAIN, state, ...marks };
}

export const sameTaint = (a: Taint, b: Taint): boolean => a.key === b.key && a.effect === b.effect && (a.value ?? "") === (b.value ?? "");

/** The cap over a node's cell for the taints that its group does not share. Those of conditions are shown as NotReady and cordoned instead. */
export function taintCapOf(taints: readonly Taint[], sharedTaints: readonly Taint[]): TaintCap {
  let cap: TaintCap = "none";
  for (const taint of taints) {
    if (isConditionTaint(taint) || sharedTaints.some((shared) => sameTaint(shared, taint))) continue;
    if (taint.effect === "NoExecute") return "NoExecute";
    if (taint.effect === "NoSchedule") cap = "NoSchedule";
    else if (taint.effect === "PreferNoSchedule" && cap === "none") cap = "PreferNoSchedule";
  }
  return cap;
}

/** The look of one node × DaemonSet. `sharedTaints` are drawn once elsewhere and left out here. */
export function lookOf(
  byte: CellByte,
  node: Pick<NodeRecord, "taints" | "unschedulable"> | undefined,
  sharedTaints: readonly Taint[] = [],
  fill: number = DEFAULT_FILL,
): CellLook {
  const cell = cellOf(byte);
  const isPod = CELL_FACTS[cell.state].pod !== "none";
  return {
    state: cell.state,
    old: isPod && cell.oldRevision,
    surge: isPod && cell.twoPods,
    terminating: isPod && cell.terminating,
    nodeUnready: cell.nodeUnready,
    cordoned: node?.unschedulable === true,
    taint: node === undefined ? "none" : taintCapOf(node.taints, sharedTaints),
    fill,
  };
}

/** Levels of `fill` that are told apart: finer steps could not be seen. */
const FILL_STEPS = 20;

/** Equal for looks that draw the same: the key of the sprite cache and of "has this cell changed". */
export function lookKey(look: CellLook): string {
  if (look.shade !== undefined) return `${look.shade}/${look.cordoned ? "c" : ""}/${look.taint}`;
  const fill = look.state === "ready" && !look.terminating ? Math.round(look.fill * FILL_STEPS) : 0;
  return `${look.state}/${look.old ? "o" : ""}${look.surge ? "s" : ""}${look.terminating ? "t" : ""}${look.nodeUnready ? "u" : ""}${look.cordoned ? "c" : ""}/${look.taint}/${fill}`;
}
