import { Signal } from "@daemonscope/kube/base/signal";
import { useMemo, useSyncExternalStore } from "react";

/** A value that lists the rows that differ from its predecessor. */
export interface Versioned {
  /** A unique object for each value. */
  readonly at: object;
  /** The rows that differ from the value with this stamp, each once. Undefined if all rows may differ. */
  readonly since: { readonly at: object; readonly rows: readonly number[] } | undefined;
}

/** Returns the stamp of a value in which these rows differ from `before`. */
export const nextVersionStamp = (before: Versioned, rows: readonly number[]): Versioned => ({ at: {}, since: { at: before.at, rows } });
/** Returns the stamp of a rebuilt value. */
export const initialVersionStamp = (): Versioned => ({ at: {}, since: undefined });

/** Returns the rows that differ between two values. Undefined if all rows may differ. */
export function rowsBetween(before: Versioned | undefined, after: Versioned): readonly number[] | undefined {
  if (before === undefined) return undefined;
  if (before.at === after.at) return [];
  return after.since?.at === before.at ? after.since.rows : undefined;
}

/**
 * Derives a value from a stamped value and updates it by the changed rows. Pure; `next` returns `before` itself if
 * nothing changed.
 */
export interface IncrementalReducer<From extends Versioned, T> {
  /** `before` is for reducers that keep an order. */
  readonly whole: (from: From, before: T | undefined) => T;
  readonly next: (before: T, from: From, rows: readonly number[]) => T;
}

/** A value that changes, with its subscription. */
export interface Readable<T> {
  readonly subscribe: (listener: () => void) => () => void;
  readonly snapshot: () => T | undefined;
}

/** A value derived from another source. It is computed on read. */
export class Computed<From extends Versioned, T> implements Readable<T> {
  readonly #source: Readable<From>;
  readonly #reducer: IncrementalReducer<From, T>;
  readonly #changed = new Signal();
  #from: From | undefined;
  #value: T | undefined;

  constructor(source: Readable<From>, reducer: IncrementalReducer<From, T>) {
    this.#source = source;
    this.#reducer = reducer;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    const unsubscribe = this.#source.subscribe(listener);
    const unsubscribeFromChanges = this.#changed.subscribe(listener);
    return () => {
      unsubscribe();
      unsubscribeFromChanges();
    };
  };

  readonly snapshot = (): T | undefined => {
    const from = this.#source.snapshot();
    if (from === undefined) return undefined;
    if (from === this.#from) return this.#value;
    const rows = rowsBetween(this.#from, from);
    const before = this.#value;
    this.#value = rows === undefined || before === undefined ? this.#reducer.whole(from, before) : this.#reducer.next(before, from, rows);
    this.#from = from;
    return this.#value;
  };

  /** Rebuilds the value without a predecessor. */
  startOver(): void {
    this.#from = undefined;
    this.#value = undefined;
    this.#changed.emit();
  }
}

export const useReadable = <T>(source: Readable<T>): T | undefined => useSyncExternalStore(source.subscribe, source.snapshot);

/** Returns the derived value of a source. `reducer` must stay the same object while it derives the same value. */
export function useComputed<From extends Versioned, T>(source: Readable<From>, reducer: IncrementalReducer<From, T>): T | undefined {
  return useReadable(useMemo(() => new Computed(source, reducer), [source, reducer]));
}
