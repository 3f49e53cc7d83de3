import { BLOCK, packBlock } from "./block.ts";
import { type Checkpoint, partsBesidePods } from "./checkpoint.ts";
import { type PodRun, podRuns } from "./pod-runs.ts";

/** Packs the checkpoints of one log. A part that is as in the one before is the same buffer, and takes no time: in a rollout most are. */
export class PackedCheckpoints {
  #runs: readonly PodRun[] = [];
  #texts = new Map<string, Promise<Buffer>>();

  /** The blocks of a checkpoint, one at a time: between two of them others may have the thread. */
  async *blocksOf(checkpoint: Checkpoint): AsyncGenerator<Buffer> {
    const texts = new Map<string, Promise<Buffer>>();
    for (const text of partsBesidePods(checkpoint)) {
      const packed = this.#texts.get(text) ?? packBlock(BLOCK.checkpointPart, text);
      texts.set(text, packed);
      yield await packed;
    }
    this.#texts = texts;
    this.#runs = podRuns(this.#runs, checkpoint.saved.pods, checkpoint.ids.pods);
    for (const run of this.#runs) yield await run.packed();
  }
}
