/** Limit of the queued items: one second of events of the busiest cluster, in some ten megabytes. */
const MAX_WAITING = 20_000;

/** Counts the objects that were read and are not applied yet, for all consumers. While the queue is full, readers
 *  stop and the API server keeps the rest. This limits the memory and the work after a wait. */
export class Backpressure {
  readonly #maxWaiting: number;
  #waiting = 0;
  #timesFull = 0;
  #roomCallbacks: (() => void)[] = [];

  constructor(maxWaiting = MAX_WAITING) {
    this.#maxWaiting = maxWaiting;
  }

  get waiting(): number {
    return this.#waiting;
  }

  get isFull(): boolean {
    return this.#waiting >= this.#maxWaiting;
  }

  /** The number of times that the queue became full. */
  get timesFull(): number {
    return this.#timesFull;
  }

  /** Adds one queued item. */
  rise(): void {
    this.#waiting++;
    if (this.#waiting === this.#maxWaiting) this.#timesFull++;
  }

  /** Removes `count` queued items. */
  fall(count: number): void {
    this.#waiting -= count;
    if (this.isFull || this.#roomCallbacks.length === 0) return;
    const callbacks = this.#roomCallbacks;
    this.#roomCallbacks = [];
    for (const callback of callbacks) callback();
  }

  /** Calls back once, when the queue is no longer full. */
  onRoom(callback: () => void): void {
    this.#roomCallbacks.push(callback);
  }
}
