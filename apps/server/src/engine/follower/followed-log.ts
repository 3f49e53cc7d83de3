import type { ClusterEvent } from "@daemonscope/daemonset/model/cluster-event";
import { systemTimers, type Timers } from "@daemonscope/kube-client/flow-control/clock";
import type { ClusterState } from "@daemonscope/shared/state/cluster-state";
import type { Frame } from "@daemonscope/shared/state/frame";
import { drainInSlices } from "../../feed/drain-in-slices.ts";
import { hashInSlices } from "../../history/encoding/hash-in-slices.ts";
import { BLOCK, completeBlocks } from "../../history/log/block.ts";
import type { EntryReader } from "../../history/log/entry-text.ts";
import { LOG_SCHEMA, type LogEntry, type LogHeader } from "../../history/log/log-entry.ts";
import type { SegmentBlock } from "../../history/log/segment.ts";
import { fullReplayStart, LogReplayer } from "../../history/replay/log-replayer.ts";
import { checkpointOf, readerAt } from "../../history/replay/replay-to.ts";
import { blockOfMessage } from "../stream/block-of-message.ts";
import type { EventLogStream, StoredMessage } from "../stream/event-log-stream.ts";
import { type CheckpointNotice, parseWriterClaim } from "../stream/stream-block-store.ts";

/** The events of a followed log, in order. */
interface FollowedEvents {
  /**
   * Called when a log begins, continues with another writer, or is played again from a checkpoint. The player has the
   * state to which the next frames apply. `isSame`: the previous player had the same log and seq.
   */
  readonly onStart: (player: LogReplayer, isSame: boolean) => void;
  /** `before` is the state before the frame; the player holds the state after it. */
  readonly onFrame: (frame: Frame, player: LogReplayer, before: ClusterState) => void;
  /** Called before the model receives the input. */
  readonly onEvent?: (input: ClusterEvent) => void;
  /** Called when a writer has claimed the stream. */
  readonly onClaim?: (run: string) => void;
  /** Called for a message other than a block: a checkpoint is complete, or the timeline events of a segment. */
  readonly onNotice?: (message: StoredMessage) => void;
  /**
   * Called once for a block that cannot be read, or a log of another schema. The log is skipped until the next
   * checkpoint.
   */
  readonly onProblem: (text: string) => void;
}

/** The data of a run until its first checkpoint is complete. */
interface Opening {
  readonly run: string;
  readonly segment: number;
  readonly header: LogHeader;
  /** The blocks of the checkpoint, and entries that arrived between them. */
  readonly blocks: SegmentBlock[];
}

const isHeader = (value: unknown): value is LogHeader =>
  typeof value === "object" && value !== null && (value as LogHeader).schema === LOG_SCHEMA && typeof (value as LogHeader).log === "string";

/**
 * Plays a log as it arrives in a stream: from the last stored checkpoint, across a sequence of writers. Law L1: it
 * produces the frames of the writer, with their epoch and seq.
 */
export class FollowedLog {
  readonly #stream: EventLogStream;
  readonly #events: FollowedEvents;
  readonly #timers: Timers;
  #player: LogReplayer | undefined;
  #reader: EntryReader | undefined;
  #run: string | undefined;
  #opening: Opening | undefined;
  #seenSeq = 0;
  #wasProblemReported = false;

  /** `timers` limit the time slices of the replay. */
  constructor(stream: EventLogStream, events: FollowedEvents, timers: Timers = systemTimers) {
    this.#stream = stream;
    this.#events = events;
    this.#timers = timers;
  }

  /** Undefined until a checkpoint was read. */
  get player(): LogReplayer | undefined {
    return this.#player;
  }

  /** The player, if nothing is missing up to the last message: a new writer may continue from it. */
  get current(): LogReplayer | undefined {
    return this.#run === undefined ? undefined : this.#player;
  }

  /** The run whose blocks are played; undefined while a complete checkpoint is awaited. */
  get run(): string | undefined {
    return this.#run;
  }

  /** Seq of the last message that was processed, in the stream. */
  get seenSeq(): number {
    return this.#seenSeq;
  }

