import type { DaemonSetRecord, NodeRecord } from "@daemonscope/daemonset/records/records";
import type { ClusterStateOf } from "../state/cluster-state.ts";
import type { Frame } from "../state/frame.ts";
import { type RowIdChanges, rowIdOf } from "../state/row-ids.ts";
import { cellChangesOf } from "./cell-changes.ts";
import { namesWith, PARTS } from "./frame-parts.ts";
import { DERIVED_FIELDS, type DerivedFields, predictDerived, predictStatusWrite } from "./predict-derived.ts";
import { TextWriter } from "./text-writer.ts";
import type { NodeNameContext } from "./value-tags.ts";
import { fieldsExcept, type OrderedFields, writeFields, writeValue } from "./write-value.ts";

/** Writes ascending slots as distances from the previous one. */
function writeSlots<T>(
  writer: TextWriter,
  { freed = [], put = [] }: RowIdChanges<T>,
  seq: number,
  writeRecord: (slot: number, record: T) => void,
): void {
  const bySlot = (a: readonly [number, unknown], b: readonly [number, unknown]) => a[0] - b[0];
  let previous = -1;
  writer.number(freed.length);
  for (const [slot, freedSeq] of freed.toSorted(bySlot)) {
    writer.number(slot - previous - 1);
    writer.signed(seq - freedSeq);
    previous = slot;
  }
  previous = -1;
  writer.number(put.length);
  for (const [slot, record] of put.toSorted(bySlot)) {
    writer.number(slot - previous - 1);
    writeRecord(slot, record);
    previous = slot;
  }
}

/** The leading fields of a record, and the fields that mostly follow from them. */
interface RecordParts {
  readonly leading: OrderedFields;
  readonly following: DerivedFields;
}
const partsCache = new WeakMap<DaemonSetRecord, RecordParts>();
const isFollowing = new Set<string>(DERIVED_FIELDS);

/**
 * Returns the parts of a record. Cached, because the next frame that changes the record needs them as its earlier
 * value.
 */
function keptParts(record: DaemonSetRecord): RecordParts {
  let recordParts = partsCache.get(record);
  if (recordParts === undefined) {
    const { disagreements, causes, rollout } = record;
    recordParts = {
      leading: fieldsExcept(record, isFollowing),
      following: { disagreements, causes, rollout },
    };
    partsCache.set(record, recordParts);
  }
  return recordParts;
}

/** Returns what `namesWith` returns for the names of ascending rows. Searches the rows, because an index of 100,000
 *  names takes 40 ms. */
function namesOfRows(
  rows: readonly number[],
  rowOf: (name: string) => number | undefined,
  nameAt: (row: number) => string | undefined,
): NodeNameContext {
  const indexOf = (row: number) => {
    let [from, to] = [0, rows.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((rows[middle] ?? 0) < row) from = middle + 1;
      else to = middle;
    }
    return rows[from] === row ? from : undefined;
  };
  const isNear = (name: string) => {
    const row = rowOf(name);
    return row !== undefined && indexOf(row) !== undefined;
  };
  const refOf = (name: string) => {
    const row = rowOf(name);
    return row === undefined ? undefined : (indexOf(row) ?? rows.length + row);
  };
  return { refOf, isNear, nameOf: (ref) => nameAt(ref < rows.length ? (rows[ref] ?? 0) : ref - rows.length) };
}

/** Returns the text of a frame that follows the state `before` and leads to `after` (F14). O(frame). */
export function frameText(frame: Frame, before: ClusterStateOf, after: ClusterStateOf): string {
  const { seq, at, nodes, daemonSets, cells, sources, statusWrites = [], marks = [] } = frame;
  const writer = new TextWriter();
  const changes = cells === undefined ? undefined : cellChangesOf(frame);
  const nameAt = (row: number) => after.rows.names[row];
  const namesNear = (rows: readonly number[]) => namesOfRows(rows, (name) => rowIdOf(after.rows, name), nameAt);
  const plain = { atMs: 0, names: namesNear([]) };
  const context = { ...plain, atMs: at };
  const has = { nodes, cells, daemonSets, statusWrites: statusWrites[0], sources, marks: marks[0] };
  writeValue(writer, undefined, at, plain);
  writer.number(Object.entries(PARTS).reduce((sum, [part, bit]) => sum + (has[part as keyof typeof PARTS] === undefined ? 0 : bit), 0));
  if (nodes !== undefined) {
    const isFreed = new Set(nodes.freed?.map(([row]) => row));
    // Nodes resemble each other: a new node is written against the previous one.
    let last: NodeRecord | undefined;
    writeSlots(writer, nodes, seq, (row, node) => {
      const known = isFreed.has(row) ? undefined : before.nodes.at(row);
      writeValue(writer, known ?? last, node, { atMs: at, names: namesWith([], () => undefined, nameAt) });
      last = node;
    });
  }
  if (cells !== undefined) {
    writer.number(cells.length);
    writer.append(cells);
  }
  if (daemonSets !== undefined) {
    const isFreed = new Set(daemonSets.freed?.map(([column]) => column));
    writeSlots(writer, daemonSets, seq, (column, record) => {
      const known = isFreed.has(column) ? undefined : before.daemonSets[column];
      const recordContext = { atMs: at, names: namesNear(changes?.get(column)?.rows ?? []) };
      const { leading, following } = keptParts(record);
      writeFields(writer, known === undefined ? undefined : keptParts(known).leading, leading, recordContext);
      writeValue(writer, predictDerived(known, record, at), following, recordContext);
    });
  }
  if (statusWrites.length > 0) {
    writer.number(statusWrites.length);
    for (const write of statusWrites) {
      const column = rowIdOf(after.columns, write.key);
      writer.number(column === undefined ? 0 : column + 1);
      writeValue(writer, predictStatusWrite(column === undefined ? undefined : after.daemonSets[column]), write, context);
    }
  }
  if (sources !== undefined) writeValue(writer, undefined, sources, context);
  if (marks.length > 0) writeValue(writer, undefined, marks, context);
  return writer.text;
}
