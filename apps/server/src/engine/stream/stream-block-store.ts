import { BLOCK, blockKindOf } from "../../history/log/block.ts";
import type { LoggedTick } from "../../history/log/log-entry.ts";
import type { BlockStore } from "../../history/log/log-writer.ts";
import type { SegmentName } from "../../history/log/segment.ts";
import type { TimelineRecorder, TimelineSegment } from "../../history/timeline/timeline-recorder.ts";
import type { EventLogStream, StreamMessage } from "./event-log-stream.ts";

/** Announces that a segment can be played. Its blocks begin at `headerSeq`. */
export interface CheckpointNotice {
  readonly headerSeq: number;
}

/** The timeline events of a segment, which ended at `untilMs`. */
export interface SegmentSummary {
  readonly untilMs: number;
  readonly part: TimelineSegment;
}

export const parseSegmentSummary = (message: StreamMessage): SegmentSummary =>
  JSON.parse(Buffer.from(message.bytes).toString("utf8")) as SegmentSummary;

/**
 * Stores the blocks of one writer's log in a stream, each after the last known message. If another process writes,
 * this writer is fenced, and `keep` rejects with `FencedError`. A message announces each complete checkpoint and the
 * start of its segment.
 * *Invariant*: blocks are stored one after the other, in the writer's order.
 */
export class StreamBlockStore implements BlockStore {
  readonly #stream: EventLogStream;
  readonly #run: string;
  readonly #headers = new Map<number, number>();
  #lastSeq: number;
  #wholeSeq: number | undefined;
  #pendingSummaries: { readonly segment: SegmentName; readonly summary: SegmentSummary }[] = [];

  /**
   * `lastSeq`: the number of the writer's claim. `unpublished`: timeline events that the previous writer did not
   * publish.
   */
  constructor(
    stream: EventLogStream,
    run: string,
    lastSeq: number,
    unpublished?: { readonly fromMs: number; readonly summary: SegmentSummary },
  ) {
    if (unpublished !== undefined)
      this.#pendingSummaries.push({ segment: { number: 0, fromMs: unpublished.fromMs }, summary: unpublished.summary });
    this.#stream = stream;
    this.#run = run;
    this.#lastSeq = lastSeq;
  }

  /** Number of the first message of the last segment with a complete checkpoint; undefined before the first. */
  get wholeSeq(): number | undefined {
    return this.#wholeSeq;
  }

  async keep(segment: SegmentName, block: Buffer): Promise<() => Promise<Buffer>> {
    const kind = blockKindOf(block);
    const pending = this.#pendingSummaries;
    this.#pendingSummaries = [];
    for (const each of pending) await this.#append("told", each.segment, Buffer.from(JSON.stringify(each.summary), "utf8"));
    const seq = await this.#append("block", segment, block);
    if (kind === BLOCK.header) this.#headers.set(segment.number, seq);
    if (kind === BLOCK.checkpointEnd) await this.#announceCheckpoint(segment);
    // Readers read from the stream, not from the writer.
    return () => Promise.reject(new Error("a block of a stream is read from the stream"));
  }

  /**
   * Called when the next segment can be played. The timeline events of the dropped segment are published before the
   * next block.
   */
  drop({ number, fromMs }: SegmentName, untilMs: number, timeline: TimelineRecorder): void {
    this.#headers.delete(number);
    this.#pendingSummaries.push({ segment: { number, fromMs }, summary: { untilMs, part: timeline.part(fromMs, untilMs) } });
  }

  async #announceCheckpoint(segment: SegmentName): Promise<void> {
    const headerSeq = this.#headers.get(segment.number);
    if (headerSeq === undefined) throw new Error(`segment ${segment.number} has no header`);
    const notice: CheckpointNotice = { headerSeq };
    await this.#append("whole", segment, Buffer.from(JSON.stringify(notice), "utf8"));
    this.#wholeSeq = headerSeq;
  }

  async #append(kind: StreamMessage["kind"], { number, fromMs }: SegmentName, bytes: Uint8Array): Promise<number> {
    const message = { kind, run: this.#run, segment: number, fromMs, bytes };
    this.#lastSeq = await this.#stream.append(message, this.#lastSeq);
    return this.#lastSeq;
  }
}

/**
 * A writer's first message. `tick`: all followers tick once more, so that inputs without a tick lead to one state for
 * all. Undefined without an earlier log.
 */
interface WriterClaim {
  readonly tick?: LoggedTick;
}

export const parseWriterClaim = (message: StreamMessage): WriterClaim =>
  JSON.parse(Buffer.from(message.bytes).toString("utf8")) as WriterClaim;

/**
 * Takes a stream over: from here on the previous writer is fenced. Returns the number of the claim. Throws FencedError
 * if another process wrote since `lastSeq`.
 */
export const claimStream = (stream: EventLogStream, run: string, lastSeq: number, claim: WriterClaim): Promise<number> =>
  stream.append(
    { kind: "claim", run, segment: 0, fromMs: claim.tick?.atMs ?? 0, bytes: Buffer.from(JSON.stringify(claim), "utf8") },
    lastSeq,
  );
