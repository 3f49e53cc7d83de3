/** What it remembers, as plain data: without a time, for a pod that was missing when its node was seen first. */
export type SavedMissing = readonly (readonly [node: string, sinceMs?: number])[];

/** Remembers since when nodes of a DaemonSet want a pod and have none: objects do not tell when a pod went. */
export class MissingPodMemory {
  /** Undefined for those that had none when they were seen first. */
  readonly #sinceMs: Map<string, number | undefined>;

  constructor(saved: SavedMissing = []) {
    this.#sinceMs = new Map(saved.map(([node, sinceMs]) => [node, sinceMs]));
  }

  get saved(): SavedMissing {
    return Array.from(this.#sinceMs, ([node, sinceMs]) => (sinceMs === undefined ? [node] : [node, sinceMs]));
  }

  /** Notes what is seen of a node, and gives since when its pod is missing, if it was seen. `nowMs` is undefined while nothing is remembered yet. */
  look(node: string, isMissing: boolean, nowMs: number | undefined): number | undefined {
    if (!isMissing) {
      this.#sinceMs.delete(node);
      return undefined;
    }
    if (!this.#sinceMs.has(node)) this.#sinceMs.set(node, nowMs);
    return this.#sinceMs.get(node);
  }
}
