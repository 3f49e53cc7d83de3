import type { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import type { JustSaved } from "@daemonscope/daemonset/model/saved-model";
import { inARow } from "@daemonscope/kube/in-a-row";
import type { AnyState } from "@daemonscope/shared/cluster-state";
import { background } from "../background.ts";
import { systemTimers, type Timers } from "../clock.ts";
import { inTurns } from "../frames/in-turns.ts";
import type { FrameTap, Later, Ticked } from "../frames/live-cluster.ts";
import { BLOCK, type BlockKind, packBlock, textOfBlock } from "./block.ts";
import type { CheckpointToWrite } from "./checkpoint.ts";
import { checkpointCost } from "./checkpoint-cost.ts";
import type { Entry, LogHeader } from "./entry.ts";
import { EntryWriter } from "./entry-text.ts";
import { Happenings } from "./happenings.ts";
import { HeldBytes } from "./held-bytes.ts";
import type { Input } from "./input.ts";
import { LoggedModel } from "./logged-model.ts";
import { PackedCheckpoints } from "./packed-checkpoints.ts";
import { Projection } from "./projection.ts";
import type { KeptLog, Segment, SegmentBlock, SegmentName } from "./segment.ts";

/** Texts of so many characters are a block: enough to compress well, little to lose. */
const BLOCK_CHARS = 128 * 1024;

const TICK_COST = 4;

/** So many entries that waited for a checkpoint are written in a part. */
const ENTRIES_A_PART = 100;

/** Where blocks are kept. */
export interface BlockStore {
  /** It keeps the very buffer that it is given: one that is given twice takes no more room. */
  readonly isMemory?: true;
  /** Keeps a block of a segment, after those that came before; gives the way to read it. A block of a checkpoint may be of an earlier segment, too. */
  keep(segment: SegmentName, block: Buffer): Promise<() => Promise<Buffer>>;
  /** The writer lets go of its oldest segment, which ends at `untilMs`, and of what happened in it. */
  drop(segment: Segment, untilMs: number, happenings: Happenings): void;
}

/** Blocks in memory. */
export const memoryStore: BlockStore = {
  isMemory: true,
  keep: (_segment, block) => Promise.resolve(() => Promise.resolve(block)),
  drop: () => undefined,
};

export interface LogWriterOptions {
  readonly header: LogHeader;
  readonly model: ClusterModel;
  readonly store: BlockStore;
  /** Of all segments, packed; what several hold counts once where the store is memory. */
  readonly maxBytes: number;
  readonly checkpointCost?: number;
  /** For how long it goes on in a row with what may wait; the system's when left out. */
  readonly timers?: Timers;
  /** Begins with the first tick, and not when the first lists are read: for tests. */
  readonly beginsAtOnce?: boolean;
  /** The store took no more: what is kept ends there, and nothing is written from here on. */
  readonly onBroken?: (error: unknown) => void;
}

/** Writes what a model is told and when it ticks, from the end of the first lists on, as segments of which the oldest are dropped. What costs time (compressing, keeping) happens off the main thread, in the
 *  order in which it came. *Invariant*: what the segments and the open lines hold, from a whole segment on, is all that was told since. */
export class LogWriter implements FrameTap, KeptLog {
  readonly header: LogHeader;
  readonly happenings = new Happenings();
  readonly #options: LogWriterOptions;
  readonly #entries = new EntryWriter();
  readonly #projection = new Projection();
  readonly #logged = new LoggedModel(this.#entries, this.#projection);
  readonly #checkpoints = new PackedCheckpoints();
  readonly #held = new HeldBytes();
  #segments: Segment[] = [];
  /** As of the last tick. */
  #state: AnyState | undefined;
  #open = "";
  #queue: Promise<void> = Promise.resolve();
  /** Since the last checkpoint. */
  #cost = 0;
  /** The checkpoint that is being kept, if any. */
  #checkpointing: Promise<void> | undefined;
  /** What came since the objects of a checkpoint began to be numbered, by which entries name them: it is written when they are. Undefined: entries are written at once. */
  #waiting: Entry[] | undefined;
  #numbered: Promise<unknown> = Promise.resolve();
  /** What the last tick said of when time alone changes something. */
  #nextLookAtMs: number | undefined;
  #hasInputs = false;
  #isTickDated = false;
  /** The model's time stands, because no source is live. */
  #isStanding = false;
  #isBroken = false;
  #hashedSeq = -1;

  constructor(options: LogWriterOptions) {
    this.#options = options;
    this.header = options.header;
  }

  /** Oldest first; the last is being written. */
  get segments(): readonly Segment[] {
    return this.#segments;
  }

  get bytes(): number {
    return this.#held.bytes;
  }

  get maxBytes(): number {
    return this.#options.maxBytes;
  }

  /** Resolves when all that was told so far can be read. */
  async caughtUp(): Promise<void> {
    while (this.#waiting !== undefined) await this.#numbered;
  }

  /** What is in no block yet. */
  get openText(): string {
    return this.#open;
  }

  /** The next tick is written whatever comes of it: until then the cluster was watched. */
  dateNextTick(): void {
    this.#isTickDated = true;
  }

  /** The next tick is a checkpoint too, whatever it cost to play until then. */
  checkpointNext(): void {
    this.#cost = Number.POSITIVE_INFINITY;
    this.#isTickDated = true;
  }

  /** The model is told this now. */
  note(nowMs: number, input: Input): void {
    if (this.#segments.length === 0 || this.#isBroken) return;
    this.#hasInputs = this.#write({ kind: "input", nowMs, input }) || this.#hasInputs;
  }

  beganMarks(nowMs: number): void {
    this.note(nowMs, { do: "beginMarks" });
  }

  hashed(seq: number, hash: string): void {
    if (seq === this.#hashedSeq || this.#segments.length === 0 || this.#isBroken) return;
    this.#hashedSeq = seq;
    this.#write({ kind: "hash", seq, hash });
  }

  ticked(tick: Ticked, later: Later = inARow): void {
    if (this.#isBroken) return;
    const { atMs, nowMs, sources, gaps, frame, nextLookAtMs, state } = tick;
    if (this.#segments.length === 0) {
      this.#nextLookAtMs = nextLookAtMs;
      if (!this.#options.model.isRemembering && this.#options.beginsAtOnce !== true) return;
      this.#state = state;
      this.happenings.begin(state);
      later(this.#checkpoint(nowMs, state));
      return;
    }
    if (frame !== undefined && this.#state !== undefined) this.happenings.take(this.#state, frame);
    this.#state = state;
    const isLookDue = this.#nextLookAtMs !== undefined && this.#nextLookAtMs <= nowMs;
    this.#nextLookAtMs = nextLookAtMs;
    const wasStanding = this.#isStanding;
    this.#isStanding = atMs > nowMs;
    const beganToStand = this.#isStanding && !wasStanding;
    // Any other tick changes nothing, whatever the model is: nothing was told, and nothing was due.
    if (frame === undefined && !this.#hasInputs && !isLookDue && !this.#isTickDated && !beganToStand) return;
    this.#hasInputs = false;
    this.#isTickDated = false;
    this.#write({
      kind: "tick",
      atMs,
      nowMs,
      ...(sources === undefined ? {} : { sources }),
      ...(gaps.length === 0 ? {} : { gaps }),
    });
    this.#cost += TICK_COST;
    const segment = this.#segments.at(-1);
    if (segment !== undefined) segment.toMs = atMs;
    if (this.#cost >= this.#dueCost && this.#checkpointing === undefined) later(this.#checkpoint(nowMs, state));
  }

  get #dueCost(): number {
    const { checkpointCost: given, model } = this.#options;
    return given ?? checkpointCost(model.reading.podCount);
  }

  /** Resolves when all that was written so far is kept. */
  async flush(): Promise<void> {
    if (this.#waiting !== undefined) await this.caughtUp();
    this.#closeBlock();
    await this.#checkpointing;
    await this.#queue;
  }

  /** False for one that changes nothing in any model; of one that waits nobody knows yet. */
  #write(entry: Entry): boolean {
    if (this.#waiting === undefined) return this.#writeNow(entry);
    this.#waiting.push(entry);
    return true;
  }

  #writeNow(entry: Entry): boolean {
    const line = this.#entries.lineOf(entry.kind === "input" ? { ...entry, input: this.#projection.of(entry.input) } : entry);
    if (line === undefined) return false;
    this.#open += `${line}\n`;
    this.#cost++;
    if (this.#open.length >= BLOCK_CHARS) this.#closeBlock();
    return true;
  }

  #closeBlock(): void {
    const segment = this.#segments.at(-1);
    if (this.#open === "" || segment === undefined) return;
    const text = this.#open;
    this.#open = "";
    this.#entries.beginBlock();
    this.#keepText(segment, BLOCK.entries, text);
  }

  #keepText(segment: Segment, kind: BlockKind, text: string): Promise<void> {
    return this.#keep(segment, kind, { text: () => Promise.resolve(text), packed: () => packBlock(kind, text) });
  }

  #keep(segment: Segment, kind: BlockKind, content: Pick<SegmentBlock, "text" | "packed">): Promise<void> {
    // NOTE: nothing below may name `content`: what does keeps its text for as long as the block is there.
    let { text, packed } = content;
    const made = { kind, bytes: 0, text: () => text(), packed: () => packed() };
    segment.blocks.push(made);
    const kept = this.#queue.then(async () => {
      if (this.#isBroken) return;
      const block = await packed();
      try {
        packed = await this.#options.store.keep(segment, block);
      } catch (error) {
        return this.#break(error);
      }
      text = async () => textOfBlock(await packed());
      made.bytes = block.length;
      segment.bytes += block.length;
      this.#held.hold(made, this.#options.store.isMemory === true ? block : made);
      this.#dropOldest();
    });
    this.#queue = kept;
    return kept;
  }

  /** What is in no block of the store is let go: after a block that is missing, nothing can be played. */
  #break(error: unknown): void {
    this.#isBroken = true;
    this.#open = "";
    for (const { blocks } of this.#segments) {
      const lost = blocks.findIndex(({ bytes }) => bytes === 0);
      if (lost !== -1) blocks.splice(lost);
    }
    this.#options.onBroken?.(error);
  }

  #beginSegment(fromMs: number): Segment {
    const number = (this.#segments.at(-1)?.number ?? -1) + 1;
    const { header } = this;
    const segment: Segment = { number, header, fromMs, toMs: fromMs, isWhole: false, bytes: 0, blocks: [] };
    this.#segments.push(segment);
    background(this.#keepText(segment, BLOCK.header, JSON.stringify({ ...header, segment: number, fromMs })));
    return segment;
  }

  /** Of the moment at which it begins: until all that the model keeps is copied nothing more is told. What is made of the copy, which does not change, goes on beside all that comes. */
  *#checkpoint(nowMs: number, state: AnyState): Generator<undefined, void> {
    this.#cost = 0;
    const saved = yield* this.#options.model.saveInParts();
    this.#closeBlock();
    const segment = this.#beginSegment(nowMs);
    this.#waiting = [];
    const numbered = inTurns(this.#number(saved, state), this.#timers);
    this.#numbered = numbered;
    this.#checkpointing = numbered.then((checkpoint) => this.#writeCheckpoint(segment, checkpoint));
    background(this.#checkpointing);
  }

  get #timers(): Timers {
    return this.#options.timers ?? systemTimers;
  }

  /** Numbers what is in a checkpoint, and then writes what was told meanwhile: as if all of it had been told after. */
  *#number(saved: JustSaved, state: AnyState): Generator<undefined, CheckpointToWrite> {
    const logged = yield* this.#logged.inParts(saved);
    const { nextId } = this.#entries;
    const waiting = this.#waiting ?? [];
    for (let at = 0; at < waiting.length && !this.#isBroken; at++) {
      const entry = waiting[at];
      if (entry !== undefined) this.#writeNow(entry);
      if (at % ENTRIES_A_PART === ENTRIES_A_PART - 1) yield;
    }
    this.#waiting = undefined;
    return { ...logged, state, nextId };
  }

  /** Entries go on meanwhile: they are of the same segment, and a reader of it does not need their place among the parts. */
  async #writeCheckpoint(segment: Segment, checkpoint: CheckpointToWrite): Promise<void> {
    for await (const { kind, block } of this.#checkpoints.blocksOf(checkpoint, this.#timers))
      await this.#keep(segment, kind, { text: () => textOfBlock(block), packed: () => Promise.resolve(block) });
    segment.isWhole = !this.#isBroken;
    this.#checkpointing = undefined;
    this.#dropOldest();
  }

  /** Segments before the last whole one that is left when they go. */
  #dropOldest(): void {
    while (this.#held.bytes > this.#options.maxBytes && this.#segments.slice(1).some(({ isWhole }) => isWhole)) {
      const [oldest] = this.#segments;
      if (oldest === undefined) return;
      this.#segments = this.#segments.slice(1);
      this.#held.release(oldest);
      this.#options.store.drop(oldest, this.#segments[0]?.fromMs ?? oldest.toMs, this.happenings);
      const first = this.#segments.find(({ isWhole }) => isWhole);
      if (first !== undefined) this.happenings.forgetBefore(first.fromMs);
    }
  }
}
