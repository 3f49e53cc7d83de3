import { systemTimers, type Timers } from "@daemonscope/kube-client/flow-control/clock";
import { drainInSlices } from "../../feed/drain-in-slices.ts";
import { BLOCK, type BlockKind, packBlock } from "./block.ts";
import { type CheckpointInput, nonPodParts } from "./checkpoint.ts";

/** A packed block and its kind. */
interface PackedBlock {
  readonly kind: BlockKind;
  readonly block: Buffer;
}

/**
 * Packs the checkpoints of one log. A part that is unchanged since the previous checkpoint is the same buffer and
 * takes no time. In a rollout most parts are unchanged.
 */
export class PackedCheckpoints {
  #parts = new Map<object, Promise<Buffer>>();

  /** Yields the blocks of a checkpoint, so that other work can run between two of them. */
  async *blocksOf(checkpoint: CheckpointInput, timers: Timers = systemTimers): AsyncGenerator<PackedBlock> {
    const parts = new Map<object, Promise<Buffer>>();
    for (const part of nonPodParts(checkpoint)) {
      const packed = this.#parts.get(part.source) ?? packBlock(BLOCK.checkpointPart, await drainInSlices(part.bytes(), timers));
      parts.set(part.source, packed);
      yield { kind: BLOCK.checkpointPart, block: await packed };
    }
    this.#parts = parts;
    for (const run of checkpoint.runs) yield { kind: BLOCK.checkpointPods, block: await run.packed() };
    yield { kind: BLOCK.checkpointEnd, block: await packBlock(BLOCK.checkpointEnd, "{}") };
  }
}
