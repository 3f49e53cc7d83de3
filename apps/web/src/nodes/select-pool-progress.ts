import { cellOf } from "@daemonscope/daemonset/cell/cell";
import type { DaemonSetKey } from "@daemonscope/daemonset/model/records";
import { type Figure, figureOf } from "../cell/figure.ts";
import { type Grouping, groupOf } from "../grid/grouping.ts";
import type { NodeStates } from "./select-node-states.ts";

/** How far a DaemonSet is in one group of nodes. `updated`: nodes with a pod of the current revision and none of an old one, as the grid counts them. */
export interface PoolProgress {
  readonly group: string;
  readonly wanted: number;
  readonly updated: number;
  readonly failing: number;
  readonly figures: ReadonlyMap<Figure, number>;
}

/** The groups that want the DaemonSet, the worst first: with most failing, then with most to do. Empty when there is no such DaemonSet. */
export function selectPoolProgress({ columns, cells, nodes }: NodeStates, key: DaemonSetKey, grouping: Grouping): readonly PoolProgress[] {
  const column = columns.indexOf(key);
  if (column < 0) return [];
  const groups = new Map<string, { wanted: number; updated: number; failing: number; figures: Map<Figure, number> }>();
  for (const { row, record } of nodes) {
    const cell = cellOf(cells[row * columns.length + column] ?? 0);
    if (cell.state === "excluded" || cell.state === "misscheduled") continue;
    const name = groupOf(record, grouping);
    const group = groups.get(name) ?? { wanted: 0, updated: 0, failing: 0, figures: new Map() };
    const figure = figureOf({ state: cell.state, old: cell.oldRevision, terminating: cell.terminating });
    group.wanted++;
    if (cell.state !== "missing" && !cell.oldRevision && !cell.twoPods) group.updated++;
    if (figure === "failing") group.failing++;
    group.figures.set(figure, (group.figures.get(figure) ?? 0) + 1);
    groups.set(name, group);
  }
  return [...groups]
    .map(([group, counts]) => ({ group, ...counts }))
    .sort((a, b) => b.failing - a.failing || b.wanted - b.updated - (a.wanted - a.updated) || (a.group < b.group ? -1 : 1));
}
