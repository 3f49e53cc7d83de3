/** Notifies its listeners of a change. */
export class Signal {
  readonly #listeners = new Set<() => void>();

  get hasListeners(): boolean {
    return this.#listeners.size > 0;
  }

  /** Returns a function that removes the listener. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly emit = (): void => {
    for (const listener of this.#listeners) listener();
  };
}
