import type { TimelineMark } from "@daemonscope/daemonset/records/timeline-mark";
import { REQUIRED_SOURCES_OF_PAGE } from "@daemonscope/kube/source-status";
import type { ClusterClock, Timers } from "@daemonscope/kube-client/flow-control/clock";
import { sleep } from "@daemonscope/kube-client/flow-control/retry-policy";
import type { ClusterState } from "@daemonscope/shared/state/cluster-state";
import type { Frame } from "@daemonscope/shared/state/frame";
import type { LoggedTick } from "../../history/log/log-entry.ts";
import type { LogReplayer } from "../../history/replay/log-replayer.ts";
import { TimelineRecorder } from "../../history/timeline/timeline-recorder.ts";
import { FollowedLog } from "../follower/followed-log.ts";
import type { StoredMessage } from "../stream/event-log-stream.ts";
import { type EventLogStream, FencedError, StreamUnavailableError } from "../stream/event-log-stream.ts";
import { claimStream, parseSegmentSummary, type SegmentSummary } from "../stream/stream-block-store.ts";
import { TAKEOVER_AFTER_MS, type WriterHeartbeat } from "../stream/writer-heartbeat.ts";
import type { Takeover } from "./collector-session.ts";

/** A writer that does not reach the cluster for this time is replaced by one that does. */
const BLIND_MS = 5000;

const isBlind = ({ sources }: WriterHeartbeat): boolean =>
  REQUIRED_SOURCES_OF_PAGE.some((source) => sources[source].state === "retrying" || sources[source].state === "stale");

/** The standby's view of the writer: whether it is alive, and whether it reaches the cluster. */
class WriterHealth {
  readonly #timers: Timers;
  #lastHeartbeatAtMs: number;
  #blindSinceMs: number | undefined;

  constructor(timers: Timers) {
    this.#timers = timers;
    this.#lastHeartbeatAtMs = timers.elapsedMs();
  }

  onHeartbeat(heartbeat: WriterHeartbeat): void {
    this.restartTimeout();
    this.#blindSinceMs = isBlind(heartbeat) ? (this.#blindSinceMs ?? this.#lastHeartbeatAtMs) : undefined;
  }

  /** Restarts the timeout, because the writer is alive or its liveness is unknown. */
  restartTimeout(): void {
    this.#lastHeartbeatAtMs = this.#timers.elapsedMs();
  }

  /** Notes that the stream never had a writer: the timeout is over at once. */
  markNoWriter(): void {
    this.#lastHeartbeatAtMs = Number.NEGATIVE_INFINITY;
  }

  isSilent(): boolean {
    return this.#timers.elapsedMs() - this.#lastHeartbeatAtMs >= TAKEOVER_AFTER_MS;
  }

  /**
   * Reports that, by its heartbeats, the writer has not reached the cluster for BLIND_MS. True at most once per
   * BLIND_MS.
   */
  takeBlind(): boolean {
    if (this.#blindSinceMs === undefined || this.#timers.elapsedMs() - this.#blindSinceMs < BLIND_MS) return false;
    this.#blindSinceMs = this.#timers.elapsedMs();
    return true;
  }
}

/**
 * Timeline events of a followed log that its writer has not published yet. If the writer is killed, its successor
 * publishes them.
 */
class PendingTimelineEvents {
  #timeline = new TimelineRecorder();
  #fromMs = 0;

  begin(state: ClusterState): void {
    this.#timeline = new TimelineRecorder();
    this.#timeline.begin(state);
    this.#fromMs = state.at;
  }

  take(before: ClusterState, frame: Frame): void {
    this.#timeline.take(before, frame);
  }

