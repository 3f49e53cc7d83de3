import { systemTimers, type Timers } from "../clock.ts";
import { inTurns } from "../frames/in-turns.ts";
import { BLOCK, type BlockKind, packBlock } from "./block.ts";
import { type CheckpointToWrite, partsBesidePods } from "./checkpoint.ts";

/** A block that is packed, and what is in it. */
export interface PackedBlock {
  readonly kind: BlockKind;
  readonly block: Buffer;
}

/** Packs the checkpoints of one log. A part that is as in the one before is the same buffer, and takes no time: in a rollout most are. */
export class PackedCheckpoints {
  #parts = new Map<object, Promise<Buffer>>();

  /** The blocks of a checkpoint, one at a time: between two of them others may have the thread. */
  async *blocksOf(checkpoint: CheckpointToWrite, timers: Timers = systemTimers): AsyncGenerator<PackedBlock> {
    const parts = new Map<object, Promise<Buffer>>();
    for (const part of partsBesidePods(checkpoint)) {
      const packed = this.#parts.get(part.of) ?? packBlock(BLOCK.checkpointPart, await inTurns(part.bytes(), timers));
      parts.set(part.of, packed);
      yield { kind: BLOCK.checkpointPart, block: await packed };
    }
    this.#parts = parts;
    for (const run of checkpoint.runs) yield { kind: BLOCK.checkpointPods, block: await run.packed() };
    yield { kind: BLOCK.checkpointEnd, block: await packBlock(BLOCK.checkpointEnd, "{}") };
  }
}
