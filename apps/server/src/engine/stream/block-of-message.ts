import { type BlockKind, blockKindOf, inflateBlock } from "../../history/log/block.ts";
import type { SegmentBlock } from "../../history/log/segment.ts";

/** Wraps an intact block from a stream for readers of a log. */
export function blockOfMessage(block: Buffer): SegmentBlock & { readonly kind: BlockKind } {
  return { kind: blockKindOf(block), bytes: block.length, text: () => inflateBlock(block), packed: () => Promise.resolve(block) };
}
