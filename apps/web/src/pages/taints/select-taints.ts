import { isKeptOut } from "@daemonscope/daemonset/placement/taints/taint-effect-on-pods";
import type { TaintCell, TaintLoss, TaintRow } from "@daemonscope/daemonset/placement/taints/taint-matrix";
import type { DaemonSetKey } from "@daemonscope/daemonset/records/records";
import { taintText } from "@daemonscope/kube/matching/kubectl-notation";
import { isNodeStateTaint } from "@daemonscope/kube/node-signs";
import type { TaintsAnswer } from "@daemonscope/shared/http/answers";

interface TaintColumn {
  readonly key: DaemonSetKey;
  /** Position of its cells in the rows of the answer. */
  readonly at: number;
  /** Placements that taints block and that have no pod; the sum of all columns is the `off` of the plan. */
  readonly off: number;
  /** Placements that taints refuse and that still have a pod. */
  readonly kept: number;
}

export interface TaintLine {
  /** As in kubectl and in the link. */
  readonly text: string;
  readonly row: TaintRow;
  /** Cells in the order of the columns. */
  readonly cells: readonly (TaintCell | null)[];
}

interface TaintGroup {
  readonly effect: string;
  readonly lines: readonly TaintLine[];
}

export interface TaintPlan {
  readonly columns: readonly TaintColumn[];
  readonly groups: readonly TaintGroup[];
  /** Lines of all groups, in the order of the groups. */
  readonly lines: readonly TaintLine[];
  readonly taints: number;
  /** Taints among these that block a placement of a DaemonSet. */
  readonly keepingOff: number;
  /** DaemonSets with placements that taints block and that have no pod. */
  readonly losers: number;
  /** Placements that taints refuse and that have no pod. */
  readonly off: number;
  /** Placements that taints refuse and that still have a pod. */
  readonly kept: number;
}

/** A cell by its line and column. */
export interface PickedCell {
  readonly line: number;
  readonly column: number;
}

const offOf = ({ places, kept }: TaintLoss): number => places - kept;

/** Returns the matrix as the page draws it: DaemonSets in the given order, all others last. */
export function planTaints(answer: TaintsAnswer, order: readonly DaemonSetKey[]): TaintPlan {
  const positions = new Map(order.map((key, at) => [key, at]));
  const positionOf = (key: DaemonSetKey): number => positions.get(key) ?? order.length;
  const columns = answer.daemonSets
    .map(({ key, loss }, at) => ({ key, at, off: offOf(loss), kept: loss.kept }))
    .sort((a, b) => positionOf(a.key) - positionOf(b.key) || a.at - b.at);
  const lines = answer.rows.map((row) => ({
    row,
    text: taintText(row.taint),
    cells: columns.map(({ at }) => row.cells[at] ?? null),
  }));
  const groups: { effect: string; lines: TaintLine[] }[] = [];
  for (const line of lines) {
    const { effect } = line.row.taint;
    const last = groups.at(-1);
    if (last?.effect === effect) last.lines.push(line);
    else groups.push({ effect, lines: [line] });
  }
  const losses = answer.daemonSets.map(({ loss }) => loss);
  return {
    columns,
    groups,
    lines,
    taints: answer.taintCount,
    keepingOff: answer.keepingOffCount,
    losers: losses.filter((loss) => offOf(loss) > 0).length,
    off: losses.reduce((sum, loss) => sum + offOf(loss), 0),
    kept: losses.reduce((sum, loss) => sum + loss.kept, 0),
  };
}

/** Weight of a misscheduled pod: more than any number of blocked nodes. */
const MISSCHEDULED_WEIGHT = 1_000_000;

/** Returns the pods of a cell on nodes that are Ready and stay. */
export const misscheduledIn = (cell: TaintCell | null): number => (cell === null ? 0 : cell.kept - cell.excused);

/** Returns the urgency of a cell, as in the verdict. Taints that follow from the state of a node need nothing. */
function weightOf({ row }: TaintLine, cell: TaintCell | null): number {
  if (cell === null) return 0;
  if (misscheduledIn(cell) > 0) return MISSCHEDULED_WEIGHT + cell.wants;
  return isKeptOut(cell.answer) && !isNodeStateTaint(row.taint) ? 1 + cell.wants : 0.5;
}

/** Returns the cell of a link. Otherwise the cell with the largest loss in the line or column of the link, or in
 *  all. Undefined if the line or column does not exist. */
export function pickCell({ lines, columns }: TaintPlan, taint: string | undefined, daemonSet: string | undefined): PickedCell | undefined {
  const line = taint === undefined ? undefined : lines.findIndex(({ text }) => text === taint);
  const column = daemonSet === undefined ? undefined : columns.findIndex(({ key }) => key === daemonSet);
  if (line === -1 || column === -1) return undefined;
  let best: PickedCell | undefined;
  let weight = -1;
  for (const [eachLine, each] of lines.entries()) {
    if (line !== undefined && line !== eachLine) continue;
    for (const eachColumn of column === undefined ? columns.keys() : [column]) {
      const found = weightOf(each, each.cells[eachColumn] ?? null);
      if (found <= weight) continue;
      weight = found;
      best = { line: eachLine, column: eachColumn };
    }
  }
  return best;
}

/** Returns the cell that a key leads to; undefined for a key that the grid does not handle. Page Up and Page Down go
 *  to the start of a group. */
export function stepFrom({ lines, columns, groups }: TaintPlan, from: PickedCell, key: string, isWhole: boolean): PickedCell | undefined {
  const lastLine = lines.length - 1;
  const lastColumn = columns.length - 1;
  const starts: number[] = [];
  let start = 0;
  for (const group of groups) {
    starts.push(start);
    start += group.lines.length;
  }
  switch (key) {
    case "ArrowUp":
      return { ...from, line: Math.max(0, from.line - 1) };
    case "ArrowDown":
      return { ...from, line: Math.min(lastLine, from.line + 1) };
    case "ArrowLeft":
      return { ...from, column: Math.max(0, from.column - 1) };
    case "ArrowRight":
      return { ...from, column: Math.min(lastColumn, from.column + 1) };
    case "Home":
      return { line: isWhole ? 0 : from.line, column: 0 };
    case "End":
      return { line: isWhole ? lastLine : from.line, column: lastColumn };
    case "PageUp":
      return { ...from, line: starts.findLast((each) => each < from.line) ?? 0 };
    case "PageDown":
      return { ...from, line: starts.find((each) => each > from.line) ?? lastLine };
    default:
      return undefined;
  }
}
