import { compareTexts } from "@daemonscope/kube/base/compare-texts";
import { drain } from "@daemonscope/kube/base/drain";

/**
 * Names in numbered slots. A name keeps its slot while its object exists, and no other name moves when one joins or
 * leaves. The slots have no useful order.
 */
export interface RowIds {
  /** Name by slot; undefined if the slot is free. The same array while no name joins or leaves. */
  readonly names: readonly (string | undefined)[];
  /** Free slots, and the seq of the frame that freed each. */
  readonly freed: ReadonlyMap<number, number>;
}

/** Records by slot; undefined if the slot is free. */
export interface RowRecords<T> {
  readonly length: number;
  at(slot: number): T | undefined;
}

/**
 * Slot changes of a frame: first the freed slots, then the put records. Each freed slot carries the seq that freed it,
 * so that a frame means the same alone and composed (F12).
 */
export interface RowIdChanges<T> {
  readonly freed?: readonly (readonly [slot: number, seq: number])[];
  readonly put?: readonly (readonly [slot: number, record: T])[];
}

/**
 * A freed slot is reused after this number of seqs at the earliest. Until then its number refers to no other object.
 */
export const ROW_REUSE_SEQS = 128;

export const NO_ROWS: RowIds = { names: [], freed: new Map() };

const indexes = new WeakMap<RowIds["names"], Map<string, number>>();

function indexOf(names: RowIds["names"]): Map<string, number> {
  let index = indexes.get(names);
  if (index === undefined) {
    index = new Map();
    for (const [slot, name] of names.entries()) if (name !== undefined) index.set(name, slot);
    indexes.set(names, index);
  }
  return index;
}

/** Returns the slot of a name, or undefined. O(1); O(names) if `names` is not the latest array. */
export function rowIdOf({ names }: RowIds, name: string): number | undefined {
  return indexOf(names).get(name);
}

const sorted = new WeakMap<RowIds["names"], readonly number[]>();
const namesInOrder = new WeakMap<readonly number[], readonly string[]>();

/** Number of names in one time slice; takes some milliseconds. */
const NAMES_PER_SLICE = 2000;

/** Merges two sorted lists. */
function* mergedInParts(a: readonly number[], b: readonly number[], isBefore: (a: number, b: number) => boolean) {
  const [lastOfA, firstOfB] = [a.at(-1), b[0]];
  if (lastOfA === undefined || firstOfB === undefined || isBefore(lastOfA, firstOfB)) return a.concat(b);
  const merged: number[] = [];
  let at = 0;
  for (const slot of a) {
    for (; at < b.length && isBefore(b[at] ?? 0, slot); at++) merged.push(b[at] ?? 0);
    merged.push(slot);
    if (merged.length % NAMES_PER_SLICE === 0) yield;
  }
  return merged.concat(b.slice(at));
}

/** Sorts the names in time slices. Afterwards `sortedRowIds` returns the cached order. */
export function* sortInParts({ names }: RowIds): Generator<undefined, readonly number[]> {
  const known = sorted.get(names);
  if (known !== undefined) return known;
  const isBefore = (a: number, b: number) => (names[a] ?? "") < (names[b] ?? "");
  let runs: (readonly number[])[] = [];
  for (let from = 0; from < names.length; from += NAMES_PER_SLICE) {
    const run: number[] = [];
    for (let slot = from; slot < Math.min(names.length, from + NAMES_PER_SLICE); slot++) if (names[slot] !== undefined) run.push(slot);
    runs.push(run.sort((a, b) => (isBefore(a, b) ? -1 : 1)));
    yield;
  }
  while (runs.length > 1) {
    const longer: (readonly number[])[] = [];
    for (let at = 0; at < runs.length; at += 2) longer.push(yield* mergedInParts(runs[at] ?? [], runs[at + 1] ?? [], isBefore));
    runs = longer;
  }
  const [slots = []] = runs;
  sorted.set(names, slots);
  return slots;
}

/** Returns the names, sorted by UTF-16 code units. The list is cached while no name joins or leaves. */
export function sortedNames(slots: RowIds): readonly string[] {
  const order = sortedRowIds(slots);
  let list = namesInOrder.get(order);
  if (list === undefined) {
    list = order.map((slot) => slots.names[slot] ?? "");
    namesInOrder.set(order, list);
  }
  return list;
}

/** Returns the taken slots, sorted by name. The list is cached while no name joins or leaves. */
export function sortedRowIds(slots: RowIds): readonly number[] {
  return sorted.get(slots.names) ?? drain(sortInParts(slots));
}

export function rowCount({ names, freed }: RowIds): number {
  return names.length - freed.size;
}

/**
 * Returns the slots for names that join with the frame `seq`, in their order. The slot that is free for longest comes
 * first; of equals, the lowest. If none has been free for `ROW_REUSE_SEQS`, a new slot is appended.
 */
export function allocateRows({ names, freed }: RowIds, count: number, seq: number): readonly number[] {
  if (count === 0) return [];
  const reusable = [...freed].filter(([, freedSeq]) => seq - freedSeq >= ROW_REUSE_SEQS).sort((a, b) => a[1] - b[1] || a[0] - b[0]);
  return Array.from({ length: count }, (_, at) => reusable[at]?.[0] ?? names.length + at - reusable.length);
}

