/** The steps of a pod in a rollout, in order. */
const ROLLOUT_STEPS = ["terminating", "gone", "created", "running", "ready"] as const;
export type RolloutStep = (typeof ROLLOUT_STEPS)[number];

/** Time from a pod's deletion request until it is gone, and until its successor runs. */
const GONE_MS = 800;
const RUNNING_MS = 1600;
/** A prime stride over the nodes. It visits each node once, because no benchmark has a multiple of it as node count. */
const SPREAD = 7919;

/**
 * A rollout of one DaemonSet as a trace: the step of each node's pod at each millisecond. Equal arguments give an equal
 * trace, regardless of the time and the intervals of playing.
 */
export class FleetRollout {
  readonly #nodes: number;
  readonly #everyMs: number;
  readonly #offsetsMs: readonly number[];
  /** Number of nodes that have reached a step, by step. */
  readonly #done = ROLLOUT_STEPS.map(() => 0);
  /** The last step of a node's pod, counted from 1, by node. */
  readonly #last: Uint8Array;

  constructor(nodes: number, podsPerSecond: number) {
    this.#nodes = nodes;
    this.#everyMs = 1000 / podsPerSecond;
    // The last step begins when at least a tenth of all nodes are in progress.
    this.#offsetsMs = [0, GONE_MS, GONE_MS, RUNNING_MS, Math.max(2 * RUNNING_MS, nodes * 0.1 * this.#everyMs)];
    this.#last = new Uint8Array(nodes);
  }

  /** Returns all unplayed steps that are due by then, in order. */
  *until(ms: number): Generator<{ readonly node: number; readonly step: RolloutStep }> {
    for (;;) {
      let [next, nextMs] = [-1, Number.POSITIVE_INFINITY];
      for (const [step, done] of this.#done.entries()) {
        const dueMs = done * this.#everyMs + (this.#offsetsMs[step] ?? 0);
        if (done < this.#nodes && dueMs < nextMs) [next, nextMs] = [step, dueMs];
      }
      const step = ROLLOUT_STEPS[next];
      if (step === undefined || nextMs > ms) return;
      const node = ((this.#done[next] ?? 0) * SPREAD) % this.#nodes;
      this.#done[next] = (this.#done[next] ?? 0) + 1;
      this.#last[node] = next + 1;
      yield { node, step };
    }
  }

  /** Returns the step of a node's pod; undefined before its first one. */
  stepOf(node: number): RolloutStep | undefined {
    return ROLLOUT_STEPS[(this.#last[node] ?? 0) - 1];
  }

  /** Returns the number of nodes with the new pod, and with any ready pod. */
  get counts(): { readonly updated: number; readonly ready: number } {
    const [terminating = 0, , created = 0, , ready = 0] = this.#done;
    return { updated: created, ready: this.#nodes - terminating + ready };
  }

  get isOver(): boolean {
    return this.counts.ready === this.#nodes && this.counts.updated === this.#nodes;
  }
}
