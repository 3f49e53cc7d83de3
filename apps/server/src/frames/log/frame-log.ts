import { uint32Column } from "@daemonscope/columns/chunked-column";
import { frameText } from "@daemonscope/shared/codec/write-frame";
import type { ClusterStateOf } from "@daemonscope/shared/state/cluster-state";
import type { Frame } from "@daemonscope/shared/state/frame";
import { recordHash, valueHash } from "@daemonscope/shared/state/record-hash";
import type { RowRecords } from "@daemonscope/shared/state/row-ids";
import { stateHash } from "@daemonscope/shared/state/state-hash";
import { frameAppliedTo } from "../frame-nodes.ts";
import { cursorText } from "./cursor.ts";
import { sseFrame, sseMessage } from "./sse.ts";
import { Tail } from "./tail.ts";

/** Limits of the messages that the log keeps; messages between frames count like frames. The last message stays,
 *  regardless of its size. */
export interface FrameLogLimits {
  readonly frames: number;
  readonly bytes: number;
}

const FRAME_LOG_LIMITS: FrameLogLimits = { frames: 2000, bytes: 4 * 1024 * 1024 };

/** The hashes of node records by slot, for successive states of a log. 0 means unknown. A slot takes four bytes here,
 *  and would take forty in a map by record. */
class NodeHashes {
  readonly #hashes = uint32Column();

  put(slot: number, record: object): void {
    this.#hashes.put(slot, valueHash(record));
  }

  /** Returns the recordHash of a slot's record. `records` must be the log's current records. */
  at(slot: number, records: RowRecords<object>): number {
    const known = this.#hashes.at(slot);
    if (known !== 0) return known;
    const hash = recordHash(records.at(slot) ?? records);
    this.#hashes.put(slot, hash);
    return hash;
  }
}

/** The state and the frames that led to it, in one tail with the messages between them. Each frame is encoded once, for
 *  all readers (F3). The oldest leave when a limit is passed (F4). */
export class FrameLog {
  readonly tail = new Tail();
  readonly #limits: FrameLogLimits;
  readonly #nodeHashes = new NodeHashes();
  /** `#places[#cut + i]` is the place of frame `#first + i` in the tail. The front is cut off in batches. */
  #places: number[] = [];
  #cut = 0;
  #first: number;
  #bytesEver = 0;
  #resync: { readonly seq: number; readonly bytes: Buffer } | undefined;
  #hash: { readonly seq: number; readonly hex: string } | undefined;
  #state: ClusterStateOf;

  constructor(state: ClusterStateOf, limits: FrameLogLimits = FRAME_LOG_LIMITS) {
    this.#state = state;
    this.#limits = limits;
    this.#first = state.seq + 1;
  }

  /** State after the last frame. */
  get state(): ClusterStateOf {
    return this.#state;
  }

  /** Applies the next frame and keeps its bytes. Throws if the frame does not apply, which is a bug of this server. */
  append(frame: Frame): void {
    const applied = frameAppliedTo(this.#state, frame);
    if (applied.kind !== "applied")
      throw new Error(`frame ${frame.epoch}.${frame.seq} does not apply on seq ${this.#state.seq}: ${applied.kind}`);
    const bytes = sseFrame(cursorText(frame), frameText(frame, this.#state, applied.state));
    this.#state = applied.state;
    // Hashed here, so that no heartbeat has to hash all records of a first sync.
    for (const [row, record] of frame.nodes?.put ?? []) this.#nodeHashes.put(row, record);
    this.#bytesEver += bytes.length;
    this.#places.push(this.tail.end);
    this.tail.append(bytes);
    this.#keepWithin();
  }

  /** Appends a message about the current state. Each reader receives it after the frames before it. */
  appendMessage(bytes: Buffer): void {
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

  /** Returns the bytes of the frame after `seq`; undefined if it does not exist yet or has left the ring. */
  frameAfter(seq: number): Buffer | undefined {
    const place = this.#placeOf(seq + 1);
    return place === undefined ? undefined : this.tail.at(place)?.plain;
  }

  /** Returns the place at which a reader with the frames up to `seq` continues. It is undefined if a later frame has
   *  left the ring, or if `seq` is later than the current state. */
  placeAfter(seq: number): number | undefined {
    return seq === this.#state.seq ? this.tail.end : this.#placeOf(seq + 1);
  }

  /** Reports whether the ring holds all frames after `seq`. */
  reachesBackTo(seq: number): boolean {
    return this.placeAfter(seq) !== undefined;
  }

  /** Returns the resync message for a reader whose cursor left the ring. It is shared until the next frame. */
  resyncMessage(): Buffer {
    const { epoch, seq } = this.#state;
    if (this.#resync?.seq !== seq) this.#resync = { seq, bytes: sseMessage("resync", { epoch, seq }) };
    return this.#resync.bytes;
  }

  /** Returns the stateHash of the current state, computed once per seq. */
  hash(): string {
    const { seq } = this.#state;
    if (this.#hash?.seq !== seq) this.#hash = { seq, hex: stateHash(this.#state, (row) => this.#nodeHashes.at(row, this.#state.nodes)) };
    return this.#hash.hex;
  }

  #placeOf(seq: number): number | undefined {
    return seq < this.#first ? undefined : this.#places[this.#cut + seq - this.#first];
  }

  /** Drops messages beyond the limits; the last one stays. Messages between frames count like frames. */
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
