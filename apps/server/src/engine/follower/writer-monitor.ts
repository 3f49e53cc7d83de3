import { assertNever } from "@daemonscope/kube/base/assert-never";
import { SOURCES, type SourceStatus, type SourceStatuses } from "@daemonscope/kube/source-status";
import type { Timers } from "@daemonscope/kube-client/flow-control/clock";
import { WRITER_TIMEOUT_MS, type WriterHeartbeat } from "../stream/writer-heartbeat.ts";
import type { ReceivedHeartbeat } from "./writer-clock.ts";

/** The time that a writer's entries may take to arrive. After it they count as missing. */
const BEHIND_MS = 1500;

/** The reason why the followed data may be stale. */
type FollowProblem =
  /** This process is not connected to the engine. */
  | { readonly kind: "cutOff" }
  /** No heartbeat has arrived for `WRITER_TIMEOUT_MS`. */
  | { readonly kind: "unheard" }
  /** The writer is connected, and the engine does not store its entries. */
  | { readonly kind: "unkept"; readonly why: string }
  /** The entries of a heartbeat have not arrived here within `BEHIND_MS`. */
  | { readonly kind: "behind" };

interface WriterMonitorOptions {
  readonly cluster: string;
  readonly engine: string;
  readonly isConnected: () => boolean;
  /** The last followed position, and its time on the cluster's clock; undefined before the first. */
  readonly position: () => { readonly run: string; readonly seq: number; readonly atMs: number } | undefined;
  readonly timers: Timers;
  readonly wallNowMs: () => number;
}

/**
 * Tracks the writer's liveness, and whether this follower has caught up with it. Measures with a monotonic clock,
 * because a correction of the wall clock does not concern the writer.
 */
export class WriterMonitor {
  readonly #options: WriterMonitorOptions;
  #lastHeartbeat: ReceivedHeartbeat | undefined;
  /** Time of the last heartbeat whose entries have all arrived. */
  #caughtUpAtMs: number | undefined;
  /** The oldest heartbeat whose entries have not all arrived yet. */
  #awaited: ReceivedHeartbeat | undefined;

  readonly #beganAtMs: number;

  constructor(options: WriterMonitorOptions) {
    this.#options = options;
    this.#beganAtMs = options.timers.elapsedMs();
  }

