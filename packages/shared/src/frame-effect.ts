import { unionOfRows } from "./union-of-rows.ts";

/** Slots by what happened at them, ascending. One in both lists is of another object now. */
export interface SlotEffect {
  readonly freed: readonly number[];
  /** New there, or with another record. */
  readonly put: readonly number[];
}

/** Rows whose byte was written, by column: lists that each ascend, one for each frame that wrote some, so that a row may be in several; whoever needs each once asks for their union. Cells of a freed row or column are 0 and not
 *  in here; of new ones those are that are not 0. */
export type WrittenCells = ReadonlyMap<number, readonly (readonly number[])[]>;

/** What differs between two states of a log. Read with the later state, in this order: what was held of freed slots is void, slots that were put are read anew, then cells. */
export interface FrameEffect {
  /** All may differ, and the rest of this is empty. */
  readonly whole: boolean;
  readonly rows: SlotEffect;
  readonly columns: SlotEffect;
  readonly cells: WrittenCells;
  readonly sources: boolean;
}

const NO_SLOT: SlotEffect = { freed: [], put: [] };

export const NO_EFFECT: FrameEffect = { whole: false, rows: NO_SLOT, columns: NO_SLOT, cells: new Map(), sources: false };
/** Of a keyframe. */
export const WHOLE_EFFECT: FrameEffect = { ...NO_EFFECT, whole: true };

function without(slots: readonly number[], gone: readonly number[]): readonly number[] {
  if (gone.length === 0 || slots.length === 0) return slots;
  const set = new Set(gone);
  return slots.filter((slot) => !set.has(slot));
}

function mergeSlots(a: SlotEffect, b: SlotEffect): SlotEffect {
  return { freed: unionOfRows([a.freed, b.freed]), put: unionOfRows([without(a.put, b.freed), b.put]) };
}

/** The effect of all of them, one after the other; in halves, so that what is long by now is not copied with each that follows: a page that was asleep has thousands. O(changes × log effects). */
export function mergeAll(effects: readonly FrameEffect[]): FrameEffect {
  const middle = effects.length >> 1;
  return middle === 0 ? (effects[0] ?? NO_EFFECT) : mergeEffects(mergeAll(effects.slice(0, middle)), mergeAll(effects.slice(middle)));
}

/** The effect of `a` and then `b`. O(both), and of cells no more than the lists that they are in. */
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
