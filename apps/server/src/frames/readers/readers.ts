import type { Timers } from "@daemonscope/kube-client/flow-control/clock";
import type { FrameLog } from "../log/frame-log.ts";
import { CaughtUpReaders } from "./caught-up-readers.ts";
import { READER_LIMITS, Reader, type ReaderEndReason, type ReaderLimits, type StreamEncoding } from "./reader.ts";
import { httpChunk, type StreamOutput } from "./stream-output.ts";

/** All readers of one log. Readers that have all messages are written to as groups. Each other reader catches up
 *  alone. */
export class Readers {
  #log: FrameLog;
  readonly #timers: Timers;
  readonly #limits: ReaderLimits;
  readonly #onCount: (count: number) => void;
  readonly #readers = new Set<Reader>();
  /** The readers outside a group, each with the group that it will join. */
  readonly #ungrouped = new Map<Reader, CaughtUpReaders>();
  readonly #chunked = {
    plain: new CaughtUpReaders(({ plain }) => httpChunk(plain)),
    gzip: new CaughtUpReaders(({ packed }) => httpChunk(packed)),
  };
  readonly #unchunked = { plain: new CaughtUpReaders(({ plain }) => plain), gzip: new CaughtUpReaders(({ packed }) => packed) };
  readonly #ends: Record<ReaderEndReason, number> = { closed: 0, stalled: 0, lifetime: 0, stopped: 0 };
  #resyncs = 0;

  constructor(options: {
    readonly log: FrameLog;
    readonly timers: Timers;
    readonly limits?: ReaderLimits;
    readonly onCount: (count: number) => void;
  }) {
    this.#log = options.log;
    this.#timers = options.timers;
    this.#limits = options.limits ?? READER_LIMITS;
    this.#onCount = options.onCount;
  }

  get count(): number {
    return this.#readers.size;
  }

  /** Readers whose socket is full at the moment. */
  get waiting(): number {
    let waiting = 0;
    for (const reader of this.#readers) if (reader.waits) waiting += 1;
    return waiting;
  }

  /** Counts of ended readers by reason. */
  get ends(): Readonly<Record<ReaderEndReason, number>> {
    return this.#ends;
  }

  get resyncs(): number {
    let resyncs = this.#resyncs;
    for (const reader of this.#readers) resyncs += reader.resyncs;
    return resyncs;
  }

  /** Adds a reader at a place of the log. Lifetimes vary by 20 %, so that readers that connect together do not
   *  reconnect together.
   *  `spread`: in [0, 1); selects the lifetime. */
  add(out: StreamOutput, form: StreamEncoding, place: number | undefined, spread: number): Reader {
    const group = (out.sink === undefined ? this.#unchunked : this.#chunked)[form];
    const reader = new Reader({
      log: this.#log,
      out,
      form,
      place,
      timers: this.#timers,
      limits: { ...this.#limits, lifetimeMs: this.#limits.lifetimeMs * (0.8 + 0.4 * spread) },
      onLeaveGroup: () => this.#ungrouped.set(reader, group),
      onEnd: (end) => {
        if (!this.#readers.delete(reader)) return;
        this.#ungrouped.delete(reader);
        this.#ends[end] += 1;
        this.#resyncs += reader.resyncs;
        this.#onCount(this.#readers.size);
      },
    });
    this.#readers.add(reader);
    this.#ungrouped.set(reader, group);
    this.#onCount(this.#readers.size);
    return reader;
  }

  pump(): void {
    const { tail } = this.#log;
    for (const each of [this.#chunked, this.#unchunked]) {
      each.plain.pump(tail);
      each.gzip.pump(tail);
    }
    for (const [reader, group] of this.#ungrouped) {
      reader.pump();
      if (!reader.canJoinGroup) continue;
      this.#ungrouped.delete(reader);
      reader.join(group);
    }
  }

  /** Moves all readers to another log, after `hello`. */
  follow(log: FrameLog, hello: Buffer): void {
    this.#log = log;
    for (const reader of this.#readers) reader.follow(log, hello);
  }

  endAll(end: ReaderEndReason, last?: Buffer): void {
    for (const reader of [...this.#readers]) reader.end(end, last);
  }
}
