/**
 * The kinds of messages in a stream. `block`: a block of a log. `whole`: a checkpoint is complete, and the log can be
 * played from it. `told`: the timeline events of a finished segment. `claim`: a writer takes over.
 */
export const STREAM_KINDS = ["block", "whole", "told", "claim"] as const;
export type StreamKind = (typeof STREAM_KINDS)[number];

/**
 * A message to store. `run` is the run of one writer; `segment` and `fromMs` name the segment of that run to which a
 * block belongs.
 */
export interface StreamMessage {
  readonly kind: StreamKind;
  readonly run: string;
  readonly segment: number;
  readonly fromMs: number;
  readonly bytes: Uint8Array;
}

/** A stored message. `seq`: its number in the stream; if the engine stores it as several messages, the last number. */
export interface StoredMessage extends StreamMessage {
  readonly seq: number;
  /** The first number: less than `seq` if the message is too large for one message of the engine. */
  readonly firstSeq: number;
}

/** Another writer has written: a writer that gets this error stops writing. */
export class FencedError extends Error {
  override readonly name = "FencedError";
}

/** The engine does not respond or accepts nothing now. The request can be retried. */
export class StreamUnavailableError extends Error {
  override readonly name = "StreamUnavailableError";
}

/**
 * The range that a stream holds now, from its oldest message to its newest. If it holds none, `firstSeq` is `lastSeq`
 * plus one.
 */
export interface RetainedRange {
  readonly firstSeq: number;
  readonly lastSeq: number;
  /** The age limit of a message; 0 for no limit. */
  readonly maxAgeMs: number;
  /** The size in the engine, without replicas, and its limit; 0 for no limit. */
  readonly bytes: number;
  readonly maxBytes: number;
}

/**
 * One cluster's log in an engine: messages in one order for all readers, stored until limits drop them. All methods
 * except `waiting` may throw StreamUnavailableError.
 */
export interface EventLogStream {
  /**
   * Stores a message after `lastSeq`, and returns its number. Retries for minutes while the engine accepts nothing.
   * Throws FencedError if another message was stored, and the engine's error if it rejects the message.
   */
  append(message: StreamMessage, lastSeq: number): Promise<number>;
  /**
   * Returns the time for which the message of a pending `append` has not been stored, and the engine's reason.
   * Undefined if none is pending. For a split message it concerns the current part.
   */
  waiting(): { readonly forMs: number; readonly why: string } | undefined;
  /** Returns the number of the last stored message; 0 for none. */
  lastSeq(): Promise<number>;
  kept(): Promise<RetainedRange>;
  /** Returns the last message of a kind that is still stored; undefined for none. */
  lastOf(kind: StreamKind): Promise<StoredMessage | undefined>;
  /** Returns all stored messages of a kind, in their order. */
  allOf(kind: StreamKind): Promise<readonly StoredMessage[]>;
  /**
   * Yields the messages from a number on, in their order, until the signal. After a disconnect the reader continues at
   * its position.
   */
  read(fromSeq: number, signal: AbortSignal): AsyncIterable<StoredMessage>;
}
