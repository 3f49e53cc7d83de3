import { type CellByte, cellState } from "@daemonscope/daemonset/cell/cell";
import { causeOfSetKey } from "@daemonscope/daemonset/records/cause-key";
import type { PodReason } from "@daemonscope/daemonset/records/pod-reason";
import type { Cause, DaemonSetRecord } from "@daemonscope/daemonset/records/records";

/** Whether a node is among those of a cause. Its names are the first in order: of a node behind them its cell decides. */
function isAmong({ nodes, count, state }: Cause, node: string, byte: CellByte | undefined): boolean {
  if (nodes.includes(node)) return true;
  const last = nodes.at(-1);
  return count > nodes.length && last !== undefined && node > last && byte !== undefined && cellState(byte) === state;
}

/** On how many other nodes pods of the DaemonSet have the same trouble, and the names of the first; undefined where that is not known. `byte`: the node's own cell. */
export function sameElsewhere(
  record: Pick<DaemonSetRecord, "causes"> | undefined,
  trouble: PodReason,
  node: string,
  byte: CellByte | undefined,
): { readonly count: number; readonly nodes: readonly string[] } | undefined {
  const isOfPods = ({ state }: Cause) => state === "failing" || state === "unscheduled" || state === "starting";
  const groups = record?.causes.filter((cause) => isOfPods(cause) && causeOfSetKey(cause.cause) === causeOfSetKey(trouble)) ?? [];
  if (groups.length === 0) return undefined;
  return {
    count: groups.reduce((sum, group) => sum + group.count - (isAmong(group, node, byte) ? 1 : 0), 0),
    nodes: groups.flatMap(({ nodes }) => nodes.filter((name) => name !== node)),
  };
}
