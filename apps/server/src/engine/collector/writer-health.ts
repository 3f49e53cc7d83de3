import { REQUIRED_SOURCES_OF_PAGE } from "@daemonscope/kube/source-status";
import type { Timers } from "@daemonscope/kube-client/flow-control/clock";
import { TAKEOVER_AFTER_MS, type WriterHeartbeat } from "../stream/writer-heartbeat.ts";

/** A writer that does not reach the cluster for this time is replaced by one that does. */
const BLIND_MS = 5000;

const isBlind = ({ sources }: WriterHeartbeat): boolean =>
  REQUIRED_SOURCES_OF_PAGE.some((source) => sources[source].state === "retrying" || sources[source].state === "stale");

/** The standby's view of the writer: whether it is alive, and whether it reaches the cluster. */
export class WriterHealth {
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
