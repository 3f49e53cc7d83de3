import { type CellChanges, type ColumnChanges, decodeCellChanges, encodeCellChanges } from "./codec/cell-changes.ts";
import { type Frame, seqBefore } from "./frame.ts";
import { composeSlots } from "./slots.ts";

const NO_CHANGES: CellChanges = new Map();
const cellsOf = ({ cells }: Frame): CellChanges | undefined => (cells === undefined ? NO_CHANGES : decodeCellChanges(cells));

/** The cells of `a` that `b` leaves there, and those of `b`. */
function composeCells(
  a: CellChanges,
  b: CellChanges,
  freed: { readonly rows: ReadonlySet<number>; readonly columns: ReadonlySet<number> },
): CellChanges {
  const composed = new Map<number, ColumnChanges>();
  for (const column of new Set([...a.keys(), ...b.keys()])) {
    const bytes = new Map<number, number>();
    const take = ({ rows, bytes: cells }: ColumnChanges) => {
      for (const [at, row] of rows.entries()) bytes.set(row, cells[at] ?? 0);
    };
    const [before, after] = [freed.columns.has(column) ? undefined : a.get(column), b.get(column)];
    if (before !== undefined) take(before);
    for (const row of freed.rows) bytes.delete(row);
    if (after !== undefined) take(after);
    const rows = [...bytes.keys()].sort((x, y) => x - y);
    if (rows.length > 0) composed.set(column, { rows, bytes: rows.map((row) => bytes.get(row) ?? 0) });
  }
  return composed;
}

/** One frame that does what `a` and then `b` do (F12); undefined when `b` does not come right after `a`, or cells are damaged. O(both). */
export function compose(a: Frame, b: Frame): Frame | undefined {
  if (a.epoch !== b.epoch || seqBefore(b) !== a.seq) return undefined;
  const [before, after] = [cellsOf(a), cellsOf(b)];
  if (before === undefined || after === undefined) return undefined;
  const slots = (freed: readonly (readonly [number, number])[] | undefined) => new Set(freed?.map(([slot]) => slot));
  const cells = composeCells(before, after, { rows: slots(b.nodes?.freed), columns: slots(b.daemonSets?.freed) });
  const nodes = composeSlots(a.nodes, b.nodes);
  const daemonSets = composeSlots(a.daemonSets, b.daemonSets);
  const sources = a.sources === undefined && b.sources === undefined ? undefined : { ...a.sources, ...b.sources };
  const statusWrites = [...(a.statusWrites ?? []), ...(b.statusWrites ?? [])];
  const marks = [...(a.marks ?? []), ...(b.marks ?? [])];
  const from = seqBefore(a);
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
