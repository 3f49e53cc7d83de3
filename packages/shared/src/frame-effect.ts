import { unionOfRows } from "./union-of-rows.ts";

/** Slots by what happened at them, ascending. One in both lists is of another object now. */
export interface SlotEffect {
  readonly freed: readonly number[];
  /** New there, or with another record. */
  readonly put: readonly number[];
}

/** What differs between two states of a log. Read with the later state, in this order: what was held of freed slots is void, slots that were put are read anew, then cells. */
export interface FrameEffect {
  /** All may differ, and the rest of this is empty. */
  readonly whole: boolean;
  readonly rows: SlotEffect;
  readonly columns: SlotEffect;
  /** Rows whose byte was written by column, ascending. Cells of a freed row or column are 0 and not in here; of new ones those are that are not 0. */
  readonly cells: ReadonlyMap<number, readonly number[]>;
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

const freesNone = ({ rows, columns }: FrameEffect): boolean => rows.freed.length + columns.freed.length === 0;

/** The effect of all of them where none takes back what one before it did. */
function addedUp(effects: readonly FrameEffect[]): FrameEffect {
  const lists = new Map<number, (readonly number[])[]>();
  for (const { cells } of effects) for (const [column, rows] of cells) lists.set(column, [...(lists.get(column) ?? []), rows]);
  const slots = (of: "rows" | "columns"): SlotEffect => ({
    freed: unionOfRows(effects.map((effect) => effect[of].freed)),
    put: unionOfRows(effects.map((effect) => effect[of].put)),
  });
  return {
    whole: false,
    rows: slots("rows"),
    columns: slots("columns"),
    cells: new Map(Array.from(lists, ([column, list]) => [column, unionOfRows(list)])),
    sources: effects.some(({ sources }) => sources),
  };
}

/** The effect of all of them, one after the other: of slots that nobody freed in one pass. O(changes), times the effects that freed some. */
export function mergeAll(effects: readonly FrameEffect[]): FrameEffect {
  const [first = NO_EFFECT, ...others] = effects;
  if (others.length === 0) return first;
  return !first.whole && others.every((effect) => !effect.whole && freesNone(effect))
    ? addedUp(effects)
    : others.reduce(mergeEffects, first);
}

/** The effect of `a` and then `b`. O(both). */
export function mergeEffects(a: FrameEffect, b: FrameEffect): FrameEffect {
  if (a === NO_EFFECT || b.whole) return b;
  if (b === NO_EFFECT || a.whole) return a;
  if (freesNone(b)) return addedUp([a, b]);
  const left = new Map<number, readonly number[]>();
  for (const [column, rows] of a.cells) {
    const stay = b.columns.freed.includes(column) ? [] : without(rows, b.rows.freed);
    if (stay.length > 0) left.set(column, stay);
  }
  const slots = (of: "rows" | "columns"): SlotEffect => ({ freed: a[of].freed, put: without(a[of].put, b[of].freed) });
  return addedUp([{ ...a, rows: slots("rows"), columns: slots("columns"), cells: left }, b]);
}
