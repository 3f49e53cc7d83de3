import { type CellChanges, type ColumnChanges, decodeCellChanges, encodeCellChanges } from "../codec/cell-changes.ts";
import { baseSeq, type Frame } from "./frame.ts";
import { type RowIdChanges, rowChangesOf } from "./row-ids.ts";

const NO_CHANGES: CellChanges = new Map();
const cellsOf = ({ cells }: Frame): CellChanges | undefined => (cells === undefined ? NO_CHANGES : decodeCellChanges(cells));

const NO_COLUMN: ColumnChanges = { rows: [], bytes: [] };

/** Merges two ascending lists into an ascending one, without freed rows of `a`; for a row in both, `b` wins. */
function composeColumn(a: ColumnChanges, b: ColumnChanges, freed: ReadonlySet<number>): ColumnChanges {
  const rows: number[] = [];
  const bytes: number[] = [];
  let at = 0;
  for (const [index, row] of a.rows.entries()) {
    for (; at < b.rows.length && (b.rows[at] ?? 0) < row; at++) {
      rows.push(b.rows[at] ?? 0);
      bytes.push(b.bytes[at] ?? 0);
    }
    if (b.rows[at] === row || freed.has(row)) continue;
    rows.push(row);
    bytes.push(a.bytes[index] ?? 0);
  }
  for (; at < b.rows.length; at++) {
    rows.push(b.rows[at] ?? 0);
    bytes.push(b.bytes[at] ?? 0);
  }
  return { rows, bytes };
}

/** Returns the cells of `a` that `b` does not overwrite or free, and the cells of `b`. */
function composeCells(
  a: CellChanges,
  b: CellChanges,
  freed: { readonly rows: ReadonlySet<number>; readonly columns: ReadonlySet<number> },
): CellChanges {
  const composed = new Map<number, ColumnChanges>();
  for (const column of new Set([...a.keys(), ...b.keys()])) {
    const before = freed.columns.has(column) ? NO_COLUMN : (a.get(column) ?? NO_COLUMN);
    const cells = composeColumn(before, b.get(column) ?? NO_COLUMN, freed.rows);
    if (cells.rows.length > 0) composed.set(column, cells);
  }
  return composed;
}

/** Returns changes with the effect of `a` followed by `b`. */
function composeSlots<T>(a: RowIdChanges<T> = {}, b: RowIdChanges<T> = {}): RowIdChanges<T> | undefined {
  const freed = new Map([...(a.freed ?? []), ...(b.freed ?? [])]);
  const put = new Map(a.put);
  for (const [slot] of b.freed ?? []) put.delete(slot);
  for (const [slot, record] of b.put ?? []) put.set(slot, record);
  return rowChangesOf([...freed], [...put]);
}

/**
 * Returns one frame with the effect of `a` followed by `b` (F12). Returns undefined if `b` does not follow `a`
 * directly, or if cells are damaged. O(both).
 */
export function compose(a: Frame, b: Frame): Frame | undefined {
  if (a.epoch !== b.epoch || baseSeq(b) !== a.seq) return undefined;
  const [before, after] = [cellsOf(a), cellsOf(b)];
  if (before === undefined || after === undefined) return undefined;
  const slots = (freed: readonly (readonly [number, number])[] | undefined) => new Set(freed?.map(([slot]) => slot));
  const cells = composeCells(before, after, { rows: slots(b.nodes?.freed), columns: slots(b.daemonSets?.freed) });
  const nodes = composeSlots(a.nodes, b.nodes);
  const daemonSets = composeSlots(a.daemonSets, b.daemonSets);
  const sources = a.sources === undefined && b.sources === undefined ? undefined : { ...a.sources, ...b.sources };
  const statusWrites = [...(a.statusWrites ?? []), ...(b.statusWrites ?? [])];
  const marks = [...(a.marks ?? []), ...(b.marks ?? [])];
  const from = baseSeq(a);
  return {
    epoch: b.epoch,
    seq: b.seq,
    ...(from === b.seq - 1 ? {} : { after: from }),
    at: b.at,
    ...(nodes === undefined ? {} : { nodes }),
    ...(daemonSets === undefined ? {} : { daemonSets }),
    ...(cells.size === 0 ? {} : { cells: encodeCellChanges(cells) }),
    ...(sources === undefined ? {} : { sources }),
    ...(statusWrites.length === 0 ? {} : { statusWrites }),
    ...(marks.length === 0 ? {} : { marks }),
  };
}
