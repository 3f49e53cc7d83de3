/** So many things may wait: what comes in a second of the busiest cluster, some ten megabytes. */
const MOST_WAITING = 20_000;

/** How much of what was read waits to be taken in, by all who take it. Where it is too much, whoever reads stops until there is room, and the API server holds back what it has: memory has an end, and so has what is
 *  taken in when the wait is over. */
export class Pressure {
  readonly #most: number;
  #waiting = 0;
  #timesFull = 0;
  #held: (() => void)[] = [];

  constructor(most = MOST_WAITING) {
    this.#most = most;
  }

  get waiting(): number {
    return this.#waiting;
  }

  get isFull(): boolean {
    return this.#waiting >= this.#most;
  }

  /** How often it became full. */
  get timesFull(): number {
    return this.#timesFull;
  }

  /** One more waits. */
  rise(): void {
    this.#waiting++;
    if (this.#waiting === this.#most) this.#timesFull++;
  }

  /** So many wait no more. */
  fall(count: number): void {
    this.#waiting -= count;
    if (this.isFull || this.#held.length === 0) return;
    const held = this.#held;
    this.#held = [];
    for (const goOn of held) goOn();
  }

  /** Calls back once, when it is not full any more. */
  onRoom(goOn: () => void): void {
    this.#held.push(goOn);
  }
}
