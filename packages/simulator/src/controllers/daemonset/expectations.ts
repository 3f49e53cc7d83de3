const TIMEOUT_MS = 300_000;

/**
 * The calls of a sync that its watch has not shown yet. While any call is outstanding, for at most five minutes, a sync
 * neither creates nor deletes pods. Source: pkg/controller/controller_utils.go, ControllerExpectations.
 */
export class Expectations {
  readonly #outstanding = new Map<string, { creations: number; deletions: number; readonly sinceMs: number }>();

  expect(key: string, creations: number, deletions: number, nowMs: number): void {
    this.#outstanding.set(key, { creations, deletions, sinceMs: nowMs });
  }

  /** Call it when a created pod was observed, or will never appear. */
  lowerCreations(key: string, by = 1): void {
    const open = this.#outstanding.get(key);
    if (open !== undefined) open.creations -= by;
  }

  lowerDeletions(key: string, by = 1): void {
    const open = this.#outstanding.get(key);
    if (open !== undefined) open.deletions -= by;
  }

  areMet(key: string, nowMs: number): boolean {
    const open = this.#outstanding.get(key);
    return open === undefined || (open.creations <= 0 && open.deletions <= 0) || nowMs - open.sinceMs > TIMEOUT_MS;
  }

  forget(key: string): void {
    this.#outstanding.delete(key);
  }
}
