const FIRST_MS = 1000;
const LIMIT_MS = 900_000;

/**
 * Backoff between deletions of failed pods of one DaemonSet generation on one node. The first deletion does not wait.
 * The backoff is then 1 s, doubles each time up to 15 min, and ends after 30 quiet minutes. Source: client-go
 * util/flowcontrol/backoff.go as the DaemonSet controller sets it.
 */
export class FailedPodBackoff {
  readonly #entries = new Map<string, { readonly delayMs: number; readonly atMs: number }>();

  /**
   * Returns the milliseconds until the pod may be deleted. At 0 it may be deleted, and this counts as the next failure.
   */
  waitMs(key: string, nowMs: number): number {
    let entry = this.#entries.get(key);
    if (entry !== undefined && nowMs - entry.atMs > 2 * LIMIT_MS) entry = undefined;
    if (entry !== undefined && nowMs - entry.atMs < entry.delayMs) return entry.atMs + entry.delayMs - nowMs;
    this.#entries.set(key, { delayMs: entry === undefined ? FIRST_MS : Math.min(LIMIT_MS, entry.delayMs * 2), atMs: nowMs });
    return 0;
  }

  /** Drops keys that can no longer matter. */
  collect(nowMs: number): void {
    for (const [key, { atMs }] of this.#entries) if (nowMs - atMs > 2 * LIMIT_MS) this.#entries.delete(key);
  }
}
