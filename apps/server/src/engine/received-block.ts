import { type BlockKind, kindOfBlock, textOfBlock } from "../log/block.ts";
import type { SegmentBlock } from "../log/segment.ts";

/** A whole block that a stream brought, as readers of a log take it. */
export function receivedBlock(block: Buffer): SegmentBlock & { readonly kind: BlockKind } {
  return { kind: kindOfBlock(block), bytes: block.length, text: () => textOfBlock(block), packed: () => Promise.resolve(block) };
}
