import { BLOCK, packBlock } from "./block.ts";
import { type Checkpoint, partsBesidePods } from "./checkpoint.ts";
import { type PodRun, podRuns } from "./pod-runs.ts";

/** Packs the checkpoints of one log. A part that is as in the one before is the same buffer, and takes no time: in a rollout most are. */
export class PackedCheckpoints {
  #runs: readonly PodRun[] = [];
  #parts = new Map<object, Promise<Buffer>>();

  /** The blocks of a checkpoint, one at a time: between two of them others may have the thread. */
  async *blocksOf(checkpoint: Checkpoint): AsyncGenerator<Buffer> {
    const parts = new Map<object, Promise<Buffer>>();
    for (const part of partsBesidePods(checkpoint)) {
      const packed = this.#parts.get(part.of) ?? packBlock(BLOCK.checkpointPart, part.text());
      parts.set(part.of, packed);
      yield await packed;
    }
    this.#parts = parts;
    this.#runs = podRuns(this.#runs, checkpoint.saved.pods, checkpoint.ids.pods);
    for (const run of this.#runs) yield await run.packed();
  }
}