  /** Forgets the events that a message of the writer has published. */
  receive(message: StoredMessage): void {
    if (message.kind !== "told") return;
    const { untilMs } = parseSegmentSummary(message);
    if (untilMs <= this.#fromMs) return;
    this.#fromMs = untilMs;
    this.#timeline.forgetBefore(untilMs);
  }

  /** Returns the pending events until `untilMs`, and the time from which on they are complete. */
  summary(untilMs: number): { readonly fromMs: number; readonly summary: SegmentSummary } {
    return { fromMs: this.#fromMs, summary: { untilMs, part: this.#timeline.part(this.#fromMs, untilMs) } };
  }
}

export interface StandbyCollectorOptions {
  readonly stream: EventLogStream;
  readonly receiveHeartbeats: (onHeartbeat: (heartbeat: WriterHeartbeat) => void, signal: AbortSignal) => Promise<void>;
  /** Whether the engine is connected. Without a connection, missing heartbeats prove nothing about the writer. */
  readonly isConnected: () => boolean;
  /** Whether the API server responds to this process now. */
  readonly reachesCluster: (signal: AbortSignal) => Promise<boolean>;
  readonly clock: ClusterClock;
  readonly timers: Timers;
  readonly newName: () => string;
  readonly onProblem: (text: string) => void;
}

const CHECK_INTERVAL_MS = 250;
const RETRY_MS = 1000;

/**
 * Follows another writer's log. Claims it if the stream has no writer, the writer is silent, or only this process
 * reaches the cluster. Continues after outages of the engine.
 */
export class StandbyCollector {
  readonly #options: StandbyCollectorOptions;
  readonly #run: string;
  readonly #health: WriterHealth;
  readonly #pendingEvents = new PendingTimelineEvents();
  readonly #followed: FollowedLog;
  readonly #end = new AbortController();
  #claimed: (() => void) | undefined;

  constructor(options: StandbyCollectorOptions) {
    this.#options = options;
    this.#run = options.newName();
    this.#health = new WriterHealth(options.timers);
    this.#followed = new FollowedLog(options.stream, {
      onStart: ({ state }, isSame) => {
        if (!isSame) this.#pendingEvents.begin(state);
      },
      onFrame: (frame, _player, before) => this.#pendingEvents.take(before, frame),
      onNotice: (message) => this.#pendingEvents.receive(message),
      onClaim: (name) => {
        this.#health.restartTimeout();
        if (name === this.#run) this.#claimed?.();
      },
      onProblem: options.onProblem,
    });
  }

  /**
   * Resolves when this process has the claim; undefined if the signal came first. Throws errors of the engine that a
   * retry cannot fix.
   */
  async takeover(signal: AbortSignal): Promise<Takeover | undefined> {
    const { receiveHeartbeats, timers } = this.#options;
    const until = AbortSignal.any([signal, this.#end.signal]);
    const receiving = receiveHeartbeats((heartbeat) => this.#health.onHeartbeat(heartbeat), until);
    const following = this.#follow(until);
    // The error is thrown where `following` is awaited.
    following.catch(() => undefined);
    let isNew = true;
    try {
      while (!signal.aborted) {
        try {
          const claimed = await this.#claimIfFree(isNew, following, until);
          if (claimed !== undefined) return claimed;
          isNew = false;
        } catch (error) {
          if (!(error instanceof FencedError || error instanceof StreamUnavailableError)) throw error;
          this.#health.restartTimeout();
        }
        await Promise.race([sleep(CHECK_INTERVAL_MS, signal, timers), following]);
      }
      return undefined;
    } finally {
      this.#end.abort();
      await receiving;
      if (signal.aborted) await following;
    }
  }

  /** Claims the log. Returns undefined if another process seems to write it. */
  async #claimIfFree(isNew: boolean, following: Promise<void>, signal: AbortSignal): Promise<Takeover | undefined> {
    const { stream, isConnected, reachesCluster } = this.#options;
    const health = this.#health;
    if (!isConnected()) health.restartTimeout();
    if (isNew && (await stream.lastSeq()) === 0) health.markNoWriter();
    const wasSilent = health.isSilent();
    if (!wasSilent && !(health.takeBlind() && (await reachesCluster(signal)))) return undefined;
    const { firstSeq, lastSeq } = await stream.kept();
    // All messages have been read. A stream whose limits have dropped all messages has nothing to read.
    const isRead = this.#followed.seenSeq === lastSeq || firstSeq > lastSeq;
    // A process that was suspended may have unread heartbeats.
    return isRead && wasSilent === health.isSilent() ? this.#claim(lastSeq, following) : undefined;
  }

  async #claim(lastSeq: number, following: Promise<void>): Promise<Takeover> {
    const claimRead = new Promise<void>((done) => {
      this.#claimed = done;
    });
    const claimSeq = await claimStream(this.#options.stream, this.#run, lastSeq, this.#claimOf(this.#followed.current));
    // Waits until this follower has read its own claim, at which all followers tick.
    await Promise.race([claimRead, following]);
    this.#end.abort();
    await following;
    const player = this.#followed.current;
    return {
      run: this.#run,
      claimSeq,
      player,
      ...(player === undefined ? {} : { pendingEvents: this.#pendingEvents.summary(player.atMs) }),
    };
  }

  #claimOf(player: LogReplayer | undefined): { readonly tick?: LoggedTick } {
    if (player === undefined) return {};
    const nowMs = Math.max(this.#options.clock.nowMs(), player.model.reading.nowMs);
    const atMs = Math.max(nowMs, player.state.at);
    const gap: TimelineMark = { kind: "handedOver", atMs, fromMs: player.atMs };
    return { tick: { atMs, nowMs, gaps: [gap] } };
  }

  /** Follows the log until the signal. After an outage of the engine it continues at its position. */
  async #follow(signal: AbortSignal): Promise<void> {
    const { timers, onProblem } = this.#options;
    let reportedProblem: string | undefined;
    while (!signal.aborted) {
      try {
        await this.#followed.follow(signal);
      } catch (error) {
        if (!(error instanceof StreamUnavailableError)) throw error;
        if (reportedProblem !== error.message && !signal.aborted) onProblem(`the engine cannot be read: ${error.message}; trying again`);
        reportedProblem = error.message;
        await sleep(RETRY_MS, signal, timers);
      }
    }
  }
}
