/** Remembers since when nodes of a DaemonSet want a pod and have none: objects do not tell when a pod went. */
export class MissingPodMemory {
  /** Undefined for those that had none when they were seen first. */
  readonly #sinceMs = new Map<string, number | undefined>();

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
