import type { TimelineRecorder } from "../timeline/timeline-recorder.ts";
import type { BlockKind } from "./block.ts";
import type { LogHeader } from "./log-entry.ts";

/** A block of a segment, stored or about to be stored. */
export interface SegmentBlock {
  readonly kind: BlockKind;
  /** The packed size; 0 until the block is stored. */
  readonly bytes: number;
  text(): Promise<string>;
  packed(): Promise<Buffer>;
}

/** A part of a log that can be played without earlier parts, once its checkpoint is whole. */
export interface Segment {
  readonly number: number;
  readonly header: LogHeader;
  /** The cluster's time at the beginning, and at the last tick. */
  readonly fromMs: number;
  toMs: number;
  /** Its checkpoint is kept. */
  isWhole: boolean;
  bytes: number;
  readonly blocks: SegmentBlock[];
}

/** The name of a segment for a store. */
export type SegmentName = Pick<Segment, "number" | "fromMs">;

/** A log that can be played and queried for timeline events, either open or read from a file. */
export interface StoredLog {
  readonly header: LogHeader;
  /** Oldest first. */
  readonly segments: readonly Segment[];
  /** Entries that are in no block yet. */
  readonly openText: string;
  readonly bytes: number;
  readonly maxBytes: number;
  readonly timeline: TimelineRecorder;
  /** The number of bytes that could not be read: the log ends before them (L4). Absent: none. */
  readonly tornBytes?: number;
  /** Resolves when all inputs until now can be read. Absent: they can. */
  caughtUp?(): Promise<void>;
}
