/** Limit of the queued items: one second of events of the busiest cluster, some ten megabytes. */
const MAX_WAITING = 20_000;

/** Counts the objects that were read and are not applied yet, for all consumers. While the queue is full, readers
 *  stop and the API server keeps the rest. This limits the memory and the work after a wait. */
export class Backpressure {
  readonly #most: number;
  #waiting = 0;
  #timesFull = 0;
  #held: (() => void)[] = [];

  constructor(most = MAX_WAITING) {
    this.#most = most;
  }

  get waiting(): number {
    return this.#waiting;
  }

  get isFull(): boolean {
    return this.#waiting >= this.#most;
  }

  /** The number of times it became full. */
  get timesFull(): number {
    return this.#timesFull;
  }

  /** Adds one queued item. */
  rise(): void {
    this.#waiting++;
    if (this.#waiting === this.#most) this.#timesFull++;
  }

  /** Removes `count` queued items. */
  fall(count: number): void {
    this.#waiting -= count;
    if (this.isFull || this.#held.length === 0) return;
    const held = this.#held;
    this.#held = [];
    for (const goOn of held) goOn();
  }

  /** Calls back once, when the queue is no longer full. */
  onRoom(goOn: () => void): void {
    this.#held.push(goOn);
  }
}
