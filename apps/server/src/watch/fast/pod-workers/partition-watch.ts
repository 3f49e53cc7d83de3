import type { SourceStatus } from "@daemonscope/kube/source-status";
import type { ReflectorCounts } from "@daemonscope/kube-client/list-watch/reflector";
import { type PodPartition, partitionLabel } from "./pod-partition.ts";

export const ZERO_COUNTS: ReflectorCounts = { lists: 0, watches: 0, events: 0, badLines: 0, replays: 0, unusable: 0 };

export const sumCounters = (a: ReflectorCounts, b: ReflectorCounts): ReflectorCounts => ({
  lists: a.lists + b.lists,
  watches: a.watches + b.watches,
  events: a.events + b.events,
  badLines: a.badLines + b.badLines,
  replays: a.replays + b.replays,
  unusable: a.unusable + b.unusable,
});

/** The state of one part of the pods, as its worker last reported it. Outlives the worker: after its restart the
 *  part is watched again, under another number. */
export class PartitionWatch {
  readonly part: PodPartition;
  readonly worker: number;
  /** The number of the current watch. */
  watch: number;
  /** Earlier watches, which ended without reporting deleted pods. Once the current watch has read the whole part,
   *  their other pods are known to be deleted. */
  readonly replaces = new Set<number>();
  /** The current watch has read the whole part. */
  isRead = false;
  /** The whole part was read, or it is forbidden: the first list no longer waits for it. */
  isSettled = false;
  #status: SourceStatus = { state: "syncing" };
  /** The status that replaces `syncing` until the watch is first live, with the time of its last proof. */
  #statusUntilLive: SourceStatus | undefined;
  #counts = ZERO_COUNTS;
  #countsBefore = ZERO_COUNTS;

  /** `statusUntilLive`: for a part that replaces others, or that begins after all others are read. */
  constructor(part: PodPartition, worker: number, watch: number, statusUntilLive?: SourceStatus) {
    this.part = part;
    this.worker = worker;
    this.watch = watch;
    this.#statusUntilLive = statusUntilLive;
  }

  get counts(): ReflectorCounts {
    return sumCounters(this.#countsBefore, this.#counts);
  }

  get status(): SourceStatus {
    const statusUntilLive = this.#statusUntilLive;
    if (statusUntilLive === undefined) return this.#status;
    const provenAtMs = this.#status.provenAtMs ?? statusUntilLive.provenAtMs;
    return { ...(this.#status.state === "syncing" ? statusUntilLive : this.#status), ...(provenAtMs === undefined ? {} : { provenAtMs }) };
  }

  /** Takes the worker's status. Returns the time since which changes were missed without the worker's knowledge;
   *  undefined for none. */
  takeStatus(status: SourceStatus): number | undefined {
    this.#status = status;
    if (status.state === "forbidden") this.isSettled = true;
    if (status.state !== "live") return undefined;
    const missed = this.#statusUntilLive?.state === "live" ? undefined : this.#statusUntilLive?.provenAtMs;
    this.#statusUntilLive = undefined;
    return missed;
  }

  takePulse(provenAtMs: number | undefined, counts: ReflectorCounts): void {
    this.#counts = counts;
    if (provenAtMs !== undefined) this.#status = { ...this.#status, provenAtMs };
  }

  /** Call when the worker ended. `watch` is the number of the watch that follows. */
  lost(watch: number, why: string): void {
    const { provenAtMs } = this.status;
    this.#statusUntilLive = {
      state: "retrying",
      detail: `the worker that reads ${partitionLabel(this.part)} ended: ${why}; it is started again`,
      ...(provenAtMs === undefined ? {} : { provenAtMs }),
    };
    this.#status = { state: "syncing" };
    this.#countsBefore = this.counts;
    this.#counts = ZERO_COUNTS;
    this.replaces.add(this.watch);
    this.watch = watch;
    this.isRead = false;
  }
}
