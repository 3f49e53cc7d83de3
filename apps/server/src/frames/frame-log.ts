import type { AnyState } from "@daemonscope/shared/cluster-state";
import { frameText } from "@daemonscope/shared/codec/write-frame";
import type { Frame } from "@daemonscope/shared/frame";
import { stateHash } from "@daemonscope/shared/state-hash";
import { cursorText } from "./cursor.ts";
import { frameAppliedTo } from "./frame-nodes.ts";
import { NodeHashes } from "./node-hashes.ts";
import { sseFrame, sseMessage } from "./sse.ts";
import { Tail } from "./tail.ts";

/** How much of the past the log keeps. At least the last frame stays, however large. */
export interface RingLimits {
  readonly frames: number;
  readonly bytes: number;
}

export const RING_LIMITS: RingLimits = { frames: 2000, bytes: 4 * 1024 * 1024 };

/** The state and the frames that led to it, in one tail with what is told between them. Each frame is encoded once, for all readers (F3); the oldest leave when a limit is passed (F4). */
export class FrameLog {
  readonly tail = new Tail();
  readonly #limits: RingLimits;
  readonly #nodeHashes = new NodeHashes();
  /** The place of frame `#first + i` at `#cut + i`; the front is cut off in batches. */
  #places: number[] = [];
  #cut = 0;
  #first: number;
  #bytesEver = 0;
  #resync: { readonly seq: number; readonly bytes: Buffer } | undefined;
  #hash: { readonly seq: number; readonly hex: string } | undefined;
  #state: AnyState;

  constructor(state: AnyState, limits: RingLimits = RING_LIMITS) {
    this.#state = state;
    this.#limits = limits;
    this.#first = state.seq + 1;
  }

  /** As of the last frame. */
  get state(): AnyState {
    return this.#state;
  }

  /** Applies the next frame and keeps its bytes. Throws when it does not apply: a bug of ours. */
  append(frame: Frame): void {
    const applied = frameAppliedTo(this.#state, frame);
    if (applied.kind !== "applied")
      throw new Error(`frame ${frame.epoch}.${frame.seq} does not apply on seq ${this.#state.seq}: ${applied.kind}`);
    const bytes = sseFrame(cursorText(frame), frameText(frame, this.#state, applied.state));
    this.#state = applied.state;
    // Read now, so that no heartbeat has to read all that the frames of a first sync brought.
    for (const [row, record] of frame.nodes?.put ?? []) this.#nodeHashes.put(row, record);
    this.#bytesEver += bytes.length;
    this.#places.push(this.tail.end);
    this.tail.append(bytes);
    this.#keepWithin();
  }

  /** A message about the state as it is now, for all readers who have come so far. */
  tell(bytes: Buffer): void {
    this.tail.append(bytes);
    this.#keepWithin();
  }

  /** Frames in the ring. */
  get length(): number {
    return this.#places.length - this.#cut;
  }

  get bytes(): number {
    return this.tail.plainBytes;
  }

  /** Bytes of all frames since the start, each counted once. */
  get bytesEver(): number {
    return this.#bytesEver;
  }

  /** The bytes of the frame after `seq`; undefined when there is none, or when it has left the ring. */
  frameAfter(seq: number): Buffer | undefined {
    const place = this.#placeOf(seq + 1);
    return place === undefined ? undefined : this.tail.at(place)?.plain;
  }

  /** Where a reader goes on that has the frames up to `seq`; undefined unless those after it are all here. */
  placeAfter(seq: number): number | undefined {
    return seq === this.#state.seq ? this.tail.end : this.#placeOf(seq + 1);
  }

  /** True while the frames after `seq` are all here. */
  reachesBackTo(seq: number): boolean {
    return this.placeAfter(seq) !== undefined;
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
    if (this.#hash?.seq !== seq) this.#hash = { seq, hex: stateHash(this.#state, (row) => this.#nodeHashes.at(row, this.#state.nodes)) };
    return this.#hash.hex;
  }

  #placeOf(seq: number): number | undefined {
    return seq < this.#first ? undefined : this.#places[this.#cut + seq - this.#first];
  }

  /** At least the last message stays. What is told between frames counts like one of them. */
  #keepWithin(): void {
    const { tail } = this;
    while (tail.end - tail.begin > 1 && (tail.end - tail.begin > this.#limits.frames || tail.plainBytes > this.#limits.bytes))
      tail.dropOldest();
    while (this.length > 0 && (this.#places[this.#cut] ?? tail.begin) < tail.begin) {
      this.#cut += 1;
      this.#first += 1;
    }
    if (this.#cut > 256 && this.#cut * 2 > this.#places.length) {
      this.#places = this.#places.slice(this.#cut);
      this.#cut = 0;
    }
  }
}
