import type { NodeRecord } from "@daemonscope/daemonset/records/records";
import type { ClusterState } from "@daemonscope/shared/cluster-state";
import type { WhatIfAnswer } from "@daemonscope/shared/http/what-if";
import { type Slots, slotOf } from "@daemonscope/shared/slots";

/** The nodes of the cluster in their rows, and behind them those that would join. */
export interface EffectNodes {
  readonly rows: Slots;
  /** As they are now; of who joins, as he would be. */
  readonly now: readonly (NodeRecord | undefined)[];
  /** As they would be; absent where the node leaves. */
  readonly then: readonly (NodeRecord | undefined)[];
  /** Rows of nodes that join. */
  readonly joining: ReadonlySet<number>;
  readonly leaving: ReadonlySet<number>;
}

type Effect = Pick<WhatIfAnswer, "changedNodes" | "left">;

/** All nodes of now and then. O(nodes). */
export function effectNodes({ rows, nodes }: Pick<ClusterState, "rows" | "nodes">, { changedNodes, left }: Effect): EffectNodes {
  const names = [...rows.names];
  const now = [...nodes];
  const then = [...nodes];
  const joining = new Set<number>();
  for (const record of changedNodes) {
    const known = slotOf(rows, record.name);
    const row = known ?? names.length;
    then[row] = record;
    if (known !== undefined) continue;
    names.push(record.name);
    now[row] = record;
    joining.add(row);
  }
  const leaving = new Set(left.flatMap((name) => slotOf(rows, name) ?? []));
  for (const row of leaving) then[row] = undefined;
  return { rows: { names, freed: rows.freed }, now, then, joining, leaving };
}

/** What a change does to the taints of the nodes of a group: those that each of them gets. */
export function addedTaints(nodes: EffectNodes, rows: Iterable<number>): readonly string[] {
  let common: ReadonlySet<string> | undefined;
  for (const row of rows) {
    const [before, after] = [nodes.now[row], nodes.then[row]];
    if (before === undefined || after === undefined || nodes.joining.has(row)) continue;
    const had = new Set(before.taints.map(keyOf));
    const added = new Set(after.taints.map(keyOf).filter((taint) => !had.has(taint)));
    const soFar: ReadonlySet<string> | undefined = common;
    common = soFar === undefined ? added : new Set([...soFar].filter((taint) => added.has(taint)));
    if (common.size === 0) return [];
  }
  return [...(common ?? [])];
}

const keyOf = ({ key, value, effect }: NodeRecord["taints"][number]): string =>
  `${key}${value === undefined || value === "" ? "" : `=${value}`}:${effect}`;
