/** What happens to a pod in a rollout, in this order. */
export const ROLLOUT_STEPS = ["terminating", "gone", "created", "running", "ready"] as const;
export type RolloutStep = (typeof ROLLOUT_STEPS)[number];

/** After so many milliseconds the first two are over; the last begins when a tenth of all nodes are on their way. */
const GONE_MS = 800;
const RUNNING_MS = 1600;
/** Far from each other, and each once: no number of nodes that a bench asks for has this factor. */
const SPREAD = 7919;

/** A rollout of one DaemonSet as a trace: at which of its milliseconds what happens to which node's pod. The same for the same numbers, whenever it is played and in whichever pieces. */
export class FleetRollout {
  readonly #nodes: number;
  readonly #everyMs: number;
  readonly #offsetsMs: readonly number[];
  /** Of each step, to how many nodes it has happened. */
  readonly #done = ROLLOUT_STEPS.map(() => 0);
  /** Of each node, the last step that happened to its pod, counted from 1. */
  readonly #last: Uint8Array;

  constructor(nodes: number, podsASecond: number) {
    this.#nodes = nodes;
    this.#everyMs = 1000 / podsASecond;
    this.#offsetsMs = [0, GONE_MS, GONE_MS, RUNNING_MS, Math.max(2 * RUNNING_MS, nodes * 0.1 * this.#everyMs)];
    this.#last = new Uint8Array(nodes);
  }

  /** Everything that has not been played and is due by then, in its order. */
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

  /** How far a node's pod is; undefined while nothing happened to it. */
  stepOf(node: number): RolloutStep | undefined {
    return ROLLOUT_STEPS[(this.#last[node] ?? 0) - 1];
  }

  /** On how many nodes the new pod is, and on how many any is ready. */
  get counts(): { readonly updated: number; readonly ready: number } {
    const [terminating = 0, , created = 0, , ready = 0] = this.#done;
    return { updated: created, ready: this.#nodes - terminating + ready };
  }

  get isOver(): boolean {
    return this.counts.ready === this.#nodes && this.counts.updated === this.#nodes;
  }
}
