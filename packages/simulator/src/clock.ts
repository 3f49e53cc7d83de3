/** Time as the simulated cluster knows it. Everything in this package takes one; nobody else's clock is read. */
export interface Clock {
  /** Milliseconds since the epoch. */
  nowMs(): number;
  /** Cluster milliseconds that pass in a real one; 0 when time moves only by `advance`. */
  readonly rate: number;
  /** Calls back once, `delayMs` of cluster time from now, never synchronously. */
  after(delayMs: number, callback: () => void): { cancel(): void };
}

export interface VirtualClock extends Clock {
  readonly rate: 0;
  /** Runs everything that falls due within the next `ms`, in order of due time and then of registration. */
  advance(ms: number): void;
}
