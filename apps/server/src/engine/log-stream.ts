/** What a message of a stream is: a block of a log; a word that a checkpoint is whole, from which it can be played; what happened in a segment that is over; a word that a writer takes over. */
export const STREAM_KINDS = ["block", "whole", "told", "claim"] as const;
export type StreamKind = (typeof STREAM_KINDS)[number];

/** A message as it is kept. `run` is one writer's time at it; `segment` and `fromMs` name the segment of that run that a block is of. */
export interface StreamMessage {
  readonly kind: StreamKind;
  readonly run: string;
  readonly segment: number;
  readonly fromMs: number;
  readonly bytes: Uint8Array;
}

/** Numbers rise by one from message to message, and start where the oldest that is kept is. */
export interface StoredMessage extends StreamMessage {
  readonly seq: number;
  /** Another than `seq` where it was too large for one message of the engine. */
  readonly firstSeq: number;
}

/** Somebody else wrote meanwhile: whoever hears this writes no more. */
export class Fenced extends Error {
  override readonly name = "Fenced";
}

/** The engine does not answer, or takes nothing now: what was asked of it may go another time. */
export class StreamUnavailable extends Error {
  override readonly name = "StreamUnavailable";
}

/** What a stream keeps now, from its oldest message to its newest; `firstSeq` is one more than `lastSeq` where it keeps none. */
export interface KeptRange {
  readonly firstSeq: number;
  readonly lastSeq: number;
  /** How old a message may become; 0 for as old as room allows. */
  readonly maxAgeMs: number;
  /** What it takes in the engine, once, and how much it may; 0 for as much as there is room. */
  readonly bytes: number;
  readonly maxBytes: number;
}

/** One cluster's log in an engine: messages in an order that all readers agree on, kept until limits let them go. All that is asked of it may throw StreamUnavailable. */
export interface LogStream {
  /** Keeps a message as the next after `lastSeq`; gives its number. It tries for minutes where the engine takes nothing. Throws Fenced where another was kept meanwhile, and what the engine says where it takes no such message. */
  append(message: StreamMessage, lastSeq: number): Promise<number>;
  /** For how long a message that was given to `append` has not been kept, and why, in the engine's words; undefined while none waits. Of one that goes in parts, the part that is on its way. */
  waiting(): { readonly forMs: number; readonly why: string } | undefined;
  /** The number of the last message that was kept; 0 for none. */
  lastSeq(): Promise<number>;
  kept(): Promise<KeptRange>;
  /** The last message of a kind that is kept still; undefined for none. */
  lastOf(kind: StreamKind): Promise<StoredMessage | undefined>;
  /** All messages of a kind that are kept now, in their order. */
  allOf(kind: StreamKind): Promise<readonly StoredMessage[]>;
  /** Messages from a number on, as they come, until the signal. A reader that the engine has cut off goes on where it was. */
  read(fromSeq: number, signal: AbortSignal): AsyncIterable<StoredMessage>;
}
