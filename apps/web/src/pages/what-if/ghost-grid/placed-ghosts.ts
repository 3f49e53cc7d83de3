import { appendTo } from "@daemonscope/kube/base/append-to";
import { GHOSTS, type Ghost } from "@daemonscope/shared/http/what-if";
import { sortedRowIds } from "@daemonscope/shared/state/row-ids";
import { initialVersionStamp } from "../../../data/computed/computed.ts";
import { compareGroups, type Grouping } from "../../../data/rows/grouping.ts";
import { groupsOver } from "../../../data/rows/groupings.ts";
import { legendCounts } from "../../../data/rows/legend-counts.ts";
import type { NodeCells } from "../../../data/rows/node-cells.ts";
import { PROGRESS_TALLY, rebuildGroup } from "../../../data/rows/node-group.ts";
import { NOT_PLACED, type PlacedNodes } from "../../../data/rows/placed-nodes.ts";
import { UNSORTED } from "../../../data/rows/row-order.ts";
import type { EffectNodes } from "../../../panels/actions/effect/effect-nodes.ts";
import { type GhostColumn, ghostAt, previewCellByte } from "../../../panels/actions/effect/ghost-column.ts";
import type { WhatIfMoment } from "../what-if-display.ts";

/** Order of outcomes: losses first, then problems, additions and replacements; unchanged nodes last. */
const ORDER: Readonly<Record<Ghost, number>> = {
  goes: 0,
  unfit: 1,
  stays: 1,
  comes: 2,
  replacedByHand: 3,
  restarts: 4,
  same: 5,
};

/** Weight of an outcome when whole groups are compared. */
const WEIGHT: Readonly<Record<Ghost, number>> = { goes: 100, unfit: 60, stays: 60, comes: 8, replacedByHand: 2, restarts: 1, same: 0 };

/** Returns the nodes of a moment with their cells: current, or after the change. */
function cellsOf(nodes: EffectNodes, column: GhostColumn, moment: WhatIfMoment): NodeCells {
  const bytes = moment === "after" ? column.bytes.map((byte, row) => previewCellByte(byte, ghostAt(column, row))) : column.bytes;
  const records =
    moment === "before"
      ? nodes.now.map((record, row) => (nodes.joining.has(row) ? undefined : record))
      : moment === "after"
        ? nodes.then
        : nodes.then.map((record, row) => record ?? nodes.now[row]);
  return { ...initialVersionStamp(), rows: nodes.rows, records, bytes, tallyOf: (row) => PROGRESS_TALLY[bytes[row] ?? 0] ?? 0 };
}

/** Puts all nodes in groups: those that change most first, and in each group the nodes that lose a pod first. Unchanged
 *  groups are last. O(nodes × log nodes). */
export function placeGhosts(nodes: EffectNodes, column: GhostColumn, grouping: Grouping, moment: WhatIfMoment): PlacedNodes {
  const cells = cellsOf(nodes, column, moment);
  const groupOf = groupsOver(cells.records, grouping);
  const members = new Map<string, number[]>();
  for (const row of sortedRowIds(nodes.rows)) {
    const record = cells.records[row];
    if (record === undefined) continue;
    const group = groupOf(record);
    appendTo(members, group, row);
  }
  const rank = (row: number) => ORDER[GHOSTS[column.ghosts[row] ?? 0] ?? "same"];
  const weight = (rows: readonly number[]) => rows.reduce((sum, row) => sum + WEIGHT[ghostAt(column, row)], 0);
  const ordered = [...members].map(([name, rows]) => ({ name, weight: weight(rows), rows: rows.sort((a, b) => rank(a) - rank(b)) }));
  ordered.sort((a, b) => b.weight - a.weight || compareGroups(a.name, b.name));
  const groups = ordered.map(({ name, rows }) => rebuildGroup(cells, name, Uint32Array.from(rows)));
  const groupAt = new Int32Array(cells.bytes.length).fill(NOT_PLACED);
  for (const [index, { rows }] of groups.entries()) for (const row of rows) groupAt[row] = index;
  return {
    at: cells.at,
    since: undefined,
    cells,
    groupOf,
    groups,
    order: groups.map(({ rows }) => rows),
    groupAt,
    rankAtSort: new Uint8Array(cells.bytes.length).fill(UNSORTED),
    moved: 0,
    counts: legendCounts(cells),
  };
}
