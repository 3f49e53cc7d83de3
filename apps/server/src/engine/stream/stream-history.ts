import type { KeptHistory } from "@daemonscope/shared/http/history";
import type { ClusterState } from "@daemonscope/shared/state/cluster-state";
import type { Frame } from "@daemonscope/shared/state/frame";
import { BLOCK } from "../../history/log/block.ts";
import { LOG_SCHEMA, type LogHeader } from "../../history/log/log-entry.ts";
import type { Segment, StoredLog } from "../../history/log/segment.ts";
import type { LogReplayer } from "../../history/replay/log-replayer.ts";
import type { HistoryStore, TimelineRange } from "../../history/storage/history-store.ts";
import { TimelineRecorder } from "../../history/timeline/timeline-recorder.ts";
import { blockOfMessage } from "./block-of-message.ts";
import type { EventLogStream, RetainedRange, StoredMessage } from "./event-log-stream.ts";
import { type CheckpointNotice, parseSegmentSummary } from "./stream-block-store.ts";

const jsonOf = (message: StoredMessage): unknown => JSON.parse(Buffer.from(message.bytes).toString("utf8"));

interface PlayableSegment {
  readonly fromMs: number;
  readonly headerSeq: number;
}

/**
 * The history of a cluster in its stream. Checkpoints and timeline events are known in advance; blocks are read on
 * demand.
 */
export class StreamHistory implements HistoryStore {
  readonly #stream: EventLogStream;
  readonly #timeline = new TimelineRecorder();
  #playable: PlayableSegment[] = [];
  #header: LogHeader | undefined;
  #size = { bytes: 0, maxBytes: 0 };
  #toMs = 0;
  #publishedUntilMs = Number.NEGATIVE_INFINITY;
  #followsFromMs = Number.POSITIVE_INFINITY;

  constructor(stream: EventLogStream) {
    this.#stream = stream;
  }

  get name(): string {
    return this.#header?.log ?? "";
  }

  /** Reads the messages that are stored already. */
  async read(): Promise<void> {
    for (const message of await this.#stream.allOf("whole")) this.receive(message);
    for (const message of await this.#stream.allOf("told")) this.receive(message);
  }

  /** Adds a message about a checkpoint or timeline events. A message that was received before changes nothing. */
  receive(message: StoredMessage): void {
    if (message.kind === "whole") {
      const { headerSeq } = jsonOf(message) as CheckpointNotice;
      if (headerSeq > (this.#playable.at(-1)?.headerSeq ?? 0)) this.#playable.push({ fromMs: message.fromMs, headerSeq });
    }
    if (message.kind === "told") {
      const { untilMs, part } = parseSegmentSummary(message);
      // The timeline already has these events: a message contained them, or they are of the followed part.
      if (untilMs <= this.#publishedUntilMs || message.fromMs >= this.#followsFromMs) return;
      this.#publishedUntilMs = untilMs;
      this.#timeline.add(part);
    }
  }

  /** Starts to follow: timeline events are collected from here on. */
  begin({ header, state, atMs }: LogReplayer): void {
    this.#followsFromMs = Math.min(this.#followsFromMs, state.at);
    this.#timeline.begin(state);
    this.follow(header, atMs);
  }

  /** Sets the header and the end of the followed log. */
  follow(header: LogHeader, toMs: number): void {
    this.#header = header;
    this.#toMs = toMs;
  }

  take(before: ClusterState, frame: Frame): void {
    this.#timeline.take(before, frame);
  }

  /** Applies the current range of the stream, which has dropped all older messages. */
  keep({ firstSeq, bytes, maxBytes }: RetainedRange): void {
    this.#size = { bytes, maxBytes };
    const kept = this.#playable.filter(({ headerSeq }) => headerSeq >= firstSeq);
    if (kept.length === this.#playable.length) return;
    this.#playable = kept;
    const [first] = kept;
    if (first !== undefined) this.#timeline.forgetBefore(first.fromMs);
  }

  kept(): KeptHistory | undefined {
    const [first] = this.#playable;
    if (first === undefined) return undefined;
    return {
      fromMs: first.fromMs,
      toMs: Math.max(first.fromMs, this.#toMs),
      ...this.#size,
      checkpoints: this.#playable.map(({ fromMs }) => fromMs),
    };
  }

  async logOf(fromMs: number, toMs: number): Promise<StoredLog> {
    const first = this.#playable.findLast((each) => each.fromMs <= fromMs);
    const header = this.#header;
    if (first === undefined || header === undefined) throw new Error("nothing whole is kept of that time");
    const segments = await this.#segmentsFrom(first.headerSeq, toMs);
    const [segment] = segments;
    if (segment === undefined) {
      // The limits of the stream have dropped the segment meanwhile.
      this.#playable = this.#playable.filter((each) => each !== first);
      throw new Error("nothing whole is kept of that time");
    }
    return { header: segment.header, segments, openText: "", bytes: 0, maxBytes: 0, timeline: this.#timeline };
  }

  timelineRange(fromMs: number, toMs: number, samples: number, of?: string): Promise<TimelineRange> {
    return Promise.resolve({
      happenings: this.#timeline.between(fromMs, toMs),
      counts: this.#timeline.counts(fromMs, toMs, samples, of),
    });
  }

  /**
   * Returns the segments of one writer from a header on. Ends at a segment after `toMs`, at another writer, or at the
   * last stored message.
   */
  async #segmentsFrom(headerSeq: number, toMs: number): Promise<readonly Segment[]> {
    const end = new AbortController();
    const segments: Segment[] = [];
    const lastSeq = await this.#stream.lastSeq();
    let run: string | undefined;
    for await (const message of this.#stream.read(headerSeq, end.signal)) {
      const isOver =
        message.kind === "block" && ((run !== undefined && message.run !== run) || (segments.length > 0 && message.fromMs > toMs));
      if (isOver || (segments.length === 0 && message.seq > headerSeq && message.firstSeq !== headerSeq)) break;
      run ??= message.run;
      if (message.kind === "block") await addBlock(segments, message);
      if (message.seq >= lastSeq) break;
    }
    end.abort();
    return segments;
  }
}

async function addBlock(segments: Segment[], { segment: number, fromMs, bytes }: StoredMessage): Promise<void> {
  const block = blockOfMessage(Buffer.from(bytes));
  if (block.kind === BLOCK.header) {
    const header = JSON.parse(await block.text()) as LogHeader;
    if (header.schema !== LOG_SCHEMA) throw new Error("a log of another schema");
    segments.push({ number, header, fromMs, toMs: fromMs, isWhole: false, bytes: 0, blocks: [] });
  }
  const open = segments.at(-1);
  if (open === undefined) return;
  // The end of the segment is unknown here. The replay stops at the requested time.
  open.toMs = Number.MAX_SAFE_INTEGER;
  if (block.kind === BLOCK.checkpointEnd) open.isWhole = true;
  open.bytes += block.bytes;
  open.blocks.push(block);
}
