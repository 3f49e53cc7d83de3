import { type BlockKind, kindOfBlock, textOfBlock } from "../log/block.ts";
import type { SegmentBlock } from "../log/segment.ts";

/** Wraps an intact block from a stream for readers of a log. */
export function receivedBlock(block: Buffer): SegmentBlock & { readonly kind: BlockKind } {
  return { kind: kindOfBlock(block), bytes: block.length, text: () => textOfBlock(block), packed: () => Promise.resolve(block) };
}
