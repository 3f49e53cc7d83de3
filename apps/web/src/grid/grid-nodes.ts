import type { DaemonSetKey } from "@daemonscope/daemonset/model/records";
import type { ClusterState } from "@daemonscope/shared/cluster-state";
import type { GridNode } from "./select-groups.ts";

/** All nodes with their cell of one DaemonSet, by row; undefined when there is no such DaemonSet.
 *  Nodes of `before` are kept where nothing changed, and `before` itself where nothing did at all. O(nodes). */
export function gridNodes(
  state: Pick<ClusterState, "rows" | "columns" | "cells" | "nodes">,
  key: DaemonSetKey,
  before: readonly GridNode[] = [],
): readonly GridNode[] | undefined {
  const column = state.columns.indexOf(key);
  if (column < 0) return undefined;
  const nodes: GridNode[] = [];
  let isSame = before.length === state.rows.length;
  state.rows.forEach((name, row) => {
    const record = state.nodes.get(name);
    if (record === undefined) return;
    const byte = state.cells[row * state.columns.length + column] ?? 0;
    const was = before[row];
    if (was !== undefined && was.name === name && was.byte === byte && was.record === record && was.row === row) nodes.push(was);
    else {
      nodes.push({ name, row, byte, record });
      isSame = false;
    }
  });
  return isSame ? before : nodes;
}
