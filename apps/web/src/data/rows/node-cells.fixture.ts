import type { CellByte } from "@daemonscope/daemonset/pair/cell/cell";
import type { NodeRecord } from "@daemonscope/daemonset/records/records";
import { initialVersionStamp, type Versioned } from "../computed/computed.ts";
import type { NodeCells } from "./node-cells.ts";
import { PROGRESS_TALLY } from "./node-group.ts";

/** Nodes in rows by their index in a list; undefined for a free row. */
export function cellsOf(
  nodes: readonly ({ readonly record: NodeRecord; readonly byte: CellByte } | undefined)[],
  stamp: Versioned = initialVersionStamp(),
): NodeCells {
  const bytes = Uint8Array.from(nodes, (node) => node?.byte ?? 0);
  return {
    ...stamp,
    rows: {
      names: nodes.map((node) => node?.record.name),
      freed: new Map(nodes.flatMap((node, row) => (node === undefined ? [[row, 0]] : []))),
    },
    records: nodes.map((node) => node?.record),
    bytes,
    tallyOf: (row) => PROGRESS_TALLY[bytes[row] ?? 0] ?? 0,
  };
}
