import type { Timers } from "@daemonscope/kube-client/flow-control/clock";
import { deflateAlone, deflateStored, GZIP_HEADER } from "../encoding/gzip-messages.ts";
import type { FrameLog } from "../log/frame-log.ts";
import { sseMessage } from "../log/sse.ts";
import type { CaughtUpReader, CaughtUpReaders } from "./caught-up-readers.ts";
import type { StreamOutput } from "./stream-output.ts";

/** `gzip`: messages as blocks of one gzip stream that are packed once for all readers (F16). */
export type StreamEncoding = "plain" | "gzip";

export interface ReaderLimits {
  /** Closes a socket that has not drained within this time. */
  readonly stallMs: number;
  /** After this time the stream sends `renew` and ends; the browser reconnects with its cursor. Frees the resources of
   *  vanished browsers. */
  readonly lifetimeMs: number;
}

export const READER_LIMITS: ReaderLimits = { stallMs: 30_000, lifetimeMs: 300_000 };

const RENEW = sseMessage("renew", {});

/** Reason for a reader's end. */
export type ReaderEndReason = "closed" | "stalled" | "lifetime" | "stopped";

/** A cursor in the log and a socket (F4). The reader writes only while the socket accepts more. It holds at most the
 *  socket's buffer and the one frame that filled it. That frame's bytes belong to the log. */
export class Reader implements CaughtUpReader {
  #log: FrameLog;
  readonly #out: StreamOutput;
  readonly #timers: Timers;
  readonly #limits: ReaderLimits;
  readonly #onEnd: (end: ReaderEndReason) => void;
  readonly #lifetime: { cancel(): void };
  readonly #form: StreamEncoding;
  /** The place of the next message; undefined if the log does not have it. In a group, the group's place counts
   *  instead. */
  #place: number | undefined;
  #membership: { readonly group: CaughtUpReaders; seat: number } | undefined;
  readonly #onLeaveGroup: () => void;
  /** For gzip: the reader was sent the window of its place, and since then only messages of the log. */
  #hasWindow = false;
  #stall: { cancel(): void } | undefined;
  #ended = false;
  #resyncs = 0;

  /** `place`: place of the first message for the reader; undefined if the reader's cursor is not in the log. */
  constructor(options: {
    readonly log: FrameLog;
    readonly out: StreamOutput;
    readonly form?: StreamEncoding;
    readonly place: number | undefined;
    readonly timers: Timers;
    readonly limits?: ReaderLimits;
    readonly onEnd: (end: ReaderEndReason) => void;
    /** Called when the reader leaves its group. */
    readonly onLeaveGroup?: () => void;
  }) {
    this.#log = options.log;
    this.#out = options.out;
    this.#form = options.form ?? "plain";
    this.#place = options.place;
    this.#timers = options.timers;
    this.#limits = options.limits ?? READER_LIMITS;
    this.#onEnd = options.onEnd;
    this.#onLeaveGroup = options.onLeaveGroup ?? (() => undefined);
    this.#lifetime = this.#timers.after(this.#limits.lifetimeMs, () => this.renew());
    this.#out.on("drain", () => this.#drained());
    this.#out.on("close", () => this.#end("closed"));
    // A reset is a normal end; `close` follows.
    this.#out.on("error", () => {});
    if (this.#form === "gzip") this.#write(GZIP_HEADER);
  }

  /** True while the socket is full. */
  get waits(): boolean {
    return this.#stall !== undefined;
  }

  /** True if every message of the log was written, and the socket is not full. */
  get isCaughtUp(): boolean {
    return !this.waits && (this.#membership?.group.place ?? this.#place) === this.#log.tail.end;
  }

  /** True if the reader has all messages and needs the next ones in the form of its group. */
  get canJoinGroup(): boolean {
    return !this.#ended && this.isCaughtUp && (this.#form === "plain" || this.#hasWindow);
  }

  /** Joins a group, which writes to the reader from here on. */
  join(group: CaughtUpReaders): void {
    this.#membership = { group, seat: group.add(this, this.#out.sink ?? this.#out, this.#log.tail.end) };
  }

  /** Sets the new seat. Called when this reader moves into a free seat. */
  setSeat(seat: number): void {
    if (this.#membership !== undefined) this.#membership.seat = seat;
  }

  /** Leaves the group. From here on the reader writes alone. */
  leave(): void {
    const { group, seat } = this.#membership ?? {};
    if (group === undefined || seat === undefined) return;
    this.#place = group.place;
    this.#membership = undefined;
    group.remove(seat);
    if (!this.#ended) this.#onLeaveGroup();
  }

  /** The socket accepted the last message and is now full. */
  fill(): void {
    this.leave();
    this.#stall = this.#timers.after(this.#limits.stallMs, () => this.end("stalled"));
  }

  get resyncs(): number {
    return this.#resyncs;
  }

  /** Writes the log's messages after the cursor until the socket is full. */
  pump(): void {
    if (this.#membership !== undefined) return;
    const { tail } = this.#log;
    while (!this.waits && !this.#ended && this.#place !== tail.end) {
      const message = this.#place === undefined ? undefined : tail.at(this.#place);
      if (message === undefined || this.#place === undefined) {
        this.#place = tail.end;
        this.#resyncs += 1;
        this.send(this.#log.resyncMessage());
      } else if (this.#form === "plain") {
        this.#place += 1;
        this.#write(message.plain);
      } else if (!this.#hasWindow) {
        this.#hasWindow = true;
        const again = tail.againAt(this.#place);
        if (again.length > 0) this.#write(again);
      } else {
        this.#place += 1;
        this.#write(message.packed);
      }
    }
  }

  /** Sends a message outside the log. It is dropped if the reader waits, because it would be stale on arrival.
   *  `isPadding`: keeps the length of the message. */
  send(bytes: Buffer, isPadding = false): void {
    if (this.waits || this.#ended) return;
    this.leave();
    this.#hasWindow = false;
    this.#write(this.#form === "plain" ? bytes : isPadding ? deflateStored(bytes) : deflateAlone(bytes));
  }

  /** Continues with another log, after `hello`. A waiting reader gets a resync when its socket drains. */
  follow(log: FrameLog, hello: Buffer): void {
    this.leave();
    this.#log = log;
    this.#place = this.waits ? undefined : log.tail.end;
    this.send(hello);
  }

  /** Ends the stream by plan: the client reconnects at once. */
  renew(): void {
    this.end("lifetime", RENEW);
  }

  /** Ends the stream, after `last` if the socket accepts it. */
  end(end: ReaderEndReason, last?: Buffer): void {
    if (this.#ended) return;
    if (last !== undefined) this.send(last);
    const waits = this.waits;
    this.#end(end);
    if (waits) this.#out.destroy();
    else this.#out.end();
  }

  #write(bytes: Buffer): void {
    if (!this.#out.write(bytes)) this.fill();
  }

  #drained(): void {
    this.#stall?.cancel();
    this.#stall = undefined;
    this.pump();
  }

  #end(end: ReaderEndReason): void {
    if (this.#ended) return;
    this.#ended = true;
    this.leave();
    this.#stall?.cancel();
    this.#lifetime.cancel();
    this.#onEnd(end);
  }
}
