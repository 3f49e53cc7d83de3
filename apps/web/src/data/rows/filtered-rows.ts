import type { IncrementalReducer, Versioned } from "../computed/computed.ts";
import { type GridNode, type NodeCells, nodeAt } from "./node-cells.ts";

/** The rows that a filter keeps. The object stays the same while the rows do. */
interface FilteredRows {
  /** 1 for a row that the filter keeps, by row. */
  readonly flags: Uint8Array;
  readonly count: number;
}

type Filtered = Versioned & Pick<NodeCells, "records" | "bytes" | "overlay">;

/** Returns a reducer that updates the kept rows. It checks only the nodes that changed. */
export function filterRows(keeps: (node: GridNode) => boolean): IncrementalReducer<Filtered, FilteredRows> {
  const flagOf = (cells: Filtered, row: number): number => {
    const node = nodeAt(cells, row);
    return node !== undefined && keeps(node) ? 1 : 0;
  };
  return {
    whole: (cells) => {
      const flags = Uint8Array.from(cells.bytes, (_, row) => flagOf(cells, row));
      return { flags, count: flags.reduce((sum, flag) => sum + flag, 0) };
    },
    next: (before, cells, rows) => {
      const flipped = rows.filter((row) => (before.flags[row] ?? 0) !== flagOf(cells, row));
      if (flipped.length === 0) return before;
      const flags = new Uint8Array(cells.bytes.length);
      flags.set(before.flags.subarray(0, flags.length));
      let { count } = before;
      for (const row of flipped) {
        const flag = flagOf(cells, row);
        flags[row] = flag;
        count += flag === 1 ? 1 : -1;
      }
      return { flags, count };
    },
  };
}
