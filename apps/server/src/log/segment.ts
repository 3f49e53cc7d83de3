import type { BlockKind } from "./block.ts";
import type { LogHeader } from "./entry.ts";
import type { Happenings } from "./happenings.ts";

/** A block of a segment, packed or about to be. */
export interface SegmentBlock {
  readonly kind: BlockKind;
  /** 0 until it is packed. */
  readonly bytes: number;
  text(): Promise<string>;
  packed(): Promise<Buffer>;
}

/** A part of a log that can be played without those before it, once its checkpoint is whole. */
export interface Segment {
  readonly number: number;
  readonly header: LogHeader;
  /** The cluster's time at its beginning, and of its last tick. */
  readonly fromMs: number;
  toMs: number;
  /** Its checkpoint is kept. */
  isWhole: boolean;
  bytes: number;
  readonly blocks: SegmentBlock[];
}

/** A segment as a store is told of it. */
export type SegmentName = Pick<Segment, "number" | "fromMs">;

/** A log as it can be played and asked what happened, be it written now or read from a file. */
export interface KeptLog {
  readonly header: LogHeader;
  /** Oldest first. */
  readonly segments: readonly Segment[];
  /** Entries that are in no block yet. */
  readonly openText: string;
  readonly bytes: number;
  readonly maxBytes: number;
  readonly happenings: Happenings;
  /** How many bytes of it could not be read: it ends before they begin (L4). Absent: none. */
  readonly tornBytes?: number;
  /** Resolves when all that was told so far can be read. Absent: it can. */
  caughtUp?(): Promise<void>;
}