  onHeartbeat(heartbeat: WriterHeartbeat): void {
    const received = { heartbeat, atElapsedMs: this.#options.timers.elapsedMs() };
    this.#lastHeartbeat = received;
    this.reached();
    // The pending entries of a fenced writer never arrive.
    if (this.#awaited?.heartbeat.run !== heartbeat.run) this.#awaited = undefined;
    if (this.#hasEntriesUntil(heartbeat)) this.#caughtUpAtMs = received.atElapsedMs;
    else this.#awaited ??= received;
  }

  /** Called after the position has advanced. */
  reached(): void {
    if (this.#awaited === undefined || !this.#hasEntriesUntil(this.#awaited.heartbeat)) return;
    this.#caughtUpAtMs = this.#awaited.atElapsedMs;
    this.#awaited = undefined;
  }

  /** The writer's last heartbeat; undefined before the first. */
  get lastHeartbeat(): ReceivedHeartbeat | undefined {
    return this.#lastHeartbeat;
  }

  /** Returns undefined while all of the writer's entries are here, or may be in transit. */
  problem(): FollowProblem | undefined {
    const { isConnected, timers } = this.#options;
    if (!isConnected()) return { kind: "cutOff" };
    const nowMs = timers.elapsedMs();
    if (this.#lastHeartbeat === undefined) return nowMs - this.#beganAtMs < WRITER_TIMEOUT_MS ? undefined : { kind: "unheard" };
    const { heartbeat, atElapsedMs } = this.#lastHeartbeat;
    if (nowMs - atElapsedMs >= WRITER_TIMEOUT_MS) return { kind: "unheard" };
    if (heartbeat.unkept !== undefined) return { kind: "unkept", why: heartbeat.unkept.why };
    return this.#awaited !== undefined && nowMs - this.#awaited.atElapsedMs >= BEHIND_MS ? { kind: "behind" } : undefined;
  }

  /** The time since the last heartbeat. Undefined if the writer is connected, or was never connected. */
  get silentMs(): number | undefined {
    const silentMs = this.#lastHeartbeat === undefined ? 0 : this.#options.timers.elapsedMs() - this.#lastHeartbeat.atElapsedMs;
    return silentMs >= WRITER_TIMEOUT_MS ? silentMs : undefined;
  }

  /** Time since the start while no heartbeat has arrived; undefined after the first. */
  get firstHeartbeatWaitMs(): number | undefined {
    return this.#lastHeartbeat === undefined ? this.#options.timers.elapsedMs() - this.#beganAtMs : undefined;
  }

  /**
   * Returns the statuses that the writer sent last, dated on the local wall clock. If a problem exists, no time is
   * later than the last heartbeat whose entries have all arrived, if any.
   */
  statuses(): SourceStatuses {
    const { wallNowMs, timers, cluster, engine } = this.#options;
    const problem = this.problem();
    const detail = problem === undefined ? undefined : problemText(problem, cluster, engine);
    const wallOf = (elapsedMs: number) => wallNowMs() - (timers.elapsedMs() - elapsedMs);
    const lastHeartbeat = this.#lastHeartbeat;
    const isReading = this.#caughtUpAtMs === undefined && problem === undefined;
    const noWriterStatus = this.#noWriterStatus(detail ?? `no collector of ${cluster} responds`);
    const statusOf = (source: (typeof SOURCES)[number]): SourceStatus => {
      if (lastHeartbeat === undefined) return noWriterStatus;
      // The writer's log has not fully arrived here yet, so that its statuses do not describe the data here.
      if (isReading && lastHeartbeat.heartbeat.sources[source].state !== "forbidden")
        return { state: "syncing", detail: `the log of ${cluster} is being read` };
      const status = lastHeartbeat.heartbeat.sources[source];
      const { provenAtMs } = status;
      const receivedAtMs = wallOf(problem === undefined ? lastHeartbeat.atElapsedMs : (this.#caughtUpAtMs ?? lastHeartbeat.atElapsedMs));
      const dated =
        provenAtMs === undefined
          ? {}
          : {
              provenAtMs: Math.min(
                receivedAtMs,
                wallOf(lastHeartbeat.atElapsedMs) - Math.max(0, lastHeartbeat.heartbeat.atMs - provenAtMs),
              ),
            };
      if (detail === undefined || status.state === "forbidden") return { ...status, ...dated };
      return { state: "stale", ...dated, detail };
    };
    return Object.fromEntries(SOURCES.map((source) => [source, statusOf(source)])) as unknown as SourceStatuses;
  }

  /**
   * Returns the status before the first heartbeat: syncing. After `WRITER_TIMEOUT_MS` it is stale and dated by the end
   * of the log, if a log was read.
   */
  #noWriterStatus(detail: string): SourceStatus {
    const { timers, position } = this.#options;
    const provenAtMs = position()?.atMs;
    const isAwaited = timers.elapsedMs() - this.#beganAtMs < WRITER_TIMEOUT_MS;
    return provenAtMs === undefined || isAwaited ? { state: "syncing", detail } : { state: "stale", provenAtMs, detail };
  }

  #hasEntriesUntil({ run, seq }: WriterHeartbeat): boolean {
    const position = this.#options.position();
    return position !== undefined && position.run === run && position.seq >= seq;
  }
}

/** No full stop, because the text is part of a sentence on the page. */
function problemText(problem: FollowProblem, cluster: string, engine: string): string {
  switch (problem.kind) {
    case "cutOff":
      return `the engine at ${engine} cannot be reached from this server, which keeps trying`;
    case "unheard":
      return `the collector of ${cluster} does not respond; a standby takes over if one runs`;
    case "unkept":
      return `the engine does not keep what the collector of ${cluster} tells (${problem.why}); the collector keeps trying`;
    case "behind":
      return `this server does not get what the engine keeps of ${cluster}; it keeps reading`;
    default:
      return assertNever(problem);
  }
}
