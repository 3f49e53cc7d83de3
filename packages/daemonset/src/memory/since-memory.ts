/** What it remembers, as plain data: without a time, for a node that was so when it was seen first. */
export type SavedSince = readonly (readonly [node: string, sinceMs?: number])[];

/** Remembers since when nodes of a DaemonSet are in a state that no object dates: a wanted pod is missing, or a pod is where none is wanted. */
export class SinceMemory {
  /** Undefined for nodes that were so when they were seen first. */
  readonly #sinceMs: Map<string, number | undefined>;

  constructor(saved: SavedSince = []) {
    this.#sinceMs = new Map(saved.map(([node, sinceMs]) => [node, sinceMs]));
  }

  get saved(): SavedSince {
    return Array.from(this.#sinceMs, ([node, sinceMs]) => (sinceMs === undefined ? [node] : [node, sinceMs]));
  }

  /** Notes what is seen of a node, and gives since when it is so, if that was seen. `nowMs` is undefined while nothing is remembered yet. */
  look(node: string, isSo: boolean, nowMs: number | undefined): number | undefined {
    if (!isSo) {
      this.#sinceMs.delete(node);
      return undefined;
    }
    if (!this.#sinceMs.has(node)) this.#sinceMs.set(node, nowMs);
    return this.#sinceMs.get(node);
  }
}
