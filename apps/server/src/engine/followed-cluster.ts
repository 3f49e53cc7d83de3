import { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import { MODEL_SOURCES } from "@daemonscope/daemonset/records/records";
import { emptyState } from "@daemonscope/shared/empty-state";
import type { ClusterIdentity } from "@daemonscope/shared/frame";
import { SOURCES, type SourceStatus, type SourceStatuses } from "@daemonscope/shared/source-status";
import type { ClusterClock, Timers } from "../clock.ts";
import { pause } from "../cluster/pace.ts";
import { LiveFrames } from "../frames/live-frames.ts";
import type { LogPlayer } from "../log/log-player.ts";
import { type Beat, SILENT_MS } from "./beat.ts";
import { FollowedLog } from "./followed-log.ts";
import { type HeardBeat, heardClock } from "./heard-clock.ts";
import type { LogStream } from "./log-stream.ts";
import { StreamShelf } from "./stream-shelf.ts";

export interface FollowedClusterOptions {
  /** As it is called in the engine. */
  readonly name: string;
  readonly engine: string;
  readonly stream: LogStream;
  readonly hearBeats: (onBeat: (beat: Beat) => void, signal: AbortSignal) => Promise<void>;
  /** Of the program, for pages that were loaded from another. */
  readonly build: string;
  readonly timers: Timers;
  readonly wallNowMs: () => number;
  readonly random: () => number;
  readonly onProblem: (text: string) => void;
}

const LOOK_MS = 500;
const AGAIN_MS = 1000;

/** A cluster whose log another process writes into a stream: the same frames, of the same epoch and seq, as everybody else who follows it makes (L1), and its past as far as the stream keeps it. Its time is the writer's. */
export class FollowedCluster {
  readonly live: LiveFrames;
  readonly shelf: StreamShelf;
  readonly #options: FollowedClusterOptions;
  readonly #identity: ClusterIdentity;
  readonly #end = new AbortController();
  readonly #clock: ClusterClock;
  #heard: HeardBeat | undefined;
  #wasSilent = false;
  #work: Promise<void> = Promise.resolve();

  constructor(options: FollowedClusterOptions) {
    const { name, engine, stream, build, timers, random, wallNowMs } = options;
    this.#options = options;
    this.shelf = new StreamShelf(stream);
    this.#clock = heardClock(() => this.#heard, wallNowMs, timers);
    this.#identity = { context: name, server: engine, version: undefined, simulated: false };
    const nowMs = wallNowMs();
    const epoch = "unread";
    this.live = new LiveFrames({
      model: new ClusterModel({ nowMs, unread: MODEL_SOURCES }),
      identity: this.#identity,
      epoch,
      clock: this.#clock,
      statuses: () => this.statuses(),
      begin: emptyState(epoch, this.#identity, nowMs),
      build,
      timers,
      random,
      wallNowMs,
    });
  }

  begin(): void {
    const { hearBeats } = this.#options;
    this.#work = Promise.all([
      hearBeats((beat) => this.#hear(beat), this.#end.signal),
      this.#follow(this.#end.signal),
      this.#watchSilence(this.#end.signal),
    ]).then(() => undefined);
    this.#work.catch((error: unknown) => this.#options.onProblem(String(error)));
  }

  async close(): Promise<void> {
    this.#end.abort();
    await this.#work.catch(() => undefined);
    this.live.close("the server stops");
  }

  /** As the writer told them last, dated on the wall clock here; one that is silent is said to be so. */
  statuses(): SourceStatuses {
    const { wallNowMs, name } = this.#options;
    const heard = this.#heard;
    const nowMs = wallNowMs();
    const silentMs = heard === undefined ? undefined : nowMs - heard.atWallMs;
    const statusOf = (source: (typeof SOURCES)[number]): SourceStatus => {
      if (heard === undefined) return { state: "syncing", detail: `no collector of ${name} is heard` };
      const { beat, atWallMs } = heard;
      const status = beat.sources[source];
      const { provenAtMs } = status;
      const dated = provenAtMs === undefined ? {} : { provenAtMs: atWallMs - Math.max(0, beat.atMs - provenAtMs) };
      if (silentMs === undefined || silentMs < SILENT_MS || status.state === "forbidden") return { ...status, ...dated };
      const seconds = Math.round(silentMs / 1000);
      return {
        state: "retrying",
        ...dated,
        detail: `the collector of ${name} is not heard for ${seconds} s; another that stands by takes over`,
      };
    };
    return Object.fromEntries(SOURCES.map((source) => [source, statusOf(source)])) as unknown as SourceStatuses;
  }

  #hear(beat: Beat): void {
    const rateBefore = this.#clock.rate;
    this.#heard = { beat, atWallMs: this.#options.wallNowMs() };
    if (!this.#wasSilent && rateBefore === this.#clock.rate) return;
    this.#wasSilent = false;
    this.live.tellClock();
  }

  /** Readers hear of a silence as soon as it is one. */
  async #watchSilence(signal: AbortSignal): Promise<void> {
    const { timers, wallNowMs } = this.#options;
    while (!signal.aborted) {
      await pause(LOOK_MS, signal, timers);
      const isSilent = this.#heard !== undefined && wallNowMs() - this.#heard.atWallMs >= SILENT_MS;
      if (isSilent && !this.#wasSilent) {
        this.#wasSilent = true;
        this.live.tellClock();
      }
    }
  }

  async #follow(signal: AbortSignal): Promise<void> {
    const { stream, timers, onProblem } = this.#options;
    const followed = new FollowedLog(stream, {
      onStart: (player, isSame) => this.#start(player, isSame),
      onFrame: (frame, player, before) => {
        this.shelf.take(before, frame);
        this.shelf.follow(player.header, player.atMs);
        this.live.relay(frame);
      },
      onWord: (message) => this.shelf.hear(message),
      onProblem,
    });
    while (!signal.aborted) {
      try {
        await this.shelf.read();
        await followed.follow(signal);
      } catch (error) {
        if (signal.aborted) return;
        onProblem(`the engine does not go on: ${error instanceof Error ? error.message : String(error)}; trying again`);
        await pause(AGAIN_MS, signal, timers);
      }
    }
  }

  #start(player: LogPlayer, isSame: boolean): void {
    const { state, model, header } = player;
    this.shelf.follow(header, player.atMs);
    if (isSame) return this.live.goOnWith(model);
    this.shelf.begin(player);
    this.live.begin({
      model,
      identity: header.cluster,
      epoch: header.log,
      clock: this.#clock,
      statuses: () => this.statuses(),
      begin: state,
    });
  }
}
