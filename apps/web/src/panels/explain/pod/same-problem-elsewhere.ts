import { type CellByte, cellState } from "@daemonscope/daemonset/pair/cell/cell";
import type { CauseFact } from "@daemonscope/daemonset/records/cause-fact";
import { causeKey } from "@daemonscope/daemonset/records/cause-key";
import type { Cause, DaemonSetRecord } from "@daemonscope/daemonset/records/records";

/**
 * Reports whether a node belongs to a cause. A cause lists its first nodes in order; for later nodes the cell decides.
 */
function isAmong({ nodes, count, state }: Cause, node: string, byte: CellByte | undefined): boolean {
  if (nodes.includes(node)) return true;
  const last = nodes.at(-1);
  return count > nodes.length && last !== undefined && node > last && byte !== undefined && cellState(byte) === state;
}

/**
 * Returns the number of other nodes with the same problem, and the first names; undefined if unknown. `byte`: the cell
 * of this node.
 */
export function sameProblemElsewhere(
  record: Pick<DaemonSetRecord, "causes"> | undefined,
  trouble: CauseFact,
  node: string,
  byte: CellByte | undefined,
): { readonly count: number; readonly nodes: readonly string[] } | undefined {
  const isPodProblem = ({ state }: Cause) => state === "failing" || state === "unscheduled" || state === "starting" || state === "missing";
  const groups = record?.causes.filter((cause) => isPodProblem(cause) && causeKey(cause.cause) === causeKey(trouble)) ?? [];
  if (groups.length === 0) return undefined;
  return {
    count: groups.reduce((sum, group) => sum + group.count - (isAmong(group, node, byte) ? 1 : 0), 0),
    nodes: groups.flatMap(({ nodes }) => nodes.filter((name) => name !== node)),
  };
}
