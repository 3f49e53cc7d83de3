import { unionOfRows } from "./union-of-rows.ts";

/** Freed and put slots, ascending. A slot in both lists now holds another object. */
export interface RowEffect {
  readonly freed: readonly number[];
  /** Slots with a new object, or with another record. */
  readonly put: readonly number[];
}

/**
 * Rows whose byte was written, by column: one ascending list per frame, so that a row may be in several lists. A reader
 * that needs distinct rows uses unionOfRows. Cells of freed rows and columns are 0 and not listed; new ones are listed
 * if they are not 0.
 */
type WrittenCells = ReadonlyMap<number, readonly (readonly number[])[]>;

/**
 * The difference between two states of a log. A reader applies it with the later state, in this order: drop data of
 * freed slots, read put slots again, then read the cells.
 */
export interface FrameEffect {
  /** Everything may differ; the other fields are empty. */
  readonly whole: boolean;
  readonly rows: RowEffect;
  readonly columns: RowEffect;
  readonly cells: WrittenCells;
  readonly sources: boolean;
}

const NO_SLOT: RowEffect = { freed: [], put: [] };

export const NO_EFFECT: FrameEffect = { whole: false, rows: NO_SLOT, columns: NO_SLOT, cells: new Map(), sources: false };
/** The effect of a keyframe. */
export const WHOLE_EFFECT: FrameEffect = { ...NO_EFFECT, whole: true };

function without(slots: readonly number[], freed: readonly number[]): readonly number[] {
  if (freed.length === 0 || slots.length === 0) return slots;
  const set = new Set(freed);
  return slots.filter((slot) => !set.has(slot));
}

function mergeSlots(a: RowEffect, b: RowEffect): RowEffect {
  return { freed: unionOfRows([a.freed, b.freed]), put: unionOfRows([without(a.put, b.freed), b.put]) };
}

/**
 * Merges effects in order. Merging in halves avoids a copy of the growing result per effect: a page that was suspended
 * has thousands. O(changes × log effects).
 */
export function mergeAllEffects(effects: readonly FrameEffect[]): FrameEffect {
  const middle = effects.length >> 1;
  return middle === 0
    ? (effects[0] ?? NO_EFFECT)
    : mergeEffects(mergeAllEffects(effects.slice(0, middle)), mergeAllEffects(effects.slice(middle)));
}

/** Returns the effect of `a` followed by `b`. O(both); for cells O(lists), unless rows were freed. */
export function mergeEffects(a: FrameEffect, b: FrameEffect): FrameEffect {
  if (a === NO_EFFECT || b.whole) return b;
  if (b === NO_EFFECT || a.whole) return a;
  const cells = new Map(a.cells);
  for (const column of b.columns.freed) cells.delete(column);
  if (b.rows.freed.length > 0)
    for (const [column, lists] of cells) {
      const left = lists.map((rows) => without(rows, b.rows.freed)).filter(({ length }) => length > 0);
      if (left.length > 0) cells.set(column, left);
      else cells.delete(column);
    }
  for (const [column, lists] of b.cells) cells.set(column, [...(cells.get(column) ?? []), ...lists]);
  return {
    whole: false,
    rows: mergeSlots(a.rows, b.rows),
    columns: mergeSlots(a.columns, b.columns),
    cells,
    sources: a.sources || b.sources,
  };
}
