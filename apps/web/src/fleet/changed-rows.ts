import type { ClusterState } from "@daemonscope/shared/cluster-state";

/** Takes over the cells of one DaemonSet into `bytes`, by row, and gives the rows that differed. `bytes` has a byte for each row. O(nodes), over bytes. */
export function takeChangedRows({ cells, columns }: Pick<ClusterState, "cells" | "columns">, column: number, bytes: Uint8Array): number[] {
  const changed: number[] = [];
  const width = columns.length;
  for (let row = 0, at = column; row < bytes.length; row++, at += width) {
    const byte = cells[at] ?? 0;
    if (bytes[row] === byte) continue;
    bytes[row] = byte;
    changed.push(row);
  }
  return changed;
}
