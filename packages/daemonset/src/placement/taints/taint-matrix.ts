import { appendTo } from "@daemonscope/kube/base/append-to";
import { compareTexts } from "@daemonscope/kube/base/compare-texts";
import { DEFAULT_GATES, type MatchingGates } from "@daemonscope/kube/matching/toleration";
import { excusesPods, isEndingTaint, isNodeStateTaint } from "@daemonscope/kube/node-signs";
import type { PodTemplateSummary, Taint } from "@daemonscope/kube/objects";
import { timeMs } from "@daemonscope/kube/values/time";
import { compilePlacement } from "../compile-placement.ts";
import { type NodeClass, NodeClasses } from "../node-classes.ts";
import type { PlacementNode } from "../placement-node.ts";
import { matchesNodeName } from "../required-labels.ts";
import { isKeptOut, type TaintEffectOnPods, taintEffectOnPods } from "./taint-effect-on-pods.ts";

/** One taint and one DaemonSet: counts of the nodes that have the taint and match node name, selector and affinity. */
export interface TaintCell {
  readonly answer: TaintEffectOnPods;
  /** Number of nodes; never 0. */
  readonly wants: number;
  /** Nodes with a pod of the DaemonSet. Counted only if the taint is not tolerated. */
  readonly kept: number;
  /** The number of `kept` on nodes that are NotReady or end: these pods are not misscheduled (rules N2, R11). */
  readonly excused: number;
  /** Nodes where no other taint refuses the pod, so that a pod would run there without this taint. */
  readonly only: number;
}

/** A taint that some node has, by key, value and effect. */
export interface TaintRow {
  readonly taint: { readonly key: string; readonly value: string; readonly effect: string };
  readonly nodes: number;
  /** The newest `timeAdded` of the nodes. kubectl writes none for NoSchedule. */
  readonly addedAtMs: number | undefined;
  /** One cell per DaemonSet, in their order. Null if the DaemonSet wants none of the nodes. */
  readonly cells: readonly (TaintCell | null)[];
}

/** Reports whether a taint keeps some DaemonSet off a node that it wants and where it has no pod, regardless of the
 *  state of the node. */
export const excludesPods = ({ taint, cells }: TaintRow): boolean =>
  !isNodeStateTaint(taint) && cells.some((cell) => cell !== null && isKeptOut(cell.answer) && cell.wants > cell.kept);

/** Total effect of taints on one DaemonSet, each node counted once. Nodes that end do not count, and neither do taints
 *  that follow from the state of a node. */
export interface TaintLoss {
  /** Nodes that it wants and that a taint refuses. */
  readonly places: number;
  /** The number of `places` with a misscheduled pod of the DaemonSet. */
  readonly kept: number;
}

interface TaintMatrix {
  readonly rows: readonly TaintRow[];
  /** One per DaemonSet, in their order. */
  readonly losses: readonly TaintLoss[];
}

interface TaintMatrixInput {
  readonly nodes: Iterable<PlacementNode>;
  readonly templates: readonly PodTemplateSummary[];
  /** Reports whether the DaemonSet with this index has a pod on a node. Called only if a taint refuses it. */
  readonly hasPod: (daemonSet: number, node: string) => boolean;
  readonly gates?: MatchingGates;
}

type Counts = { -readonly [Field in keyof TaintCell]: TaintCell[Field] };

interface RowCounts {
  readonly taint: TaintRow["taint"];
  readonly answers: readonly TaintEffectOnPods[];
  readonly cells: (Counts | null)[];
  nodes: number;
  addedAtMs: number | undefined;
}

const EFFECTS = ["NoExecute", "NoSchedule", "PreferNoSchedule"];
const effectRank = (effect: string): number => (EFFECTS.includes(effect) ? EFFECTS.indexOf(effect) : EFFECTS.length);

/** Strongest effect first, then most nodes. */
function compareRows(a: TaintRow, b: TaintRow): number {
  return (
    effectRank(a.taint.effect) - effectRank(b.taint.effect) ||
    b.nodes - a.nodes ||
    compareTexts(a.taint.key, b.taint.key) ||
    compareTexts(a.taint.value, b.taint.value) ||
    compareTexts(a.taint.effect, b.taint.effect)
  );
}