/** Moves the index from the old names to the new ones; lookups in the old names are rare. */
function moveIndex(before: RowIds["names"], after: RowIds["names"], left: readonly string[], joined: ReadonlyMap<string, number>): void {
  const index = indexOf(before);
  for (const name of left) index.delete(name);
  for (const [name, slot] of joined) index.set(name, slot);
  indexes.delete(before);
  indexes.set(after, index);
}

/** Derives the order of the new names from the old order. O(names): only the joined names are sorted. */
function moveOrder(before: RowIds["names"], after: RowIds["names"], joined: ReadonlyMap<string, number>): void {
  const order = sorted.get(before);
  if (order === undefined) return;
  const joinedInOrder = [...joined].sort(([a], [b]) => compareTexts(a, b));
  const slots: number[] = [];
  let at = 0;
  for (const slot of order) {
    const name = before[slot] ?? "";
    for (; at < joinedInOrder.length && (joinedInOrder[at]?.[0] ?? "") < name; at++) slots.push(joinedInOrder[at]?.[1] ?? 0);
    if (after[slot] === name) slots.push(slot);
    // The same name again, in the same slot or in another.
    if (at < joinedInOrder.length && joinedInOrder[at]?.[0] === name) {
      if (after[slot] !== name) slots.push(joinedInOrder[at]?.[1] ?? 0);
      at++;
    }
  }
  for (; at < joinedInOrder.length; at++) slots.push(joinedInOrder[at]?.[1] ?? 0);
  sorted.set(after, slots);
}

/**
 * Places records into the slots that are not free, in order, in time slices. Returns undefined if records and free
 * slots do not form one range of slots.
 */
export function* usedRows<T>(
  records: readonly T[],
  free: readonly (readonly [slot: number, seq: number])[],
  nameOf: (record: T) => string,
): Generator<undefined, { readonly slots: RowIds; readonly records: readonly (T | undefined)[] } | undefined> {
  const freed = new Map(free);
  const index = new Map<string, number>();
  const names: (string | undefined)[] = [];
  const recordsBySlot: (T | undefined)[] = [];
  const passFree = () => {
    while (freed.has(names.length)) {
      names.push(undefined);
      recordsBySlot.push(undefined);
    }
  };
  for (const record of records) {
    passFree();
    const name = nameOf(record);
    index.set(name, names.length);
    names.push(name);
    recordsBySlot.push(record);
    if (index.size % NAMES_PER_SLICE === 0) yield;
  }
  passFree();
  const isWhole = index.size === records.length && names.length === records.length + freed.size && names.length <= MAX_SLOTS;
  if (!isWhole) return undefined;
  indexes.set(names, index);
  return { slots: { names, freed }, records: recordsBySlot };
}

/**
 * Returns the slots after changes, and their records; unchanged lists are the same objects. Returns undefined if the
 * changes do not fit (F2): a slot with another name, a name twice, or a gap. O(changes), plus O(slots) for copies.
 */
export function applyRowChanges<T>(
  slots: RowIds,
  records: readonly (T | undefined)[],
  { freed = [], put = [] }: RowIdChanges<T>,
  nameOf: (record: T) => string,
): { readonly slots: RowIds; readonly records: readonly (T | undefined)[] } | undefined {
  if (freed.length === 0 && put.length === 0) return { slots, records };
  const names = [...slots.names];
  const free = new Map(slots.freed);
  const recordsBySlot = [...records];
  const left: string[] = [];
  const joined = new Map<string, number>();
  for (const [slot, seq] of freed) {
    if (!isSlot(slot)) return undefined;
    const name = names[slot];
    if (name !== undefined) left.push(name);
    names[slot] = undefined;
    recordsBySlot[slot] = undefined;
    free.set(slot, seq);
  }
  for (const [slot, record] of put) {
    const name = nameOf(record);
    const currentName = names[slot];
    if (!isSlot(slot) || (currentName !== undefined && currentName !== name)) return undefined;
    recordsBySlot[slot] = record;
    if (currentName === name) continue;
    const before = rowIdOf(slots, name);
    const isElsewhere = joined.has(name) || (before !== undefined && names[before] === name);
    if (isElsewhere) return undefined;
    names[slot] = name;
    free.delete(slot);
    joined.set(name, slot);
  }
  // A new slot beyond the old range must be taken or free; a gap is an error.
  for (let slot = slots.names.length; slot < names.length; slot++) if (names[slot] === undefined && !free.has(slot)) return undefined;
  if (freed.length === 0 && joined.size === 0) return { slots, records: recordsBySlot };
  moveOrder(slots.names, names, joined);
  moveIndex(slots.names, names, left, joined);
  return { slots: { names, freed: free }, records: recordsBySlot };
}

const MAX_SLOTS = 2 ** 24;
const isSlot = (slot: number): boolean => Number.isInteger(slot) && slot >= 0 && slot < MAX_SLOTS;

/** Returns changes with sorted slots, as frames carry them; undefined if there are none. */
export function rowChangesOf<T>(
  freed: readonly (readonly [number, number])[],
  put: readonly (readonly [number, T])[],
): RowIdChanges<T> | undefined {
  if (freed.length === 0 && put.length === 0) return undefined;
  const bySlot = (a: readonly [number, unknown], b: readonly [number, unknown]) => a[0] - b[0];
  return {
    ...(freed.length === 0 ? {} : { freed: freed.toSorted(bySlot) }),
    ...(put.length === 0 ? {} : { put: put.toSorted(bySlot) }),
  };
}
