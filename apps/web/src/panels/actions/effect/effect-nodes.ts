import type { NodeRecord } from "@daemonscope/daemonset/records/records";
import { taintText } from "@daemonscope/kube/matching/kubectl-notation";
import type { WhatIfAnswer } from "@daemonscope/shared/http/what-if";
import type { ClusterState } from "@daemonscope/shared/state/cluster-state";
import { type RowIds, rowIdOf } from "@daemonscope/shared/state/row-ids";
import { type Pools, stripOrder } from "../../../draw/strip/strip-order.ts";

/** The nodes of the cluster in their rows, followed by those that would join. */
export interface EffectNodes {
  readonly rows: RowIds;
  /** Current records; for a joining node, its previewed record. */
  readonly now: readonly (NodeRecord | undefined)[];
  /** Records after the change; undefined if the node leaves. */
  readonly then: readonly (NodeRecord | undefined)[];
  /** Rows of nodes that join. */
  readonly joining: ReadonlySet<number>;
  readonly leaving: ReadonlySet<number>;
}

type Effect = Pick<WhatIfAnswer, "changedNodes" | "left">;

/** Returns all nodes, now and after the change. O(nodes). */
export function effectNodes({ rows, nodes }: Pick<ClusterState, "rows" | "nodes">, { changedNodes, left }: Effect): EffectNodes {
  const names = [...rows.names];
  const now = [...nodes];
  const then = [...nodes];
  const joining = new Set<number>();
  for (const record of changedNodes) {
    const known = rowIdOf(rows, record.name);
    const row = known ?? names.length;
    then[row] = record;
    if (known !== undefined) continue;
    names.push(record.name);
    now[row] = record;
    joining.add(row);
  }
  const leaving = new Set(left.flatMap((name) => rowIdOf(rows, name) ?? []));
  for (const row of leaving) then[row] = undefined;
  return { rows: { names, freed: rows.freed }, now, then, joining, leaving };
}

/** Returns the pools of strips that draw an effect. Joining nodes are last in their pool, so that no other cell
 *  moves. */
export function effectPools({ rows, now, then, joining }: Pick<EffectNodes, "rows" | "now" | "then" | "joining">): Pools {
  const { pools } = stripOrder({ rows, nodes: now.map((record, row) => then[row] ?? record) });
  return pools.map(({ pool, rows: members }) => ({
    pool,
    rows: members.toSorted((a, b) => Number(joining.has(a)) - Number(joining.has(b))),
  }));
}

/** Returns the taints that the change adds to every node of a group. */
export function addedTaints(nodes: EffectNodes, rows: Iterable<number>): readonly string[] {
  let common: ReadonlySet<string> | undefined;
  for (const row of rows) {
    const [before, after] = [nodes.now[row], nodes.then[row]];
    if (before === undefined || after === undefined || nodes.joining.has(row)) continue;
    const had = new Set(before.taints.map(taintText));
    const added = new Set(after.taints.map(taintText).filter((taint) => !had.has(taint)));
    const soFar: ReadonlySet<string> | undefined = common;
    common = soFar === undefined ? added : new Set([...soFar].filter((taint) => added.has(taint)));
    if (common.size === 0) return [];
  }
  return [...(common ?? [])];
}
