import type { DaemonSetKey } from "@daemonscope/daemonset/records/records";
import { sortedRowIds } from "@daemonscope/shared/state/row-ids";
import type { NodeStates } from "../../data/nodes/select-node-states.ts";
import { needsHelp } from "./node-text.ts";

/** Returns at most `count` rows in the order of the verdict: nodes that lack an agent, NotReady nodes, other nodes that
 *  need help, and the rest by name. `worstFirst`: all rows, those that lack most first. O(nodes × DaemonSets). */
export function shortRows(
  states: NodeStates,
  worstFirst: Iterable<number>,
  troubled: ReadonlySet<DaemonSetKey>,
  count: number,
): readonly number[] {
  const lacking: number[] = [];
  const unready: number[] = [];
  const others: number[] = [];
  for (const row of worstFirst) {
    if (lacking.length === count) break;
    if (!needsHelp(states, row, troubled)) continue;
    if ((states.lacks[row] ?? 0) > 0) lacking.push(row);
    else (states.records[row]?.ready === "True" ? others : unready).push(row);
  }
  const rows = [...lacking, ...unready, ...others].slice(0, count);
  // The rest by name, so that a rollout does not move its rows.
  for (const row of sortedRowIds(states.rows)) {
    if (rows.length === count) break;
    if (!needsHelp(states, row, troubled)) rows.push(row);
  }
  return rows;
}
