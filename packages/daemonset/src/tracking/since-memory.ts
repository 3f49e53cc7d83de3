/** The memory as plain data: without a time, for a node that was first seen in that state. */
export type SavedSince = readonly (readonly [node: string, sinceMs?: number])[];

/** Remembers since when nodes of a DaemonSet are in a state without a time in any object: a wanted pod is missing,
 *  or a pod is unwanted. */
export class SinceMemory {
  /** Undefined for nodes that were first seen in that state. */
  readonly #sinceMs: Map<string, number | undefined>;

  constructor(saved: SavedSince = []) {
    this.#sinceMs = new Map(saved.map(([node, sinceMs]) => [node, sinceMs]));
  }

  get saved(): SavedSince {
    return Array.from(this.#sinceMs, ([node, sinceMs]) => (sinceMs === undefined ? [node] : [node, sinceMs]));
  }

  /** Records the state of a node, and returns since when it holds, if its start was seen. `nowMs` is undefined while
   *  the model does not remember yet. */
  record(node: string, isInState: boolean, nowMs: number | undefined): number | undefined {
    if (!isInState) {
      this.#sinceMs.delete(node);
      return undefined;
    }
    if (!this.#sinceMs.has(node)) this.#sinceMs.set(node, nowMs);
    return this.#sinceMs.get(node);
  }
}