function latest(atMs: number | undefined, timeAdded: string | undefined): number | undefined {
  const addedAtMs = timeAdded === undefined ? undefined : timeMs(timeAdded);
  return addedAtMs === undefined ? atMs : Math.max(atMs ?? addedAtMs, addedAtMs);
}

/** Returns a filter for nodes of one class: the nodes that a template would want if they had no taint. */
function wantsOf(template: PodTemplateSummary, gates: MatchingGates): (alike: readonly PlacementNode[]) => readonly PlacementNode[] {
  const verdictOn = compilePlacement(template, gates);
  const isWanted = ({ name, labels }: PlacementNode): boolean => verdictOn({ name, labels, taints: [] }) === "run";
  if (matchesNodeName(template)) return (alike) => alike.filter(isWanted);
  return (alike) => (alike[0] !== undefined && isWanted(alike[0]) ? alike : []);
}

/** Matches each taint of the nodes against each template: O(nodes + classes of tainted nodes × templates).
 *  On each node it agrees with explainPlacement (rules P1–P10). */
export function taintMatrix({ nodes, templates, hasPod, gates = DEFAULT_GATES }: TaintMatrixInput): TaintMatrix {
  const classes = new NodeClasses();
  for (const template of templates) classes.mention(template);
  const wantedBy = templates.map((template) => wantsOf(template, gates));
  const rowCounts = new Map<string, RowCounts>();
  const losses = templates.map(() => ({ places: 0, kept: 0 }));

  const rowOf = (taint: Taint): RowCounts => {
    const { key, value = "", effect } = taint;
    const text = `${effect}\u0000${key}\u0000${value}`;
    let row = rowCounts.get(text);
    if (row === undefined) {
      const answers = templates.map((template) => taintEffectOnPods(template, taint, gates));
      row = { taint: { key, value, effect }, answers, cells: templates.map(() => null), nodes: 0, addedAtMs: undefined };
      rowCounts.set(text, row);
    }
    return row;
  };

  const tainted = new Map<NodeClass, PlacementNode[]>();
  for (const node of nodes) {
    if (node.taints.length === 0) continue;
    const nodeClass = classes.classOf(node);
    appendTo(tainted, nodeClass, node);
    for (const taint of node.taints) rowOf(taint).addedAtMs = latest(rowOf(taint).addedAtMs, taint.timeAdded);
  }
  for (const alike of tainted.values()) {
    const isEnding = alike[0]?.taints.some(isEndingTaint) === true;
    const isExcused = alike[0]?.taints.some(excusesPods) === true;
    const rowsOfClass = new Set(alike[0]?.taints.map(rowOf));
    for (const row of rowsOfClass) row.nodes += alike.length;
    templates.forEach((_, at) => {
      const wanting = wantedBy[at]?.(alike) ?? [];
      if (wanting.length === 0) return;
      const refusing = [...rowsOfClass].filter((row) => isKeptOut(row.answers[at] ?? "ignored"));
      const kept = refusing.length === 0 ? 0 : wanting.reduce((sum, { name }) => sum + (hasPod(at, name) ? 1 : 0), 0);
      const loss = losses[at];
      if (loss !== undefined && !isEnding) {
        const misscheduled = isExcused ? 0 : kept;
        const isRefused = refusing.some(({ taint }) => !isNodeStateTaint(taint));
        loss.places += isRefused ? wanting.length - kept + misscheduled : misscheduled;
        loss.kept += misscheduled;
      }
      for (const row of rowsOfClass) {
        const answer = row.answers[at] ?? "ignored";
        let cell = row.cells[at];
        if (cell === null || cell === undefined) {
          cell = { answer, wants: 0, kept: 0, excused: 0, only: 0 };
          row.cells[at] = cell;
        }
        cell.wants += wanting.length;
        if (!isKeptOut(answer)) continue;
        cell.kept += kept;
        if (isExcused) cell.excused += kept;
        if (refusing.length === 1) cell.only += wanting.length;
      }
    });
  }
  const rows = [...rowCounts.values()].map(({ taint, nodes: count, addedAtMs, cells }) => ({ taint, nodes: count, addedAtMs, cells }));
  return { rows: rows.sort(compareRows), losses };
}
