import type { SourceStatus } from "@daemonscope/shared/source-status";
import type { ReflectorCounts } from "../reflector.ts";
import { type PodPart, partWords } from "./pod-part.ts";

export const NO_COUNTS: ReflectorCounts = { lists: 0, watches: 0, events: 0, badLines: 0, replays: 0, unusable: 0 };

export const sumOf = (a: ReflectorCounts, b: ReflectorCounts): ReflectorCounts => ({
  lists: a.lists + b.lists,
  watches: a.watches + b.watches,
  events: a.events + b.events,
  badLines: a.badLines + b.badLines,
  replays: a.replays + b.replays,
  unusable: a.unusable + b.unusable,
});

/** How one part of the pods is watched, as its worker last said. It outlives the worker: another one watches it anew, under another number. */
export class PartWatch {
  readonly part: PodPart;
  readonly worker: number;
  /** The number of the watch that is heard. */
  watch: number;
  /** Watches that ended without a word of what is gone: known once this one is read whole. */
  readonly replaces = new Set<number>();
  /** It was read whole by the watch that is heard. */
  isRead = false;
  /** It was read whole, or may not be read: nobody waits for it. */
  isSettled = false;
  #status: SourceStatus = { state: "syncing" };
  /** Until its watch is live: what is said instead of a first list, and since when nothing is known. */
  #instead: SourceStatus | undefined;
  #counts = NO_COUNTS;
  #countsBefore = NO_COUNTS;

  /** `instead`: how it stands until it is live, for one that takes the place of others or comes when all others are read. */
  constructor(part: PodPart, worker: number, watch: number, instead?: SourceStatus) {
    this.part = part;
    this.worker = worker;
    this.watch = watch;
    this.#instead = instead;
  }

  get counts(): ReflectorCounts {
    return sumOf(this.#countsBefore, this.#counts);
  }

  get status(): SourceStatus {
    const instead = this.#instead;
    if (instead === undefined) return this.#status;
    const provenAtMs = this.#status.provenAtMs ?? instead.provenAtMs;
    return { ...(this.#status.state === "syncing" ? instead : this.#status), ...(provenAtMs === undefined ? {} : { provenAtMs }) };
  }

  /** Its worker says how it stands. Returns since when changes were missed that the worker does not know of; undefined for none. */
  told(status: SourceStatus): number | undefined {
    this.#status = status;
    if (status.state === "forbidden") this.isSettled = true;
    if (status.state !== "live") return undefined;
    const missed = this.#instead?.state === "live" ? undefined : this.#instead?.provenAtMs;
    this.#instead = undefined;
    return missed;
  }

  heard(provenAtMs: number | undefined, counts: ReflectorCounts): void {
    this.#counts = counts;
    if (provenAtMs !== undefined) this.#status = { ...this.#status, provenAtMs };
  }

  /** The worker is gone, and another will watch it as `watch`. */
  lost(watch: number, why: string): void {
    const { provenAtMs } = this.status;
    this.#instead = {
      state: "retrying",
      detail: `the worker that reads ${partWords(this.part)} ended: ${why}; it is started again`,
      ...(provenAtMs === undefined ? {} : { provenAtMs }),
    };
    this.#status = { state: "syncing" };
    this.#countsBefore = this.counts;
    this.#counts = NO_COUNTS;
    this.replaces.add(this.watch);
    this.watch = watch;
    this.isRead = false;
  }
}
