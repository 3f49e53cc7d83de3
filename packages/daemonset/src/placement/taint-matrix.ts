import type { PodTemplateSummary, Taint } from "@daemonscope/kube/objects";
import { timeMs } from "@daemonscope/kube/time";
import { DEFAULT_GATES, type MatchingGates } from "@daemonscope/kube/toleration";
import { readsNames } from "./asked-of-nodes.ts";
import { compilePlacement } from "./compile-placement.ts";
import { type NodeClass, NodeClasses } from "./node-classes.ts";
import type { PlacementNode } from "./placement-node.ts";
import { isRefusal, type TaintAnswer, taintAnswer } from "./taint-answer.ts";

/** One taint and one DaemonSet, on the nodes that have the taint and that its node name, selector and affinity want. */
export interface TaintCell {
  readonly answer: TaintAnswer;
  /** Those nodes; never 0. */
  readonly wants: number;
  /** Of those: where a pod of it is. Counted only where the taint is not tolerated. */
  readonly kept: number;
  /** Of those: where no other taint refuses it, so that it would come without this one. */
  readonly only: number;
}

/** A taint that some node has, by key, value and effect. */
export interface TaintRow {
  readonly taint: { readonly key: string; readonly value: string; readonly effect: string };
  readonly nodes: number;
  /** The newest `timeAdded` among the nodes; kubectl writes none for NoSchedule. */
  readonly addedAtMs: number | undefined;
  /** One a DaemonSet, in their order; null where it wants none of the nodes. */
  readonly cells: readonly (TaintCell | null)[];
}

/** Whether a taint keeps some DaemonSet off a node that it wants and where no pod of it is. */
export const keepsOff = ({ cells }: TaintRow): boolean =>
  cells.some((cell) => cell !== null && isRefusal(cell.answer) && cell.wants > cell.kept);

/** What taints do to one DaemonSet in all, each node counted once. */
export interface TaintLoss {
  /** Nodes that it wants and that a taint refuses. */
  readonly places: number;
  /** Of those: where a pod of it is. */
  readonly kept: number;
}

export interface TaintMatrix {
  readonly rows: readonly TaintRow[];
  /** One a DaemonSet, in their order. */
  readonly losses: readonly TaintLoss[];
}

export interface TaintMatrixInput {
  readonly nodes: Iterable<PlacementNode>;
  readonly templates: readonly PodTemplateSummary[];
  /** Whether a pod of the DaemonSet with this index is on a node. Asked only where a taint refuses it. */
  readonly hasPod: (daemonSet: number, node: string) => boolean;
  readonly gates?: MatchingGates;
}

type Counts = { -readonly [Field in keyof TaintCell]: TaintCell[Field] };

interface Sheet {
  readonly taint: TaintRow["taint"];
  readonly answers: readonly TaintAnswer[];
  readonly cells: (Counts | null)[];
  nodes: number;
  addedAtMs: number | undefined;
}

const EFFECTS = ["NoExecute", "NoSchedule", "PreferNoSchedule"];
const placeOf = (effect: string): number => (EFFECTS.includes(effect) ? EFFECTS.indexOf(effect) : EFFECTS.length);
const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Strongest effect first, then most nodes. */
function compareRows(a: TaintRow, b: TaintRow): number {
  return (
    placeOf(a.taint.effect) - placeOf(b.taint.effect) ||
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

/** Which of some nodes of one class a template would want if none had a taint. */
function wantsOf(template: PodTemplateSummary, gates: MatchingGates): (alike: readonly PlacementNode[]) => readonly PlacementNode[] {
  const verdictOn = compilePlacement(template, gates);
  const isWanted = ({ name, labels }: PlacementNode): boolean => verdictOn({ name, labels, taints: [] }) === "run";
  if (readsNames(template)) return (alike) => alike.filter(isWanted);
  return (alike) => (alike[0] !== undefined && isWanted(alike[0]) ? alike : []);
}

/** Holds every taint of the nodes against every template: O(classes of tainted nodes × templates).
 *  On each node it agrees with explainPlacement (rules P1–P10). */
export function taintMatrix({ nodes, templates, hasPod, gates = DEFAULT_GATES }: TaintMatrixInput): TaintMatrix {
  const classes = new NodeClasses();
  for (const template of templates) classes.mention(template);
  const wantedBy = templates.map((template) => wantsOf(template, gates));
  const sheets = new Map<string, Sheet>();
  const losses = templates.map(() => ({ places: 0, kept: 0 }));

  const sheetOf = (taint: Taint): Sheet => {
    const { key, value = "", effect } = taint;
    const text = `${effect}\u0000${key}\u0000${value}`;
    let sheet = sheets.get(text);
    if (sheet === undefined) {
      const answers = templates.map((template) => taintAnswer(template, taint, gates));
      sheet = { taint: { key, value, effect }, answers, cells: templates.map(() => null), nodes: 0, addedAtMs: undefined };
      sheets.set(text, sheet);
    }
    return sheet;
  };

  const tainted = new Map<NodeClass, PlacementNode[]>();
  for (const node of nodes) {
    if (node.taints.length === 0) continue;
    const nodeClass = classes.classOf(node);
    const alike = tainted.get(nodeClass);
    if (alike === undefined) tainted.set(nodeClass, [node]);
    else alike.push(node);
    for (const taint of node.taints) sheetOf(taint).addedAtMs = latest(sheetOf(taint).addedAtMs, taint.timeAdded);
  }
  for (const alike of tainted.values()) {
    const here = new Set(alike[0]?.taints.map(sheetOf));
    for (const sheet of here) sheet.nodes += alike.length;
    templates.forEach((_, at) => {
      const wanting = wantedBy[at]?.(alike) ?? [];
      if (wanting.length === 0) return;
      const refusals = [...here].filter((sheet) => isRefusal(sheet.answers[at] ?? "ignored")).length;
      const kept = refusals === 0 ? 0 : wanting.reduce((sum, { name }) => sum + (hasPod(at, name) ? 1 : 0), 0);
      const loss = losses[at];
      if (loss !== undefined && refusals > 0) {
        loss.places += wanting.length;
        loss.kept += kept;
      }
      for (const sheet of here) {
        const answer = sheet.answers[at] ?? "ignored";
        let cell = sheet.cells[at];
        if (cell === null || cell === undefined) {
          cell = { answer, wants: 0, kept: 0, only: 0 };
          sheet.cells[at] = cell;
        }
        cell.wants += wanting.length;
        if (!isRefusal(answer)) continue;
        cell.kept += kept;
        if (refusals === 1) cell.only += wanting.length;
      }
    });
  }
  const rows = [...sheets.values()].map(({ taint, nodes: count, addedAtMs, cells }) => ({ taint, nodes: count, addedAtMs, cells }));
  return { rows: rows.sort(compareRows), losses };
}
