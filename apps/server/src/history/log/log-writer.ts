import type { ClusterEvent } from "@daemonscope/daemonset/model/cluster-event";
import type { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import type { LoggableNodes } from "@daemonscope/daemonset/model/tables/loggable-nodes";
import type { PodStatusChange } from "@daemonscope/daemonset/pods/healthy-pod";
import type { LoggablePods } from "@daemonscope/daemonset/pods/loggable-pods";
import { drain } from "@daemonscope/kube/base/drain";
import { systemTimers, type Timers } from "@daemonscope/kube-client/flow-control/clock";
import type { ClusterStateOf } from "@daemonscope/shared/state/cluster-state";
import { drainInSlices } from "../../feed/drain-in-slices.ts";
import type { EventObserver, StatusObserver } from "../../feed/event-observer.ts";
import { SecretRedactor } from "../../feed/secret-redactor.ts";
import type { CompletedTick, FrameObserver, SliceScheduler } from "../../frames/frame-source.ts";
import { runDetached } from "../../platform/run-detached.ts";
import { TimelineRecorder } from "../timeline/timeline-recorder.ts";
import { BLOCK, type BlockKind, inflateBlock, packBlock } from "./block.ts";
import type { CheckpointInput, NodesInPart, SavedWithoutObjects } from "./checkpoint.ts";
import { checkpointCost } from "./checkpoint-cost.ts";
import { EntryWriter, type WrittenEntry } from "./entry-text.ts";
import { LoggedNodes, type NodeBefore } from "./fast/logged-nodes.ts";
import { LoggedPods, type PodBefore, statusDelta } from "./fast/logged-pods.ts";
import type { LogHeader } from "./log-entry.ts";
import { PackedCheckpoints } from "./packed-checkpoints.ts";
import type { PackedRun } from "./pod-runs.ts";
import { RecordedModel } from "./recorded-model.ts";
import type { Segment, SegmentBlock, SegmentName, StoredLog } from "./segment.ts";
import { SharedByteCounter } from "./shared-byte-counter.ts";

/** The size of a block in characters: enough to compress well, and small enough to limit the loss. */
const BLOCK_CHARS = 128 * 1024;

/** The replay cost of a tick, in addition to that of its line. */
const TICK_COST = 4;

/** The number of entries that one time slice writes, of those that waited for a checkpoint. */
const ENTRIES_PER_SLICE = 100;

/** A saved model, its nodes, and the runs of its pods. */
interface SavedParts {
  readonly saved: SavedWithoutObjects;
  readonly nodes: Generator<undefined, Iterable<NodesInPart>>;
  readonly runs: Generator<undefined, readonly PackedRun[]>;
}

// biome-ignore lint/correctness/useYield: a result that needs no work
function* inOneSlice<T>(result: T): Generator<undefined, T> {
  return result;
}

/** A store of blocks. */
export interface BlockStore {
  /** The store keeps the buffer itself: a buffer that is stored twice takes no additional memory. */
  readonly isMemory?: true;
  /**
   * Appends a block of a segment, and returns a function that reads it. A block of a checkpoint may also belong to an
   * earlier segment.
   */
  keep(segment: SegmentName, block: Buffer): Promise<() => Promise<Buffer>>;
  /** The writer releases its oldest segment, which ends at `untilMs`, and its timeline events. */
  drop(segment: Segment, untilMs: number, timeline: TimelineRecorder): void;
}

/** Keeps blocks in memory. */
export const memoryStore: BlockStore = {
  isMemory: true,
  keep: (_segment, block) => Promise.resolve(() => Promise.resolve(block)),
  drop: () => undefined,
};

interface LogWriterOptions {
  readonly header: LogHeader;
  readonly model: ClusterModel;
  readonly store: BlockStore;
  /**
   * Limit of the packed size of all segments. The last whole segment and later ones remain, regardless of it. If the
   * store is memory, a block that several segments share counts once.
   */
  readonly maxBytes: number;
  readonly checkpointCost?: number;
  /** Limits the time slices of work that may wait; default: the system's. */
  readonly timers?: Timers;
  /** Begins with the first tick instead of after the first lists: for takeovers, and for tests. */
  readonly beginsAtOnce?: boolean;
  /** A write to the store failed. The log ends there, and nothing is written from here on. */
  readonly onBroken?: (error: unknown) => void;
}

/**
 * Writes the inputs and ticks of a model, from the end of the first lists on, as segments; the oldest are dropped.
 * Compresses and stores off the main thread, in order of arrival.
 * *Invariant*: from a whole segment on, the segments and the open lines hold all inputs since.
 */
export class LogWriter implements FrameObserver, EventObserver, StatusObserver, StoredLog {
  readonly header: LogHeader;
  readonly timeline = new TimelineRecorder();
  readonly #options: LogWriterOptions;
  readonly #entries = new EntryWriter();
  readonly #redactor = new SecretRedactor();
  readonly #recordedModel = new RecordedModel(this.#entries, this.#redactor);
  readonly #checkpoints = new PackedCheckpoints();
  readonly #byteCounter = new SharedByteCounter();
  #segments: Segment[] = [];
  /** As of the last tick. */
  #state: ClusterStateOf | undefined;
  #open = "";
  #queue: Promise<void> = Promise.resolve();
  /** Since the last checkpoint. */
  #cost = 0;
  /** The checkpoint in progress, if any. */
  #checkpointing: Promise<void> | undefined;
  /**
   * Entries since the numbering of a checkpoint's objects began. They refer to these numbers, and are written once all
   * objects have one. Undefined: entries are written at once.
   */
  #waiting: WrittenEntry[] | undefined;
  /** The pod that the next event changes, in a log of pods in columns. */
  #before: PodBefore | undefined;
  /** The same for a node. */
  #nodeBefore: NodeBefore;
  #numbered: Promise<unknown> = Promise.resolve();
  /** The next time at which time alone changes the model, as of the last tick. */
  #nextWakeAtMs: number | undefined;
  #hasInputs = false;
  #isTickDated = false;
  /** The model's time does not advance, because no source is live. */
  #isTimeStopped = false;
  #isBroken = false;
  #hashedSeq = -1;

  constructor(options: LogWriterOptions) {
    this.#options = options;
    this.header = options.header;
  }

  /** Oldest first; the last is open. */
  get segments(): readonly Segment[] {
    return this.#segments;
  }

  get bytes(): number {
    return this.#byteCounter.bytes;
  }

  get maxBytes(): number {
    return this.#options.maxBytes;
  }

  /** Resolves when all inputs until now can be read. */
  async caughtUp(): Promise<void> {
    while (this.#waiting !== undefined) await this.#numbered;
  }

  /** Lines that are in no block yet. */
  get openText(): string {
    return this.#open;
  }

  /** Writes the next tick even if it changes nothing: it marks that the cluster was watched until then. */
  dateNextTick(): void {
    this.#isTickDated = true;
  }

  /** Makes a checkpoint at the next tick, regardless of the replay cost until now. */
  checkpointNext(): void {
    this.#cost = Number.POSITIVE_INFINITY;
    this.#isTickDated = true;
  }

  before(input: ClusterEvent): void {
    if (input.do !== "put") return;
    const { nodes, pods } = this.#entries;
    if (input.kind === "pods") this.#before = pods?.beforeOf(input.object.uid);
    else if (input.kind === "nodes") this.#nodeBefore = nodes?.beforeOf(input.object);
  }

  /** Records an input of the model. */
  note(nowMs: number, input: ClusterEvent): void {
    if (this.#segments.length === 0 || this.#isBroken) return;
    const { nodes } = this.#entries;
    if (nodes === undefined || input.do !== "put" || input.kind !== "nodes")
      return this.#noteEntry(this.#podEntry(nowMs, input) ?? { kind: "input", nowMs, input });
    const before = this.#nodeBefore;
    if (before === "unchanged") return;
    this.#noteEntry({ kind: "node", nowMs, before, node: nodes.storedOf(input.object.record.name) ?? input.object });
  }

  noteStatus(nowMs: number, change: PodStatusChange): void {
    if (this.#segments.length === 0 || this.#isBroken) return;
    const before = this.#entries.pods?.afterStatus(change.uid);
    if (before === undefined) this.#noteEntry({ kind: "podStatus", nowMs, uid: change.uid, delta: statusDelta(change) });
    else this.#noteEntry({ kind: "pod", nowMs, before, pod: before.stored });
  }

  /** Returns the entry of a put pod in columns. */
  #podEntry(nowMs: number, input: ClusterEvent): WrittenEntry | undefined {
    const { pods } = this.#entries;
    if (pods === undefined || !("kind" in input) || input.kind !== "pods") return undefined;
    if (input.do === "drop") {
      pods.forget(input.key);
      return undefined;
    }
    pods.receive(input.object);
    return { kind: "pod", nowMs, before: this.#before, pod: input.object };
  }

  #noteEntry(entry: WrittenEntry): void {
    this.#hasInputs = this.#write(entry) || this.#hasInputs;
  }

  beganMarks(nowMs: number): void {
    this.note(nowMs, { do: "beginMarks" });
  }

  hashed(seq: number, hash: string): void {
    if (seq === this.#hashedSeq || this.#segments.length === 0 || this.#isBroken) return;
    this.#hashedSeq = seq;
    this.#write({ kind: "hash", seq, hash });
  }

  ticked(tick: CompletedTick, later: SliceScheduler = drain): void {
    if (this.#isBroken) return;
    const { atMs, nowMs, sources, gaps, frame, nextWakeAtMs, state } = tick;
    if (this.#segments.length === 0) {
      this.#nextWakeAtMs = nextWakeAtMs;
      if (!this.#options.model.isRemembering && this.#options.beginsAtOnce !== true) return;
      this.#state = state;
      this.timeline.begin(state);
      later(this.#checkpoint(nowMs, state));
      return;
    }
    if (frame !== undefined && this.#state !== undefined) this.timeline.take(this.#state, frame);
    this.#state = state;
    const isWakeDue = this.#nextWakeAtMs !== undefined && this.#nextWakeAtMs <= nowMs;
    this.#nextWakeAtMs = nextWakeAtMs;
    const wasTimeStopped = this.#isTimeStopped;
    this.#isTimeStopped = atMs > nowMs;
    const hasTimeJustStopped = this.#isTimeStopped && !wasTimeStopped;
    // Any other tick changes nothing in any model: it has no inputs, and nothing was due.
    if (frame === undefined && !this.#hasInputs && !isWakeDue && !this.#isTickDated && !hasTimeJustStopped) return;
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
    const { checkpointCost: fixedCost, model } = this.#options;
    return fixedCost ?? checkpointCost(model.reading.podCount);
  }

  /** Resolves when all entries until now are kept. */
  async flush(): Promise<void> {
    if (this.#waiting !== undefined) await this.caughtUp();
    this.#closeBlock();
    await this.#checkpointing;
    await this.#queue;
  }

  /**
   * Returns false for an entry that changes nothing in any model. Returns true for a waiting entry, whose effect is
   * not known yet.
   */
  #write(entry: WrittenEntry): boolean {
    if (this.#waiting === undefined) return this.#writeNow(entry);
    this.#waiting.push(entry);
    return true;
  }

  #writeNow(entry: WrittenEntry): boolean {
    const line = this.#entries.lineOf(entry.kind === "input" ? { ...entry, input: this.#redactor.of(entry.input) } : entry);
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
    // NOTE: nothing below may name `content`: a reference keeps its text as long as the block exists.
    let { text, packed } = content;
    const segmentBlock = { kind, bytes: 0, text: () => text(), packed: () => packed() };
    segment.blocks.push(segmentBlock);
    const done = this.#queue.then(async () => {
      if (this.#isBroken) return;
      const block = await packed();
      try {
        packed = await this.#options.store.keep(segment, block);
      } catch (error) {
        return this.#break(error);
      }
      text = async () => inflateBlock(await packed());
      segmentBlock.bytes = block.length;
      segment.bytes += block.length;
      this.#byteCounter.hold(segmentBlock, this.#options.store.isMemory === true ? block : segmentBlock);
      this.#dropOldest();
    });
    this.#queue = done;
    return done;
  }

  /** Drops the blocks that are not in the store: after a missing block, nothing can be played. */
  #break(error: unknown): void {
    this.#isBroken = true;
    this.#open = "";
    this.#entries.nodes?.end();
    this.#entries.nodes = undefined;
    this.#entries.pods?.end();
    this.#entries.pods = undefined;
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
    runDetached(this.#keepText(segment, BLOCK.header, JSON.stringify({ ...header, segment: number, fromMs })));
    return segment;
  }

  /**
   * Makes a checkpoint of the moment at which it begins. The model receives no inputs until its content is copied. The
   * copy does not change, so that the rest of the work runs while inputs arrive.
   */
  *#checkpoint(nowMs: number, state: ClusterStateOf): Generator<undefined, void> {
    this.#cost = 0;
    const { model } = this.#options;
    const { loggableNodes: nodes, loggablePods: pods } = model;
    const parts = nodes === undefined || pods === undefined ? yield* this.#saveObjects() : yield* this.#saveColumns(nodes, pods);
    this.#closeBlock();
    const segment = this.#beginSegment(nowMs);
    this.#waiting = [];
    const numbered = drainInSlices(this.#number(parts, state), this.#timers);
    this.#numbered = numbered;
    this.#checkpointing = numbered.then((checkpoint) => this.#writeCheckpoint(segment, checkpoint));
    runDetached(this.#checkpointing);
  }

  *#saveObjects(): Generator<undefined, SavedParts> {
    const { pods, rows, ...saved } = yield* this.#options.model.saveInParts();
    const { nodes, ...names } = rows;
    return { saved: { ...saved, rows: names }, nodes: this.#recordedModel.nodesOf(nodes), runs: this.#recordedModel.runsOf(pods) };
  }

  /** Numbers nodes and pods at once, because the columns change with the next input. */
  *#saveColumns(nodes: LoggableNodes, pods: LoggablePods): Generator<undefined, SavedParts> {
    const saved = yield* this.#options.model.saveExceptObjectsInParts();
    const newId = () => this.#entries.newId();
    this.#entries.nodes ??= new LoggedNodes(nodes);
    const loggedNodes = yield* this.#entries.nodes.inSlices(newId);
    this.#entries.pods ??= new LoggedPods(pods);
    const runs = yield* this.#entries.pods.runsInSlices(newId);
    return { saved, nodes: inOneSlice(loggedNodes), runs: inOneSlice(runs) };
  }

  get #timers(): Timers {
    return this.#options.timers ?? systemTimers;
  }

  /**
   * Numbers the objects of a checkpoint. Then writes the entries that arrived meanwhile, as if all had arrived
   * afterwards.
   */
  *#number({ saved, nodes, runs }: SavedParts, state: ClusterStateOf): Generator<undefined, CheckpointInput> {
    const logged = yield* this.#recordedModel.inParts(saved, nodes, runs);
    const { nextId } = this.#entries;
    const waiting = this.#waiting ?? [];
    for (let at = 0; at < waiting.length && !this.#isBroken; at++) {
      const entry = waiting[at];
      if (entry !== undefined) this.#writeNow(entry);
      if (at % ENTRIES_PER_SLICE === ENTRIES_PER_SLICE - 1) yield;
    }
    this.#waiting = undefined;
    return { ...logged, state, nextId };
  }

  /**
   * Entries continue meanwhile. They belong to the same segment, and a reader does not need their position among the
   * parts.
   */
  async #writeCheckpoint(segment: Segment, checkpoint: CheckpointInput): Promise<void> {
    for await (const { kind, block } of this.#checkpoints.blocksOf(checkpoint, this.#timers))
      await this.#keep(segment, kind, { text: () => inflateBlock(block), packed: () => Promise.resolve(block) });
    segment.isWhole = !this.#isBroken;
    this.#checkpointing = undefined;
    this.#dropOldest();
  }

  /** Drops the segments before a remaining whole segment, until the size is within the limit. */
  #dropOldest(): void {
    while (this.#byteCounter.bytes > this.#options.maxBytes && this.#segments.slice(1).some(({ isWhole }) => isWhole)) {
      const [oldest] = this.#segments;
      if (oldest === undefined) return;
      this.#segments = this.#segments.slice(1);
      this.#byteCounter.release(oldest);
      this.#options.store.drop(oldest, this.#segments[0]?.fromMs ?? oldest.toMs, this.timeline);
      const first = this.#segments.find(({ isWhole }) => isWhole);
      if (first !== undefined) this.timeline.forgetBefore(first.fromMs);
    }
  }
}
