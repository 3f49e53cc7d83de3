import { useMemo, useSyncExternalStore } from "react";

/** A value that says which rows of it differ from the one before. */
export interface Stamped {
  /** Another object for each value. */
  readonly at: object;
  /** The rows that differ from the value with this stamp, each once; undefined where all may. */
  readonly since: { readonly at: object; readonly rows: readonly number[] } | undefined;
}

/** The stamp of a value in which these rows differ from `before`. */
export const stampAfter = (before: Stamped, rows: readonly number[]): Stamped => ({ at: {}, since: { at: before.at, rows } });
/** The stamp of a value that is made anew. */
export const stampAnew = (): Stamped => ({ at: {}, since: undefined });

/** The rows that differ between two values; undefined where all may. */
export function rowsBetween(before: Stamped | undefined, after: Stamped): readonly number[] | undefined {
  if (before === undefined) return undefined;
  if (before.at === after.at) return [];
  return after.since?.at === before.at ? after.since.rows : undefined;
}

/** What is made of a stamped value and kept up to date by the rows that changed. Pure; `next` gives `before` itself where nothing of it changed. */
export interface Fold<From extends Stamped, T> {
  /** `before`: for what remembers an order. */
  readonly whole: (from: From, before: T | undefined) => T;
  readonly next: (before: T, from: From, rows: readonly number[]) => T;
}

/** Something that changes. */
export interface Source<T> {
  readonly subscribe: (listener: () => void) => () => void;
  readonly snapshot: () => T | undefined;
}

/** A value made of another one that changes; made when somebody looks. */
export class Derived<From extends Stamped, T> implements Source<T> {
  readonly #source: Source<From>;
  readonly #fold: Fold<From, T>;
  readonly #listeners = new Set<() => void>();
  #from: From | undefined;
  #value: T | undefined;

  constructor(source: Source<From>, fold: Fold<From, T>) {
    this.#source = source;
    this.#fold = fold;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    const unsubscribe = this.#source.subscribe(listener);
    this.#listeners.add(listener);
    return () => {
      unsubscribe();
      this.#listeners.delete(listener);
    };
  };

  readonly snapshot = (): T | undefined => {
    const from = this.#source.snapshot();
    if (from === undefined) return undefined;
    if (from === this.#from) return this.#value;
    const rows = rowsBetween(this.#from, from);
    const before = this.#value;
    this.#value = rows === undefined || before === undefined ? this.#fold.whole(from, before) : this.#fold.next(before, from, rows);
    this.#from = from;
    return this.#value;
  };

  /** Makes the value anew, as if there had been none. */
  startOver(): void {
    this.#from = undefined;
    this.#value = undefined;
    for (const listener of this.#listeners) listener();
  }
}

export const useSource = <T>(source: Source<T>): T | undefined => useSyncExternalStore(source.subscribe, source.snapshot);

/** `fold`: the same object as long as it folds the same. */
export function useDerived<From extends Stamped, T>(source: Source<From>, fold: Fold<From, T>): T | undefined {
  return useSource(useMemo(() => new Derived(source, fold), [source, fold]));
}
