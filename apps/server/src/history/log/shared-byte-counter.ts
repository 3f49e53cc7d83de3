import type { Segment, SegmentBlock } from "./segment.ts";

/** Counts the bytes of the blocks that segments hold. A block that several segments share counts once. */
export class SharedByteCounter {
  readonly #heldBy = new Map<SegmentBlock, object>();
  readonly #holders = new Map<object, number>();
  #bytes = 0;

  get bytes(): number {
    return this.#bytes;
  }

  /** `what`: the same object for two blocks that are stored once. */
  hold(block: SegmentBlock, what: object): void {
    const holders = this.#holders.get(what) ?? 0;
    this.#holders.set(what, holders + 1);
    this.#heldBy.set(block, what);
    if (holders === 0) this.#bytes += block.bytes;
  }

  release({ blocks }: Segment): void {
    for (const block of blocks) {
      const what = this.#heldBy.get(block);
      if (what === undefined) continue;
      this.#heldBy.delete(block);
      const left = (this.#holders.get(what) ?? 1) - 1;
      if (left > 0) this.#holders.set(what, left);
      else {
        this.#holders.delete(what);
        this.#bytes -= block.bytes;
      }
    }
  }
}
