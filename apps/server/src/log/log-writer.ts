import type { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import type { SavedModel } from "@daemonscope/daemonset/model/saved-model";
import type { ClusterState } from "@daemonscope/shared/cluster-state";
import { background } from "../background.ts";
import type { FrameTap, Ticked } from "../frames/live-frames.ts";
import { BLOCK, type BlockKind, packBlock, textOfBlock } from "./block.ts";
import { type Checkpoint, partsOf } from "./checkpoint.ts";
import type { Entry, LogHeader } from "./entry.ts";
import { EntryWriter, type Known } from "./entry-text.ts";
import type { Input, KeptKind } from "./input.ts";
import { Projection } from "./projection.ts";

/** Texts of so many characters are a block: enough to compress well, little to lose. */
const BLOCK_CHARS = 128 * 1024;

/** How much is played until a checkpoint is due, a line being one: what a past moment costs beside its checkpoint. */
export const CHECKPOINT_COST = 6000;
const TICK_COST = 4;

/** Where blocks are kept. */
export interface BlockStore {
  /** Keeps a block of a segment, after those that came before; gives the way to read it. */
  keep(segment: number, block: Buffer): Promise<() => Promise<Buffer>>;
  /** The oldest segment is not needed any more. */
  drop(segment: number): void;
}

/** Blocks in memory. */
export const memoryStore: BlockStore = {
  keep: (_segment, block) => Promise.resolve(() => Promise.resolve(block)),
  drop: () => undefined,
};

/** A block of a segment, packed or about to be. */
export interface SegmentBlock {
  readonly kind: BlockKind;
  text(): Promise<string>;
}

/** A part of a log that can be played without those before it, once its checkpoint is whole. */
export interface Segment {
  readonly number: number;
  readonly header: LogHeader;
  /** The cluster's time at its beginning, and of its last tick. */
  readonly fromMs: number;
  toMs: number;
  /** Whether it begins with the log, or its checkpoint is kept. */
  isWhole: boolean;
  readonly hasCheckpoint: boolean;
  bytes: number;
  readonly blocks: SegmentBlock[];
}

export interface LogWriterOptions {
  readonly header: LogHeader;
  readonly model: ClusterModel;
  readonly store: BlockStore;
  /** Of all segments, packed. */
  readonly maxBytes: number;
  readonly checkpointCost?: number;
}

/** Writes what a model is told and when it ticks, as segments of which the oldest are dropped. What costs time (compressing, keeping) happens off the main thread, in the
 *  order in which it came. *Invariant*: what the segments and the open lines hold, from a whole segment on, is all that was told since. */
export class LogWriter implements FrameTap {
  readonly header: LogHeader;
  readonly #options: LogWriterOptions;
  readonly #entries = new EntryWriter();
  readonly #projection = new Projection();
  #segments: Segment[] = [];
  #lines: string[] = [];
  #chars = 0;
  #queue: Promise<void> = Promise.resolve();
  /** Since the last checkpoint. */
  #cost = 0;
  /** The checkpoint that is being kept, if any. */
  #checkpointing: Promise<void> | undefined;
  #bytes = 0;
  /** What the last tick said of when time alone changes something; undefined before the first. */
  #nextLookAtMs: number | undefined = Number.NEGATIVE_INFINITY;
  #hasInputs = false;
  #hashedSeq = -1;

  constructor(options: LogWriterOptions) {
    this.#options = options;
    this.header = options.header;
    this.#beginSegment(options.header.beganAtMs, false);
  }

  /** Oldest first; the last is being written. */
  get segments(): readonly Segment[] {
    return this.#segments;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** What is in no block yet. */
  get openText(): string {
    return this.#lines.join("\n");
  }

  /** The model is told this now. */
  note(nowMs: number, input: Input): void {
    this.#hasInputs = this.#write({ kind: "input", nowMs, input: this.#projection.of(input) }) || this.#hasInputs;
  }

  beganMarks(nowMs: number): void {
    this.note(nowMs, { do: "beginMarks" });
  }

  hashed(seq: number, hash: string): void {
    if (seq === this.#hashedSeq) return;
    this.#hashedSeq = seq;
    this.#write({ kind: "hash", seq, hash });
  }

  ticked({ atMs, nowMs, sources, gaps, isPublished, nextLookAtMs, state }: Ticked): void {
    const isLookDue = this.#nextLookAtMs !== undefined && this.#nextLookAtMs <= nowMs;
    this.#nextLookAtMs = nextLookAtMs;
    // Any other tick changes nothing, whatever the model is: nothing was told, and nothing was due.
    if (!isPublished && !this.#hasInputs && !isLookDue) return;
    this.#hasInputs = false;
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
    if (this.#cost >= (this.#options.checkpointCost ?? CHECKPOINT_COST) && this.#checkpointing === undefined)
      this.#checkpoint(nowMs, state);
  }

  /** Resolves when all that was written so far is kept. */
  async flush(): Promise<void> {
    this.#closeBlock();
    await this.#checkpointing;
    await this.#queue;
  }

  #write(entry: Entry): boolean {
    const line = this.#entries.lineOf(entry);
    if (line === undefined) return false;
    this.#lines.push(line);
    this.#chars += line.length + 1;
    this.#cost++;
    if (this.#chars >= BLOCK_CHARS) this.#closeBlock();
    return true;
  }

  #closeBlock(): void {
    const segment = this.#segments.at(-1);
    if (this.#lines.length === 0 || segment === undefined) return;
    const text = this.openText;
    this.#lines = [];
    this.#chars = 0;
    this.#entries.beginBlock();
    this.#keep(segment, BLOCK.entries, text);
  }

  #keep(segment: Segment, kind: BlockKind, text: string): Promise<void> {
    let read: () => Promise<string> = () => Promise.resolve(text);
    segment.blocks.push({ kind, text: () => read() });
    const kept = this.#queue.then(async () => {
      const block = await packBlock(kind, text);
      const readBlock = await this.#options.store.keep(segment.number, block);
      read = async () => textOfBlock(await readBlock());
      segment.bytes += block.length;
      this.#bytes += block.length;
      this.#dropOldest();
    });
    this.#queue = kept;
    return kept;
  }

  #beginSegment(fromMs: number, hasCheckpoint: boolean): Segment {
    const number = (this.#segments.at(-1)?.number ?? -1) + 1;
    const { header } = this;
    const segment: Segment = { number, header, fromMs, toMs: fromMs, isWhole: !hasCheckpoint, hasCheckpoint, bytes: 0, blocks: [] };
    this.#segments.push(segment);
    background(this.#keep(segment, BLOCK.header, JSON.stringify({ ...header, segment: number, fromMs, hasCheckpoint })));
    return segment;
  }

  #checkpoint(nowMs: number, state: ClusterState): void {
    this.#closeBlock();
    this.#cost = 0;
    const saved = this.#options.model.save();
    const checkpoint = { ...this.#asLogged(saved), state, nextId: this.#entries.nextId };
    const segment = this.#beginSegment(nowMs, true);
    this.#checkpointing = this.#writeCheckpoint(segment, checkpoint);
    background(this.#checkpointing);
  }

  /** Entries go on meanwhile: they are of the same segment, and a reader of it does not need their place among the parts. */
  async #writeCheckpoint(segment: Segment, checkpoint: Checkpoint): Promise<void> {
    for (const part of partsOf(checkpoint)) await this.#keep(segment, BLOCK.checkpointPart, part);
    await this.#keep(segment, BLOCK.checkpointEnd, "{}");
    segment.isWhole = true;
    this.#checkpointing = undefined;
    this.#dropOldest();
  }

  /** The saved model with the objects that the log knows: those that it knows and the model does not are forgotten, and their drops will be nothing to anybody. */
  #asLogged(saved: SavedModel): Pick<Checkpoint, "saved" | "ids"> {
    const { known } = this.#entries;
    const idsOf = (kind: KeptKind, keys: readonly string[]) => keys.map((key) => known[kind].get(key)?.id ?? -1);
    const setUids = saved.sets.map(({ object }) => object.metadata.uid);
    const revisionUids = saved.revisions.map(({ metadata }) => metadata.uid);
    for (const [kind, uids] of [["daemonsets", setUids] as const, ["controllerrevisions", revisionUids] as const]) {
      const left = new Set(uids);
      for (const uid of known[kind].keys()) if (!left.has(uid)) known[kind].delete(uid);
    }
    const objectOf = <Kind extends KeptKind>(kind: Kind, uid: string) => (known[kind].get(uid) as Known<Kind> | undefined)?.object;
    return {
      saved: {
        ...saved,
        sets: saved.sets.map((set) => ({ ...set, object: objectOf("daemonsets", set.object.metadata.uid) ?? set.object })),
        revisions: saved.revisions.map((revision) => objectOf("controllerrevisions", revision.metadata.uid) ?? revision),
      },
      ids: {
        nodes: idsOf(
          "nodes",
          saved.rows.nodes.map(([, { record }]) => record.name),
        ),
        daemonsets: idsOf("daemonsets", setUids),
        controllerrevisions: idsOf("controllerrevisions", revisionUids),
        pods: idsOf(
          "pods",
          saved.pods.map(({ uid }) => uid),
        ),
      },
    };
  }

  /** Segments before the last whole one that is left when they go. */
  #dropOldest(): void {
    while (this.#bytes > this.#options.maxBytes && this.#segments.slice(1).some(({ isWhole }) => isWhole)) {
      const [oldest] = this.#segments;
      if (oldest === undefined) return;
      this.#segments = this.#segments.slice(1);
      this.#bytes -= oldest.bytes;
      this.#options.store.drop(oldest.number);
    }
  }
}
