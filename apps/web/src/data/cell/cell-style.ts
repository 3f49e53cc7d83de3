import { CELL_FACTS, type CellByte, type CellState, cellOf } from "@daemonscope/daemonset/pair/cell/cell";
import type { NodeRecord } from "@daemonscope/daemonset/records/records";
import type { Taint } from "@daemonscope/kube/objects";
import { isConditionTaint } from "@daemonscope/kube/well-known";
import type { Shade } from "./shade.ts";

/** The strongest taint that a node does not share with its group, drawn as a cap over the cell. */
export type TaintCap = "none" | "NoSchedule" | "NoExecute" | "PreferNoSchedule";

/**
 * The style of one cell at any size: `drawCell` draws a function of this and of the palette. `old`: the pod is not of
 * the current revision. `surge`: a new pod runs next to an old one, and the state is that of the new pod. `fill`: the
 * elapsed share of minReadySeconds, 0 to 1; only a ready cell shows it.
 */
export interface CellStyle {
  readonly state: CellState;
  readonly old: boolean;
  readonly surge: boolean;
  readonly terminating: boolean;
  readonly nodeUnready: boolean;
  /** The node is on its way out, and that explains the state. */
  readonly leaving?: true;
  readonly cordoned: boolean;
  readonly taint: TaintCap;
  readonly fill: number;
  /** The lens pattern that replaces the pod's variant and the NotReady mark. Taint caps and the cordon cut stay. */
  readonly shade?: Shade;
}

/** The level of a ready cell if the elapsed share of minReadySeconds is unknown. */
const DEFAULT_FILL = 0.5;

const PLAIN: CellStyle = {
  state: "available",
  old: false,
  surge: false,
  terminating: false,
  nodeUnready: false,
  cordoned: false,
  taint: "none",
  fill: DEFAULT_FILL,
};

/** Returns a style with one state and only the given `marks`, for legends and icons. */
export function plainCellStyle(state: CellState, marks: Partial<CellStyle> = {}): CellStyle {
  return { ...PLAIN, state, ...marks };
}

export const sameTaint = (a: Taint, b: Taint): boolean => a.key === b.key && a.effect === b.effect && (a.value ?? "") === (b.value ?? "");

/**
 * Returns the cap over a node's cell for the taints that its group does not share. Condition taints are excluded,
 * because they mirror a node condition or the cordon.
 */
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

/** Returns the style of one cell (node × DaemonSet). Omits `sharedTaints`, which the group's heading draws once. */
export function cellStyleOf(
  byte: CellByte,
  node: Pick<NodeRecord, "taints" | "unschedulable"> | undefined,
  sharedTaints: readonly Taint[] = [],
  fill: number = DEFAULT_FILL,
): CellStyle {
  const cell = cellOf(byte);
  const isPod = CELL_FACTS[cell.state].pod !== "none";
  return {
    state: cell.state,
    old: isPod && cell.oldRevision,
    surge: isPod && cell.twoPods,
    terminating: isPod && cell.terminating,
    nodeUnready: cell.nodeUnready,
    ...(cell.leaving === true ? { leaving: true } : {}),
    cordoned: node?.unschedulable === true,
    taint: node === undefined ? "none" : taintCapOf(node.taints, sharedTaints),
    fill,
  };
}

/** Distinct levels of `fill`. Finer steps would not be visible. */
const FILL_STEPS = 20;

/** Returns equal keys for styles that draw the same. Keys the sprite cache, and detects changed cells. */
export function cellStyleKey(look: CellStyle): string {
  if (look.shade !== undefined) return `${look.shade}/${look.cordoned ? "c" : ""}/${look.taint}`;
  const fill = look.state === "ready" && !look.terminating ? Math.round(look.fill * FILL_STEPS) : 0;
  return `${look.state}/${look.old ? "o" : ""}${look.surge ? "s" : ""}${look.terminating ? "t" : ""}${look.nodeUnready ? "u" : ""}${look.leaving === true ? "l" : ""}${look.cordoned ? "c" : ""}/${look.taint}/${fill}`;
}
