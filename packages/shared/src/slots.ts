import { inARow } from "@daemonscope/kube/in-a-row";

/** Names at numbered places that do not move: who is there keeps the place while it lives, and nobody else moves when one comes or goes. In no useful order. */
export interface Slots {
  /** Name by slot; undefined where the slot is free. The same array while nobody came or went. */
  readonly names: readonly (string | undefined)[];
  /** Free slots, and the seq of the frame that freed each. */
  readonly freed: ReadonlyMap<number, number>;
}

/** Records by slot, undefined where one is free, as a list has them. */
export interface SlotRecords<T> {
  readonly length: number;
  at(slot: number): T | undefined;
}

/** What a frame does to slots: first those that it frees, then the records that it puts. Each slot that is freed stands with the seq that freed it, so that a frame means the same alone and among others (F12). */
export interface SlotChanges<T> {
  readonly freed?: readonly (readonly [slot: number, seq: number])[];
  readonly put?: readonly (readonly [slot: number, record: T])[];
}

/** A freed slot is taken again at the earliest so many seqs later: until then its number means nobody else. */
export const SLOT_REST_SEQS = 128;

export const NO_SLOTS: Slots = { names: [], freed: new Map() };

const indexes = new WeakMap<Slots["names"], Map<string, number>>();

function indexOf(names: Slots["names"]): Map<string, number> {
  let index = indexes.get(names);
  if (index === undefined) {
    index = new Map();
    for (const [slot, name] of names.entries()) if (name !== undefined) index.set(name, slot);
    indexes.set(names, index);
  }
  return index;
}

/** The slot of a name; undefined where it has none. O(1), and O(names) for an older `names` than was asked last. */
export function slotOf({ names }: Slots, name: string): number | undefined {
  return indexOf(names).get(name);
}

const sorted = new WeakMap<Slots["names"], readonly number[]>();
const namesInOrder = new WeakMap<readonly number[], readonly string[]>();

/** So many names are compared in a part: some milliseconds. */
const NAMES_A_PART = 2000;

/** Two lists in order as one. */
function* mergedInParts(a: readonly number[], b: readonly number[], isBefore: (a: number, b: number) => boolean) {
  const [lastOfA, firstOfB] = [a.at(-1), b[0]];
  if (lastOfA === undefined || firstOfB === undefined || isBefore(lastOfA, firstOfB)) return a.concat(b);
  const merged: number[] = [];
  let at = 0;
  for (const slot of a) {
    for (; at < b.length && isBefore(b[at] ?? 0, slot); at++) merged.push(b[at] ?? 0);
    merged.push(slot);
    if (merged.length % NAMES_A_PART === 0) yield;
  }
  return merged.concat(b.slice(at));
}

