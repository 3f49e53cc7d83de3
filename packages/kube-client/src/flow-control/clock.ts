/** The time of the watched cluster: the machine's clock, or the simulator's. */
export interface ClusterClock {
  /** Milliseconds since the epoch. */
  nowMs(): number;
  /** Cluster milliseconds per real millisecond; 0 if the time is advanced by hand. */
  readonly rate: number;
  /** Calls back once, `delayMs` of cluster time from now, never synchronously. */
  after(delayMs: number, callback: () => void): { cancel(): void };
}

/** Real time, independent of the cluster's clock: for frame pacing and for stalled sockets. */
export interface Timers {
  /** Milliseconds from any start; never goes back. */
  elapsedMs(): number;
  /**
   * Processor time of this process, all threads included; never goes back. Absent with simulated time, because nothing
   * else runs then.
   */
  usedMs?(): number;
  after(delayMs: number, callback: () => void): { cancel(): void };
  /** Calls back after the events that have already arrived are processed. */
  soon(callback: () => void): { cancel(): void };
}

const US_PER_MS = 1000;

/** Above this delay setTimeout fires at once. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

function timeout(delayMs: number, callback: () => void): { cancel(): void } {
  const handle = setTimeout(callback, Math.min(Math.max(0, Math.ceil(delayMs)), MAX_TIMEOUT_MS));
  return { cancel: () => clearTimeout(handle) };
}

export const systemClock: ClusterClock = { nowMs: () => Date.now(), rate: 1, after: timeout };

/** Returns a stopped clock, for a cluster that is not connected yet. */
export function fixedClock(atMs: number): ClusterClock {
  return { nowMs: () => atMs, rate: 0, after: () => ({ cancel: () => undefined }) };
}

export const systemTimers: Timers = {
  elapsedMs: () => performance.now(),
  usedMs() {
    const { user, system } = process.cpuUsage();
    return (user + system) / US_PER_MS;
  },
  after: timeout,
  soon(callback) {
    const handle = setImmediate(callback);
    return { cancel: () => clearImmediate(handle) };
  },
};
