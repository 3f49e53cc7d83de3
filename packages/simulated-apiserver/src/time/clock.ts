/**
 * The time of the simulated cluster. All parts of this package take a clock. Only connections and their timers use real
 * time.
 */
export interface Clock {
  /** Milliseconds since the epoch. */
  nowMs(): number;
  /** Cluster milliseconds per real millisecond; 0 while the clock is stopped and advanced by hand. */
  readonly rate: number;
  /** Calls back once, `delayMs` of cluster time from now, never synchronously. */
  after(delayMs: number, callback: () => void): { cancel(): void };
}
