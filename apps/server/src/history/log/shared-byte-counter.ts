import type { Segment, SegmentBlock } from "./segment.ts";

/** Counts the bytes of the blocks that segments hold. A block that several segments share counts once. */
export class SharedByteCounter {
  readonly #storageByBlock = new Map<SegmentBlock, object>();
  readonly #holders = new Map<object, number>();
  #bytes = 0;

  get bytes(): number {
    return this.#bytes;
  }

  /** `storage`: the same object for blocks that are stored once. */
  hold(block: SegmentBlock, storage: object): void {
    const holders = this.#holders.get(storage) ?? 0;
    this.#holders.set(storage, holders + 1);
    this.#storageByBlock.set(block, storage);
    if (holders === 0) this.#bytes += block.bytes;
  }

  release({ blocks }: Segment): void {
    for (const block of blocks) {
      const storage = this.#storageByBlock.get(block);
      if (storage === undefined) continue;
      this.#storageByBlock.delete(block);
      const left = (this.#holders.get(storage) ?? 1) - 1;
      if (left > 0) this.#holders.set(storage, left);
      else {
        this.#holders.delete(storage);
        this.#bytes -= block.bytes;
      }
    }
  }
}
