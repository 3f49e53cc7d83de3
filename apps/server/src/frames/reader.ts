import type { Timers } from "../clock.ts";
import type { Abreast, Standing } from "./abreast.ts";
import type { FrameLog } from "./frame-log.ts";
import { GZIP_HEADER, packedAlone, unpacked } from "./packed.ts";
import { sseMessage } from "./sse.ts";
import type { StreamOut } from "./stream-out.ts";

/** `gzip`: messages as blocks of one gzip stream that are packed once for all readers (F16). */
export type StreamForm = "plain" | "gzip";

export interface ReaderLimits {
  /** A socket that does not drain for so long is let go. */
  readonly stallMs: number;
  /** After so long the stream says so and ends; the browser comes back with its cursor. Frees what a vanished browser would hold. */
  readonly lifetimeMs: number;
}

export const READER_LIMITS: ReaderLimits = { stallMs: 30_000, lifetimeMs: 300_000 };

const RENEW = sseMessage("renew", {});

/** Why a reader is gone. */
export type ReaderEnd = "closed" | "stalled" | "lifetime" | "stopped";

/** A cursor in the log, and a socket (F4). It writes only while the socket takes more: what is held for one reader is at most what the socket
 *  buffers and the one frame that filled it, and that frame's bytes belong to the log. */
export class Reader implements Standing {
  #log: FrameLog;
  readonly #out: StreamOut;
  readonly #timers: Timers;
  readonly #limits: ReaderLimits;
  readonly #onEnd: (end: ReaderEnd) => void;
  readonly #lifetime: { cancel(): void };
  readonly #form: StreamForm;
  /** The place of the next message; undefined when it is not in the log. That of those with whom it stands abreast is theirs. */
  #place: number | undefined;
  #abreast: { readonly others: Abreast; seat: number } | undefined;
  readonly #onApart: () => void;
  /** Packed: it was sent the window of its place, and nothing since but the log's messages. */
  #hasWindow = false;
  #stall: { cancel(): void } | undefined;
  #ended = false;
  #resyncs = 0;

  /** `place`: of the first message that the reader gets; undefined when what it has is not in the log. */
  constructor(options: {
    readonly log: FrameLog;
    readonly out: StreamOut;
    readonly form?: StreamForm;
    readonly place: number | undefined;
    readonly timers: Timers;
    readonly limits?: ReaderLimits;
    readonly onEnd: (end: ReaderEnd) => void;
    /** It stands abreast with nobody any more. */
    readonly onApart?: () => void;
  }) {
    this.#log = options.log;
    this.#out = options.out;
    this.#form = options.form ?? "plain";
    this.#place = options.place;
    this.#timers = options.timers;
    this.#limits = options.limits ?? READER_LIMITS;
    this.#onEnd = options.onEnd;
    this.#onApart = options.onApart ?? (() => undefined);
    this.#lifetime = this.#timers.after(this.#limits.lifetimeMs, () => this.renew());
    this.#out.on("drain", () => this.#drained());
    this.#out.on("close", () => this.#end("closed"));
    // A reset is a way to leave; `close` follows.
    this.#out.on("error", () => {});
    if (this.#form === "gzip") this.#write(GZIP_HEADER);
  }

  get waits(): boolean {
    return this.#stall !== undefined;
  }

  /** True when every message of the log was written. */
  get isCaughtUp(): boolean {
    return !this.waits && (this.#abreast?.others.place ?? this.#place) === this.#log.tail.end;
  }

  /** True when it needs nothing but the messages to come, as they are in the log. */
  get isLevel(): boolean {
    return !this.#ended && this.isCaughtUp && (this.#form === "plain" || this.#hasWindow);
  }

  /** From here on it is written to with others. */
  join(others: Abreast): void {
    this.#abreast = { others, seat: others.add(this, this.#out.sink ?? this.#out, this.#log.tail.end) };
  }

  /** The last of those abreast has taken a seat that became free. */
  sitsAt(seat: number): void {
    if (this.#abreast !== undefined) this.#abreast.seat = seat;
  }

  /** From here on it is written to alone. */
  leave(): void {
    const { others, seat } = this.#abreast ?? {};
    if (others === undefined || seat === undefined) return;
    this.#place = others.place;
    this.#abreast = undefined;
    others.remove(seat);
    if (!this.#ended) this.#onApart();
  }

  /** Its socket took the last message, and takes no more. */
  fill(): void {
    this.leave();
    this.#stall = this.#timers.after(this.#limits.stallMs, () => this.end("stalled"));
  }

  get resyncs(): number {
    return this.#resyncs;
  }

  /** Writes what the log has beyond the cursor, as far as the socket takes it. */
  pump(): void {
    if (this.#abreast !== undefined) return;
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

  /** A message beside the log: dropped when the reader waits, for it would be old when it arrives. `isPadding`: it is to be as long as it is. */
  send(bytes: Buffer, isPadding = false): void {
    if (this.waits || this.#ended) return;
    this.leave();
    this.#hasWindow = false;
    this.#write(this.#form === "plain" ? bytes : isPadding ? unpacked(bytes) : packedAlone(bytes));
  }

  /** Goes on with another log, after `hello`. One that waits cannot be told now: it gets a resync when its socket has room. */
  follow(log: FrameLog, hello: Buffer): void {
    this.leave();
    this.#log = log;
    this.#place = this.waits ? undefined : log.tail.end;
    this.send(hello);
  }

  /** Ends the stream by plan: who reads comes back at once. */
  renew(): void {
    this.end("lifetime", RENEW);
  }

  /** Ends the stream, after `last` if the socket takes it. */
  end(end: ReaderEnd, last?: Buffer): void {
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

  #end(end: ReaderEnd): void {
    if (this.#ended) return;
    this.#ended = true;
    this.leave();
    this.#stall?.cancel();
    this.#lifetime.cancel();
    this.#onEnd(end);
  }
}
