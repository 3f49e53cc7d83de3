/** Time as the watched cluster knows it: the machine's clock, or the simulator's. */
export interface ClusterClock {
  /** Milliseconds since the epoch. */
  nowMs(): number;
  /** Cluster milliseconds that pass in a real one; 0 when time moves only by hand. */
  readonly rate: number;
  /** Calls back once, `delayMs` of cluster time from now, never synchronously. */
  after(delayMs: number, callback: () => void): { cancel(): void };
}

/** What passes on the wall, whatever the cluster's clock does: for frame pacing and for stalled sockets. */
export interface Timers {
  /** Milliseconds from any start; never goes back. */
  elapsedMs(): number;
  /** Processor time that this process took, all of its threads; never goes back. Left out where time is made up: there nothing else runs. */
  usedMs?(): number;
  after(delayMs: number, callback: () => void): { cancel(): void };
  /** When the events that are already here have been read. */
  soon(callback: () => void): { cancel(): void };
}

const US_A_MS = 1000;

/** Beyond this setTimeout fires at once. */
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;

function timeout(delayMs: number, callback: () => void): { cancel(): void } {
  const handle = setTimeout(callback, Math.min(Math.max(0, Math.ceil(delayMs)), LONGEST_TIMEOUT_MS));
  return { cancel: () => clearTimeout(handle) };
}

export const systemClock: ClusterClock = { nowMs: () => Date.now(), rate: 1, after: timeout };

/** A clock that stands: of a cluster that is not there yet. */
export function standingClock(atMs: number): ClusterClock {
  return { nowMs: () => atMs, rate: 0, after: () => ({ cancel: () => undefined }) };
}

export const systemTimers: Timers = {
  elapsedMs: () => performance.now(),
  usedMs() {
    const { user, system } = process.cpuUsage();
    return (user + system) / US_A_MS;
  },
  after: timeout,
  soon(callback) {
    const handle = setImmediate(callback);
    return { cancel: () => clearImmediate(handle) };
  },
};
