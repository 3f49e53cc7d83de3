import type { ClusterEvent } from "@daemonscope/daemonset/model/cluster-event";
import { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import { MODEL_SOURCES } from "@daemonscope/daemonset/records/records";
import type { TimelineMark } from "@daemonscope/daemonset/records/timeline-mark";
import { errorMessage } from "@daemonscope/kube/base/error-message";
import { SOURCES, type SourceName, type SourceStatuses } from "@daemonscope/kube/source-status";
import type { TemplateRedactor } from "@daemonscope/kube-client/decode/template-redactor";
import type { ClusterClock, Timers } from "@daemonscope/kube-client/flow-control/clock";
import { sleep } from "@daemonscope/kube-client/flow-control/retry-policy";
import type { ClusterState } from "@daemonscope/shared/state/cluster-state";
import { emptyState } from "@daemonscope/shared/state/empty-state";
import type { ClusterIdentity, Frame } from "@daemonscope/shared/state/frame";
import { LiveFrames } from "../../frames/live-frames.ts";
import type { LogReplayer } from "../../history/replay/log-replayer.ts";
import { type EventLogStream, StreamUnavailableError } from "../stream/event-log-stream.ts";
import { StreamHistory } from "../stream/stream-history.ts";
import type { WriterHeartbeat } from "../stream/writer-heartbeat.ts";
import { FollowedLog } from "./followed-log.ts";
import { writerClock } from "./writer-clock.ts";
import { WriterMonitor } from "./writer-monitor.ts";

export interface FollowedClusterOptions {
  /** The name of the cluster in the engine. */
  readonly name: string;
  /** The address of the engine. */
  readonly engine: string;
  readonly stream: EventLogStream;
  readonly receiveHeartbeats: (onHeartbeat: (heartbeat: WriterHeartbeat) => void, signal: AbortSignal) => Promise<void>;
  readonly isConnected: () => boolean;
  /** The build of the program, for pages that were loaded from another build. */
  readonly build: string;
  /** Redacts templates that are read on request; a log has none (L5). */
  readonly keepTemplate?: TemplateRedactor | undefined;
  readonly timers: Timers;
  readonly wallNowMs: () => number;
  readonly random: () => number;
  readonly onProblem: (text: string) => void;
}

/** Receives the inputs of a followed cluster, in addition to its own model. */
interface FollowedClusterListener {
  onEvent(event: ClusterEvent): void;
  /** Called after each frame, because inputs and gaps may then be visible. */
  wake(): void;
  onGap(source: SourceName, fromWallMs: number): void;
  /** Drops everything from earlier inputs. */
  forgetAll(): void;
}

const CHECK_INTERVAL_MS = 100;
const RETRY_MS = 1000;
const KEPT_CHECK_INTERVAL_MS = 10_000;

/**
 * A cluster whose log another process writes to a stream. It has the same frames, epoch and seq as each other follower
 * (L1), and history as far as the stream keeps it. Its time is the writer's.
 */
export class FollowedCluster {
  readonly live: LiveFrames;
  readonly history: StreamHistory;
  listener: FollowedClusterListener | undefined;
  readonly #options: FollowedClusterOptions;
  readonly #identity: ClusterIdentity;
  readonly #end = new AbortController();
  readonly #clock: ClusterClock;
  readonly #writer: WriterMonitor;
  readonly #followed: FollowedLog;
  /** The reason why the current contents of the stream cannot be followed. */
  #unreadable: string | undefined;
  #work: Promise<void> = Promise.resolve();

  constructor(options: FollowedClusterOptions) {
    const { name, engine, stream, isConnected, build, timers, random, wallNowMs, onProblem } = options;
    this.#options = options;
    this.history = new StreamHistory(stream);
    this.#followed = new FollowedLog(
      stream,
      {
        onStart: (player, isSame) => this.#start(player, isSame),
        onFrame: (frame, player, before) => this.#take(frame, player, before),
        onEvent: (event) => this.listener?.onEvent(event),
        onNotice: (message) => this.history.receive(message),
        onProblem: (text) => {
          this.#unreadable = text;
          onProblem(text);
        },
      },
      timers,
    );
    this.#writer = new WriterMonitor({ cluster: name, engine, isConnected, position: () => this.#position(), timers, wallNowMs });
    this.#clock = writerClock(() => this.#writer.lastHeartbeat, wallNowMs, timers);
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
      keepTemplate: options.keepTemplate,
      build,
      timers,
      random,
      wallNowMs,
      isPlayed: true,
      isWhole: () => this.#isWhole,
    });
  }

  get name(): string {
    return this.#options.name;
  }

  begin(): void {
    const { receiveHeartbeats } = this.#options;
    this.#work = Promise.all([
      receiveHeartbeats((heartbeat) => this.#onHeartbeat(heartbeat), this.#end.signal),
      this.#follow(this.#end.signal),
      this.#watchWriter(this.#end.signal),
      this.#watchKept(this.#end.signal),
    ]).then(() => undefined);
    this.#work.catch((error: unknown) => this.#options.onProblem(String(error)));
  }

  async close(): Promise<void> {
    this.#end.abort();
    await this.#work.catch(() => undefined);
    this.live.close("the server stops");
  }

  /** The time since the last heartbeat; undefined if the writer is connected, or never was. */
  get silentMs(): number | undefined {
    return this.#writer.silentMs;
  }

  /** Time since the start while no heartbeat has arrived; undefined after the first. */
  get firstHeartbeatWaitMs(): number | undefined {
    return this.#writer.firstHeartbeatWaitMs;
  }

  /** Whether entries that the engine stores have been missing here for `BEHIND_MS`, as WriterMonitor reports. */
  get isBehind(): boolean {
    return this.#writer.problem()?.kind === "behind";
  }

  /** Returns the statuses of the sources. An unreadable stream is reported until a later part of it can be read. */
  statuses(): SourceStatuses {
    const statuses = this.#writer.statuses();
    const detail = this.#unreadable;
    if (detail === undefined) return statuses;
    return Object.fromEntries(
      SOURCES.map((name) => [name, statuses[name].state === "forbidden" ? statuses[name] : { ...statuses[name], state: "stale", detail }]),
    ) as unknown as SourceStatuses;
  }

  #onHeartbeat(heartbeat: WriterHeartbeat): void {
    const rateBefore = this.#clock.rate;
    this.#writer.onHeartbeat(heartbeat);
    if (rateBefore !== this.#clock.rate) this.live.sendClock();
  }

  /** Notifies readers when a problem begins, changes its kind, or ends. */
  async #watchWriter(signal: AbortSignal): Promise<void> {
    let reportedProblem: string | undefined;
    while (!signal.aborted) {
      await sleep(CHECK_INTERVAL_MS, signal, this.#options.timers);
      const problemKind = this.#writer.problem()?.kind;
      if (problemKind !== reportedProblem) this.live.sendClock();
      reportedProblem = problemKind;
    }
  }

  /** Removes the history that the stream has dropped, and updates the size of the stream. */
  async #watchKept(signal: AbortSignal): Promise<void> {
    const { stream, timers } = this.#options;
    while (!signal.aborted) {
      try {
        this.history.keep(await stream.kept());
      } catch (error) {
        if (!(error instanceof StreamUnavailableError)) throw error;
      }
      await sleep(KEPT_CHECK_INTERVAL_MS, signal, timers);
    }
  }

  async #follow(signal: AbortSignal): Promise<void> {
    const { timers, onProblem } = this.#options;
    while (!signal.aborted) {
      try {
        await this.history.read();
        await this.#followed.follow(signal);
      } catch (error) {
        if (signal.aborted) return;
        onProblem(`the engine does not go on: ${errorMessage(error)}; trying again`);
        await sleep(RETRY_MS, signal, timers);
      }
    }
  }

  #position(): { readonly run: string; readonly seq: number; readonly atMs: number } | undefined {
    const { run, player } = this.#followed;
    return run === undefined || player === undefined ? undefined : { run, seq: this.live.log.state.seq, atMs: player.atMs };
  }

  #take(frame: Frame, player: LogReplayer, before: ClusterState): void {
    this.history.take(before, frame);
    this.history.follow(player.header, player.atMs);
    this.live.relay(frame);
    this.#writer.reached();
    this.#reportGaps(frame.marks);
    this.listener?.wake();
  }

  /** Passes the gaps of a frame to the listener, dated on the local wall clock. */
  #reportGaps(marks: readonly TimelineMark[] | undefined): void {
    const { wallNowMs } = this.#options;
    for (const mark of marks ?? [])
      if (mark.kind === "watchGap") this.listener?.onGap(mark.source as SourceName, wallNowMs() - Math.max(0, mark.atMs - mark.fromMs));
  }

  #start(player: LogReplayer, isSame: boolean): void {
    this.#unreadable = undefined;
    const { state, model, header } = player;
    this.history.follow(header, player.atMs);
    if (isSame) return this.live.goOnWith(model);
    this.history.begin(player);
    this.listener?.forgetAll();
    this.live.begin({
      model,
      identity: header.cluster,
      epoch: header.log,
      clock: this.#clock,
      statuses: () => this.statuses(),
      begin: state,
      keepTemplate: this.#options.keepTemplate,
      isWhole: () => this.#isWhole,
    });
  }

  get #isWhole(): boolean {
    return this.#followed.player?.isWhole !== false;
  }
}
