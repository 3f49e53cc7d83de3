import type { ClusterState } from "@daemonscope/shared/cluster-state";
import type { Frame } from "@daemonscope/shared/frame";
import { systemTimers, type Timers } from "../clock.ts";
import { inTurns } from "../frames/in-turns.ts";
import { BLOCK, wholeBlocks } from "../log/block.ts";
import { type Entry, LOG_SCHEMA, type LogHeader } from "../log/entry.ts";
import type { EntryReader } from "../log/entry-text.ts";
import { hashInParts } from "../log/hash-in-parts.ts";
import type { Input } from "../log/input.ts";
import { LogPlayer, wholeStart } from "../log/log-player.ts";
import { checkpointOf, readerAt } from "../log/play-to.ts";
import type { SegmentBlock } from "../log/segment.ts";
import type { LogStream, StoredMessage } from "./log-stream.ts";
import { receivedBlock } from "./received-block.ts";
import { claimOf, type WholeWord } from "./stream-store.ts";

/** What who follows a log hears, in its order. */
export interface FollowedEvents {
  /** A log begins, or goes on with another writer: the player holds the state that frames apply on from here on. `isSame`: it is the state that was there already, of the same log. */
  readonly onStart: (player: LogPlayer, isSame: boolean) => void;
  /** `before` is the state that it applies on; the player holds what it makes. */
  readonly onFrame: (frame: Frame, player: LogPlayer, before: ClusterState) => void;
  /** What the model was told, before it. */
  readonly onInput?: (input: Input) => void;
  /** A writer took over. */
  readonly onClaim?: (run: string) => void;
  /** What was kept beside the log: a checkpoint that is whole now, or what happened in a segment. */
  readonly onWord?: (message: StoredMessage) => void;
  /** A block that cannot be read, or a log of another schema: it is passed over until the next checkpoint, and said once. */
  readonly onProblem: (text: string) => void;
}

/** What is known of a run until its first checkpoint is whole. */
interface Opening {
  readonly run: string;
  readonly segment: number;
  readonly header: LogHeader;
  /** Those of the checkpoint, and entries that came between them. */
  readonly blocks: SegmentBlock[];
}

const isHeader = (value: unknown): value is LogHeader =>
  typeof value === "object" && value !== null && (value as LogHeader).schema === LOG_SCHEMA && typeof (value as LogHeader).log === "string";

/** Plays a log as a stream brings it: from the last checkpoint that is kept, through writers that follow each other. Law L1: it makes the frames that the writer made, with their epoch and seq. */
export class FollowedLog {
  readonly #stream: LogStream;
  readonly #events: FollowedEvents;
  readonly #timers: Timers;
  #player: LogPlayer | undefined;
  #reader: EntryReader | undefined;
  #run: string | undefined;
  #opening: Opening | undefined;
  #seenSeq = 0;
  #isTold = false;

  /** `timers` say for how long it plays in a row before others have the thread. */
  constructor(stream: LogStream, events: FollowedEvents, timers: Timers = systemTimers) {
    this.#stream = stream;
    this.#events = events;
    this.#timers = timers;
  }

  /** Undefined until a checkpoint was read. */
  get player(): LogPlayer | undefined {
    return this.#player;
  }

  /** The same while nothing is missing up to the last message that was taken: what a writer may go on from. */
  get current(): LogPlayer | undefined {
    return this.#run === undefined ? undefined : this.#player;
  }

  /** Whose blocks are played. */
  get run(): string | undefined {
    return this.#run;
  }

  /** The number of the last message that was taken. */
  get seenSeq(): number {
    return this.#seenSeq;
  }

