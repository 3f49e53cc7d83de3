import { type CellByte, cellByte, cellOf, cellState } from "@daemonscope/daemonset/pair/cell/cell";
import { type DaemonSetThen, GHOSTS, type Ghost } from "@daemonscope/shared/http/what-if";
import type { ClusterState } from "@daemonscope/shared/state/cluster-state";
import { rowIdOf } from "@daemonscope/shared/state/row-ids";
import type { EffectNodes } from "./effect-nodes.ts";

/** One DaemonSet on all nodes, by row: its current cell, and its outcome. */
export interface GhostColumn {
  readonly bytes: Uint8Array;
  /** Index in GHOSTS. */
  readonly ghosts: Uint8Array;
}

export const ghostAt = ({ ghosts }: GhostColumn, row: number): Ghost => GHOSTS[ghosts[row] ?? 0] ?? "same";

/** Returns the column of a DaemonSet. `set` is undefined if the change does not affect it. O(nodes). */
export function ghostColumn(
  { columns, cells }: Pick<ClusterState, "columns" | "cells">,
  nodes: EffectNodes,
  key: string,
  set: Pick<DaemonSetThen, "ghosts"> | undefined,
): GhostColumn {
  const bytes = new Uint8Array(nodes.rows.names.length);
  const now = cells[rowIdOf(columns, key) ?? -1]?.now;
  if (now !== undefined) bytes.set(now.subarray(0, bytes.length));
  const ghosts = new Uint8Array(bytes.length);
  for (const { ghost, nodes: names } of set?.ghosts ?? [])
    for (const name of names) {
      const row = rowIdOf(nodes.rows, name);
      if (row !== undefined) ghosts[row] = GHOSTS.indexOf(ghost);
    }
  return { bytes, ghosts };
}

/** Returns the cell of a pair after the cluster has converged. */
export function previewCellByte(now: CellByte, ghost: Ghost): CellByte {
  const cell = { ...cellOf(now), terminating: false, twoPods: false, oldRevision: false };
  switch (ghost) {
    case "same":
      return now;
    case "comes":
    case "restarts":
      return cellByte({ ...cell, state: "available" });
    case "unfit":
      return cellByte({ ...cell, state: "unscheduled" });
    case "goes":
      return cellByte({ ...cell, state: "excluded" });
    case "stays":
      return cellByte({ ...cell, state: "misscheduled" });
    case "replacedByHand":
      return cellByte({ ...cell, state: cellState(now), oldRevision: true });
  }
}

/** Counts the nodes by outcome, among those that exist at either moment. */
export function ghostCounts(column: GhostColumn, nodes: EffectNodes): Readonly<Record<Ghost, number>> {
  const counts: Record<Ghost, number> = { same: 0, comes: 0, goes: 0, restarts: 0, unfit: 0, stays: 0, replacedByHand: 0 };
  for (const [row, name] of nodes.rows.names.entries()) if (name !== undefined) counts[ghostAt(column, row)] += 1;
  return counts;
}