  /**
   * Follows from the last position until the signal. Throws errors of the engine; the call can be repeated. If
   * messages were dropped meanwhile, it restarts at the last checkpoint.
   */
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
          // Later messages would not apply either.
          this.#forgetRun();
          throw error;
        }
        nextSeq = message.seq + 1;
      }
    }
  }

  /** Takes the next message of the stream. */
  async take(message: StoredMessage): Promise<void> {
    try {
      await this.#take(message);
    } finally {
      this.#seenSeq = message.seq;
    }
  }

  async #take(message: StoredMessage): Promise<void> {
    if (message.kind === "claim") await this.#handleClaim(message);
    if (message.kind === "whole" || message.kind === "told") this.#events.onNotice?.(message);
    if (message.kind !== "block") return;
    const [whole] = completeBlocks(Buffer.from(message.bytes)).blocks;
    if (whole === undefined) return this.#lose("a block of the stream is torn");
    const block = blockOfMessage(whole);
    if (message.run !== this.#run) return this.#open(message, block);
    if (block.kind === BLOCK.entries) await this.#play(await block.text());
  }

  /**
   * Ticks at the time of the claim, as all followers do. So each follower has the state from which the new writer
   * continues.
   */
  async #handleClaim(message: StoredMessage): Promise<void> {
    const { tick } = parseWriterClaim(message);
    if (tick !== undefined && this.#player !== undefined && this.#run !== undefined)
      await drainInSlices(this.#playAll(this.#player, [{ kind: "tick", ...tick }]), this.#timers);
    this.#events.onClaim?.(message.run);
  }

  /**
   * Returns the number of the first message to read: the header of the last complete checkpoint's segment, or 1.
   */
  async #firstSeq(): Promise<number> {
    const whole = await this.#stream.lastOf("whole");
    if (whole === undefined) return 1;
    return (JSON.parse(Buffer.from(whole.bytes).toString("utf8")) as CheckpointNotice).headerSeq;
  }

  /** Collects the log of a run that is not played yet, until its first checkpoint is complete. */
  async #open({ run, segment }: StoredMessage, block: SegmentBlock): Promise<void> {
    if (block.kind === BLOCK.header) {
      const header: unknown = JSON.parse(await block.text());
      if (!isHeader(header))
        return this.#lose("the stream holds a log that another version of daemonscope wrote: use one version for collectors and viewers");
      this.#opening = { run, segment, header, blocks: [] };
      return;
    }
    const opening = this.#opening;
    // The stream no longer has the beginning of the segment.
    if (opening === undefined || opening.run !== run) return;
    if (block.kind !== BLOCK.checkpointEnd) opening.blocks.push(block);
    else if (segment === opening.segment) await this.#begin(opening);
  }

  async #begin({ run, header, blocks }: Opening): Promise<void> {
    const read = await checkpointOf(blocks, header);
    const before = this.#player?.state;
    const player = new LogReplayer(header, await drainInSlices(fullReplayStart(header, read), this.#timers));
    const reader = await drainInSlices(readerAt(read), this.#timers);
    // Caches the hashes, so that no heartbeat has to hash the whole checkpoint.
    await drainInSlices(hashInSlices(player.state), this.#timers);
    this.#player = player;
    this.#reader = reader;
    this.#run = run;
    this.#opening = undefined;
    this.#wasProblemReported = false;
    this.#events.onStart(player, before !== undefined && before.epoch === player.state.epoch && before.seq === player.state.seq);
    for (const { kind, text } of blocks) if (kind === BLOCK.entries) await this.#play(await text());
  }

  async #play(text: string): Promise<void> {
    const { player } = this;
    if (player === undefined || this.#reader === undefined) return;
    await drainInSlices(this.#playAll(player, this.#reader.entriesOf(text)), this.#timers);
  }

  /** Other work runs between two steps, even within a tick: `LogReplayer.isWhole` is then false. */
  *#playAll(player: LogReplayer, entries: readonly LogEntry[]): Generator<undefined, void> {
    for (const entry of entries) {
      const before = player.state;
      if (entry.kind === "input") this.#events.onEvent?.(entry.input);
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

  /** Reports a problem once. Keeps the state, and waits for the next complete checkpoint. */
  #lose(why: string): void {
    this.#forgetRun();
    if (this.#wasProblemReported) return;
    this.#wasProblemReported = true;
    this.#events.onProblem(why);
  }
}