  /** Follows until the signal, from where it was; throws what the engine says, and can be asked again. Who slept so long that messages went meanwhile begins anew, at the last checkpoint. */
  async follow(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      let nextSeq = this.#run === undefined ? await this.#firstSeq() : this.#seenSeq + 1;
      for await (const message of this.#stream.read(nextSeq, signal)) {
        if (signal.aborted) return;
        if (message.firstSeq !== nextSeq && this.#run !== undefined) {
          this.#forgetRun();
          break;
        }
        try {
          await this.take(message);
        } catch (error) {
          // What follows would not fit either.
          this.#forgetRun();
          throw error;
        }
        nextSeq = message.seq + 1;
      }
    }
  }

  /** The next message of the stream. */
  async take(message: StoredMessage): Promise<void> {
    try {
      await this.#take(message);
    } finally {
      this.#seenSeq = message.seq;
    }
  }

  async #take(message: StoredMessage): Promise<void> {
    if (message.kind === "claim") await this.#hearClaim(message);
    if (message.kind === "whole" || message.kind === "told") this.#events.onWord?.(message);
    if (message.kind !== "block") return;
    const [whole] = wholeBlocks(Buffer.from(message.bytes)).blocks;
    if (whole === undefined) return this.#lose("a block of the stream is torn");
    const block = receivedBlock(whole);
    if (message.run !== this.#run) return this.#open(message, block);
    if (block.kind === BLOCK.entries) await this.#play(await block.text());
  }

  /** What was told since the last tick is ticked by all who follow, at one time: the new writer goes on from there. */
  async #hearClaim(message: StoredMessage): Promise<void> {
    const { tick } = claimOf(message);
    if (tick !== undefined && this.#player !== undefined && this.#run !== undefined)
      await inTurns(this.#playAll(this.#player, [{ kind: "tick", ...tick }]), this.#timers);
    this.#events.onClaim?.(message.run);
  }

  /** Where to begin: at the segment of the last checkpoint that is whole, or at the end of a stream that has none. */
  async #firstSeq(): Promise<number> {
    const whole = await this.#stream.lastOf("whole");
    if (whole === undefined) return 1;
    return (JSON.parse(Buffer.from(whole.bytes).toString("utf8")) as WholeWord).headerSeq;
  }

  /** Another writer's log, until its checkpoint is whole. */
  async #open({ run, segment }: StoredMessage, block: SegmentBlock): Promise<void> {
    if (block.kind === BLOCK.header) {
      const header: unknown = JSON.parse(await block.text());
      if (!isHeader(header))
        return this.#lose("the stream holds a log that another version of daemonscope wrote: use one version for collectors and viewers");
      this.#opening = { run, segment, header, blocks: [] };
      return;
    }
    const opening = this.#opening;
    // Of a segment whose beginning is not kept any more.
    if (opening === undefined || opening.run !== run) return;
    if (block.kind !== BLOCK.checkpointEnd) opening.blocks.push(block);
    else if (segment === opening.segment) await this.#begin(opening);
  }

  async #begin({ run, header, blocks }: Opening): Promise<void> {
    const read = await checkpointOf(blocks, header);
    const before = this.#player?.state;
    const player = new LogPlayer(header, await inTurns(wholeStart(header, read), this.#timers));
    const reader = await inTurns(readerAt(read), this.#timers);
    // Remembered, so that no heartbeat has to read all that the checkpoint has.
    await inTurns(hashInParts(player.state), this.#timers);
    this.#player = player;
    this.#reader = reader;
    this.#run = run;
    this.#opening = undefined;
    this.#isTold = false;
    this.#events.onStart(player, before !== undefined && before.epoch === player.state.epoch && before.seq === player.state.seq);
    for (const { kind, text } of blocks) if (kind === BLOCK.entries) await this.#play(await text());
  }

  async #play(text: string): Promise<void> {
    const { player } = this;
    if (player === undefined || this.#reader === undefined) return;
    await inTurns(this.#playAll(player, this.#reader.entriesOf(text)), this.#timers);
  }

  /** Between two parts others have the thread, also where a tick is not over: `LogPlayer.isWhole` says so. */
  *#playAll(player: LogPlayer, entries: readonly Entry[]): Generator<undefined, void> {
    for (const entry of entries) {
      const before = player.state;
      if (entry.kind === "input") this.#events.onInput?.(entry.input);
      const frame = yield* player.playInParts(entry);
      if (frame !== undefined) this.#events.onFrame(frame, player, before);
      yield;
    }
  }

  #forgetRun(): void {
    this.#opening = undefined;
    this.#run = undefined;
    this.#reader = undefined;
  }

  /** What was played so far stands; nothing goes on until a checkpoint is whole. */
  #lose(why: string): void {
    this.#forgetRun();
    if (this.#isTold) return;
    this.#isTold = true;
    this.#events.onProblem(why);
  }
}
