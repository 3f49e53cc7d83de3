import { applyFrame } from "@daemonscope/shared/apply-frame";
import type { ClusterState } from "@daemonscope/shared/cluster-state";
import { frameText } from "@daemonscope/shared/codec/write-frame";
import type { Frame } from "@daemonscope/shared/frame";
import { stateHash } from "@daemonscope/shared/state-hash";
import { cursorText } from "./cursor.ts";
import { sseFrame, sseMessage } from "./sse.ts";

/** How much of the past the log keeps. At least the last frame stays, however large. */
export interface RingLimits {
  readonly frames: number;
  readonly bytes: number;
}

export const RING_LIMITS: RingLimits = { frames: 2000, bytes: 16 * 1024 * 1024 };

/** The state and the frames that led to it. Each frame is encoded once, for all readers (F3); the oldest leave when a limit is passed (F4). */
export class FrameLog {
  readonly #limits: RingLimits;
  /** Bytes of frame `#first + i` at `i`; the front is cut off in batches. */
  #entries: Buffer[] = [];
  #cut = 0;
  #first: number;
  #bytes = 0;
  #bytesEver = 0;
  #resync: { readonly seq: number; readonly bytes: Buffer } | undefined;
  #hash: { readonly seq: number; readonly hex: string } | undefined;
  #state: ClusterState;

  constructor(state: ClusterState, limits: RingLimits = RING_LIMITS) {
    this.#state = state;
    this.#limits = limits;
    this.#first = state.seq + 1;
  }

  /** As of the last frame. */
  get state(): ClusterState {
    return this.#state;
  }

  /** Applies the next frame and keeps its bytes. Throws when it does not apply: a bug of ours. */
  append(frame: Frame): void {
    const applied = applyFrame(this.#state, frame);
    if (applied.kind !== "applied")
      throw new Error(`frame ${frame.epoch}.${frame.seq} does not apply on seq ${this.#state.seq}: ${applied.kind}`);
    const bytes = sseFrame(cursorText(frame), frameText(frame, this.#state, applied.state));
    this.#state = applied.state;
    this.#entries.push(bytes);
    this.#bytes += bytes.length;
    this.#bytesEver += bytes.length;
    while (this.length > 1 && (this.length > this.#limits.frames || this.#bytes > this.#limits.bytes)) this.#dropOldest();
  }

  /** Frames in the ring. */
  get length(): number {
    return this.#entries.length - this.#cut;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Bytes of all frames since the start, each counted once. */
  get bytesEver(): number {
    return this.#bytesEver;
  }

  /** The bytes of the frame after `seq`; undefined when there is none, or when it has left the ring. */
  frameAfter(seq: number): Buffer | undefined {
    const at = seq + 1 - this.#first;
    return at < 0 ? undefined : this.#entries[this.#cut + at];
  }

  /** True while the frames after `seq` are all here. */
  reachesBackTo(seq: number): boolean {
    return seq + 1 >= this.#first && seq <= this.#state.seq;
  }

  /** What a reader gets whose cursor is not here: one message, shared until the next frame. */
  resyncMessage(): Buffer {
    const { epoch, seq } = this.#state;
    if (this.#resync?.seq !== seq) this.#resync = { seq, bytes: sseMessage("resync", { epoch, seq }) };
    return this.#resync.bytes;
  }

  /** stateHash of now, computed once a seq. */
  hash(): string {
    const { seq } = this.#state;
    if (this.#hash?.seq !== seq) this.#hash = { seq, hex: stateHash(this.#state) };
    return this.#hash.hex;
  }

  #dropOldest(): void {
    const bytes = this.#entries[this.#cut];
    // The slot would keep the bytes alive until the batch is cut.
    this.#entries[this.#cut] = EMPTY;
    this.#cut += 1;
    this.#first += 1;
    this.#bytes -= bytes?.length ?? 0;
    if (this.#cut > 256 && this.#cut * 2 > this.#entries.length) {
      this.#entries = this.#entries.slice(this.#cut);
      this.#cut = 0;
    }
  }
}

const EMPTY = Buffer.alloc(0);
