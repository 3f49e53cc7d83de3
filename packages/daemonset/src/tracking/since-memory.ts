/** The memory as plain data: without a time, for a node that was first seen in that state. */
export type SavedSince = readonly (readonly [node: string, sinceMs?: number])[];

/** Returns the first of these times; undefined if one of them is unknown. */
export const firstSeenMs = (times: readonly (number | undefined)[]): number | undefined =>
  times.reduce((a, b) => (a === undefined || b === undefined ? undefined : Math.min(a, b)), times[0]);

/** Remembers since when nodes of a DaemonSet are in a state without a time in any object: a wanted pod is missing,
 *  a pod is unwanted, or an upgrade failed. */
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

  /** Records all nodes in that state. Returns since when the first one is in it, if the start of each was seen. */
  recordAll(nodes: readonly string[], nowMs: number | undefined): number | undefined {
    if (nodes.length === 0 && this.#sinceMs.size === 0) return undefined;
    const kept = new Set(nodes);
    for (const node of [...this.#sinceMs.keys()]) if (!kept.has(node)) this.#sinceMs.delete(node);
    return firstSeenMs(nodes.map((node) => this.record(node, true, nowMs)));
  }
}
