/** Time as the simulated cluster knows it. Everything in this package takes one; nobody else's clock is read. */
export interface Clock {
  /** Milliseconds since the epoch. */
  nowMs(): number;
  /** Cluster milliseconds that pass in a real one; 0 while time stands and is advanced by hand. */
  readonly rate: number;
  /** Calls back once, `delayMs` of cluster time from now, never synchronously. */
  after(delayMs: number, callback: () => void): { cancel(): void };
}