/** Puts the names in order a part at a time: who asks for their order then has it. */
export function* sortInParts({ names }: Slots): Generator<undefined, readonly number[]> {
  const known = sorted.get(names);
  if (known !== undefined) return known;
  const isBefore = (a: number, b: number) => (names[a] ?? "") < (names[b] ?? "");
  let runs: (readonly number[])[] = [];
  for (let from = 0; from < names.length; from += NAMES_A_PART) {
    const run: number[] = [];
    for (let slot = from; slot < Math.min(names.length, from + NAMES_A_PART); slot++) if (names[slot] !== undefined) run.push(slot);
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

/** The names by UTF-16 code units; the same list while nobody came or went. */
export function sortedNames(slots: Slots): readonly string[] {
  const order = sortedSlots(slots);
  let list = namesInOrder.get(order);
  if (list === undefined) {
    list = order.map((slot) => slots.names[slot] ?? "");
    namesInOrder.set(order, list);
  }
  return list;
}

/** The taken slots in the order of their names; the same list while nobody came or went. */
export function sortedSlots(slots: Slots): readonly number[] {
  return sorted.get(slots.names) ?? inARow(sortInParts(slots));
}

/** How many names there are. */
export function countOf({ names, freed }: Slots): number {
  return names.length - freed.size;
}

/** The slots of names that come with the frame `seq`, in their order: the one that is free for longest, of equals the lowest, if it has rested; else a new one. */
export function slotsForNew({ names, freed }: Slots, count: number, seq: number): readonly number[] {
  if (count === 0) return [];
  const rested = [...freed].filter(([, freedSeq]) => seq - freedSeq >= SLOT_REST_SEQS).sort((a, b) => a[1] - b[1] || a[0] - b[0]);
  return Array.from({ length: count }, (_, at) => rested[at]?.[0] ?? names.length + at - rested.length);
}

/** Gives the index of names on to those that come after them: nobody asks for the older but by chance. */
function moveIndex(before: Slots["names"], after: Slots["names"], left: readonly string[], joined: ReadonlyMap<string, number>): void {
  const index = indexOf(before);
  for (const name of left) index.delete(name);
  for (const [name, slot] of joined) index.set(name, slot);
  indexes.delete(before);
  indexes.set(after, index);
}

/** Gives the order of names on to those that come after them: a few that come and go move nobody else. O(names), without comparing them. */
function moveOrder(before: Slots["names"], after: Slots["names"], joined: ReadonlyMap<string, number>): void {
  const order = sorted.get(before);
  if (order === undefined) return;
  const come = [...joined].sort(([a], [b]) => (a < b ? -1 : 1));
  const slots: number[] = [];
  let at = 0;
  for (const slot of order) {
    const name = before[slot] ?? "";
    for (; at < come.length && (come[at]?.[0] ?? "") < name; at++) slots.push(come[at]?.[1] ?? 0);
    if (after[slot] === name) slots.push(slot);
    // The same name at its slot again, or at another.
    if (at < come.length && come[at]?.[0] === name) {
      if (after[slot] !== name) slots.push(come[at]?.[1] ?? 0);
      at++;
    }
  }
  for (; at < come.length; at++) slots.push(come[at]?.[1] ?? 0);
  sorted.set(after, slots);
}

/** Records at the slots that are not free, in order, with those that are and since when, a part at a time; undefined when they do not make one row of slots. */
export function* filledSlots<T>(
  records: readonly T[],
  free: readonly (readonly [slot: number, seq: number])[],
  nameOf: (record: T) => string,
): Generator<undefined, { readonly slots: Slots; readonly records: readonly (T | undefined)[] } | undefined> {
  const freed = new Map(free);
  const index = new Map<string, number>();
  const names: (string | undefined)[] = [];
  const at: (T | undefined)[] = [];
  const passFree = () => {
    while (freed.has(names.length)) {
      names.push(undefined);
      at.push(undefined);
    }
  };
  for (const record of records) {
    passFree();
    const name = nameOf(record);
    index.set(name, names.length);
    names.push(name);
    at.push(record);
    if (index.size % NAMES_A_PART === 0) yield;
  }
  passFree();
  const isWhole = index.size === records.length && names.length === records.length + freed.size && names.length <= MOST_SLOTS;
  if (!isWhole) return undefined;
  indexes.set(names, index);
  return { slots: { names, freed }, records: at };
}

/** The slots after changes, with what is at each; undefined when the changes do not fit (F2): a slot of another name, a name twice, a slot left out.
 *  Lists that do not change are the same. O(changes), and copies O(slots). */
export function changeSlots<T>(
  slots: Slots,
  records: readonly (T | undefined)[],
  { freed = [], put = [] }: SlotChanges<T>,
  nameOf: (record: T) => string,
): { readonly slots: Slots; readonly records: readonly (T | undefined)[] } | undefined {
  if (freed.length === 0 && put.length === 0) return { slots, records };
  const names = [...slots.names];
  const free = new Map(slots.freed);
  const at = [...records];
  const left: string[] = [];
  const joined = new Map<string, number>();
  for (const [slot, seq] of freed) {
    if (!isSlot(slot)) return undefined;
    const name = names[slot];
    if (name !== undefined) left.push(name);
    names[slot] = undefined;
    at[slot] = undefined;
    free.set(slot, seq);
  }
  for (const [slot, record] of put) {
    const name = nameOf(record);
    const there = names[slot];
    if (!isSlot(slot) || (there !== undefined && there !== name)) return undefined;
    at[slot] = record;
    if (there === name) continue;
    const before = slotOf(slots, name);
    const isElsewhere = joined.has(name) || (before !== undefined && names[before] === name);
    if (isElsewhere) return undefined;
    names[slot] = name;
    free.delete(slot);
    joined.set(name, slot);
  }
  // Beyond the slots that were, none may be neither taken nor free.
  for (let slot = slots.names.length; slot < names.length; slot++) if (names[slot] === undefined && !free.has(slot)) return undefined;
  if (freed.length === 0 && joined.size === 0) return { slots, records: at };
  moveOrder(slots.names, names, joined);
  moveIndex(slots.names, names, left, joined);
  return { slots: { names, freed: free }, records: at };
}

const MOST_SLOTS = 2 ** 24;
const isSlot = (slot: number): boolean => Number.isInteger(slot) && slot >= 0 && slot < MOST_SLOTS;

/** Changes with their slots in order, as frames carry them; undefined when there is none. */
export function slotChanges<T>(
  freed: readonly (readonly [number, number])[],
  put: readonly (readonly [number, T])[],
): SlotChanges<T> | undefined {
  if (freed.length === 0 && put.length === 0) return undefined;
  const bySlot = (a: readonly [number, unknown], b: readonly [number, unknown]) => a[0] - b[0];
  return {
    ...(freed.length === 0 ? {} : { freed: freed.toSorted(bySlot) }),
    ...(put.length === 0 ? {} : { put: put.toSorted(bySlot) }),
  };
}
