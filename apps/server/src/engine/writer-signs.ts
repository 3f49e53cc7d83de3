import { NEEDED_SOURCES } from "@daemonscope/shared/source-status";
import type { Timers } from "../clock.ts";
import { type Beat, SILENT_MS } from "./beat.ts";

/** A writer that does not hear the cluster for so long gives way to one that does. */
const BLIND_MS = 5000;

const isBlind = ({ sources }: Beat): boolean =>
  NEEDED_SOURCES.some((source) => sources[source].state === "retrying" || sources[source].state === "stale");

/** Whether who writes is there, and hears the cluster, as who stands by knows it. */
export class WriterSigns {
  readonly #timers: Timers;
  #heardAtMs: number;
  #blindSinceMs: number | undefined;

  constructor(timers: Timers) {
    this.#timers = timers;
    this.#heardAtMs = timers.elapsedMs();
  }

  hear(beat: Beat): void {
    this.heard();
    this.#blindSinceMs = isBlind(beat) ? (this.#blindSinceMs ?? this.#heardAtMs) : undefined;
  }

  /** It is there, or nothing can be said: what is counted begins anew. */
  heard(): void {
    this.#heardAtMs = this.#timers.elapsedMs();
  }

  /** Nobody ever wrote. */
  nobody(): void {
    this.#heardAtMs = Number.NEGATIVE_INFINITY;
  }

  isSilent(): boolean {
    return this.#timers.elapsedMs() - this.#heardAtMs >= SILENT_MS;
  }

  /** It is heard, and has not heard the cluster for some time. Said once in that time. */
  takeBlind(): boolean {
    if (this.#blindSinceMs === undefined || this.#timers.elapsedMs() - this.#blindSinceMs < BLIND_MS) return false;
    this.#blindSinceMs = this.#timers.elapsedMs();
    return true;
  }
}
