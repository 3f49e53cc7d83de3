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

/** The state of one part of the pods, as its worker last reported it. It outlives the worker: another worker
 *  watches the part again, under another number. */
export class PartitionWatch {
  readonly part: PodPartition;
  readonly worker: number;
  /** The number of the current watch. */
  watch: number;
  /** Watches that ended without reporting deleted pods. Those pods are known when the current watch has read the
   *  whole part. */
  readonly replaces = new Set<number>();
  /** The current watch has read the whole part. */
  isRead = false;
  /** The whole part was read, or it is forbidden: the first list no longer waits for it. */
  isSettled = false;
  #status: SourceStatus = { state: "syncing" };
  /** The status that is shown until the watch is live, with the time since which nothing is known. */
  #instead: SourceStatus | undefined;
  #counts = ZERO_COUNTS;
  #countsBefore = ZERO_COUNTS;

  /** `instead`: the status until the watch is live. Used for a part that replaces others, or that begins after all
   *  others are read. */
  constructor(part: PodPartition, worker: number, watch: number, instead?: SourceStatus) {
    this.part = part;
    this.worker = worker;
    this.watch = watch;
    this.#instead = instead;
  }

  get counts(): ReflectorCounts {
    return sumCounters(this.#countsBefore, this.#counts);
  }

  get status(): SourceStatus {
    const instead = this.#instead;
    if (instead === undefined) return this.#status;
    const provenAtMs = this.#status.provenAtMs ?? instead.provenAtMs;
    return { ...(this.#status.state === "syncing" ? instead : this.#status), ...(provenAtMs === undefined ? {} : { provenAtMs }) };
  }

  /** Takes the worker's status. Returns the time since which changes were missed without the worker's knowledge;
   *  undefined for none. */
  takeStatus(status: SourceStatus): number | undefined {
    this.#status = status;
    if (status.state === "forbidden") this.isSettled = true;
    if (status.state !== "live") return undefined;
    const missed = this.#instead?.state === "live" ? undefined : this.#instead?.provenAtMs;
    this.#instead = undefined;
    return missed;
  }

  takePulse(provenAtMs: number | undefined, counts: ReflectorCounts): void {
    this.#counts = counts;
    if (provenAtMs !== undefined) this.#status = { ...this.#status, provenAtMs };
  }

  /** Call when the worker ended. Another one will watch the part as `watch`. */
  lost(watch: number, why: string): void {
    const { provenAtMs } = this.status;
    this.#instead = {
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
