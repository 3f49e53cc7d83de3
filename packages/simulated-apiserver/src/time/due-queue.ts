/** Callbacks by due time, equal times in order of registration: a binary heap. */
export class DueQueue {
  readonly #heap: { readonly atMs: number; readonly order: number; callback: (() => void) | undefined }[] = [];
  #order = 0;

  add(atMs: number, callback: () => void): { cancel(): void } {
    const entry: { readonly atMs: number; readonly order: number; callback: (() => void) | undefined } = {
      atMs,
      order: this.#order++,
      callback,
    };
    this.#heap.push(entry);
    let at = this.#heap.length - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.#before(at, parent)) break;
      this.#swap(at, parent);
      at = parent;
    }
    return {
      cancel() {
        entry.callback = undefined;
      },
    };
  }

  /** Returns the due time of the first callback; undefined if there is none. */
  peekMs(): number | undefined {
    while (this.#heap[0] !== undefined && this.#heap[0].callback === undefined) this.#pop();
    return this.#heap[0]?.atMs;
  }

  /** Removes and returns the first callback. */
  take(): (() => void) | undefined {
    this.peekMs();
    return this.#pop()?.callback;
  }

  #pop() {
    const first = this.#heap[0];
    const last = this.#heap.pop();
    if (first === undefined || last === undefined || this.#heap.length === 0) return first;
    this.#heap[0] = last;
    let at = 0;
    for (;;) {
      const left = 2 * at + 1;
      let smallest = at;
      if (left < this.#heap.length && this.#before(left, smallest)) smallest = left;
      if (left + 1 < this.#heap.length && this.#before(left + 1, smallest)) smallest = left + 1;
      if (smallest === at) return first;
      this.#swap(at, smallest);
      at = smallest;
    }
  }

  #before(a: number, b: number): boolean {
    const first = this.#heap[a];
    const second = this.#heap[b];
    if (first === undefined || second === undefined) return false;
    return first.atMs < second.atMs || (first.atMs === second.atMs && first.order < second.order);
  }

  #swap(a: number, b: number): void {
    const first = this.#heap[a];
    const second = this.#heap[b];
    if (first === undefined || second === undefined) return;
    this.#heap[a] = second;
    this.#heap[b] = first;
  }
}
