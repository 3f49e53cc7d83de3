import type { RevisionOutcome, RevisionStart } from "../records/revision-outcome.ts";
import { wasSeenAtCreation } from "../revisions/seen-when-made.ts";

/** The state of the current revision. */
export interface RevisionProgress {
  readonly hash: string;
  /** Time of its creation. */
  readonly madeAtMs: number | undefined;
  /** Nodes with one of its pods, and those of them with an available one. */
  readonly nodes: number;
  readonly available: number;
  /** Nodes that are done, out of `desired`. */
  readonly done: number;
  readonly desired: number;
}

interface Life {
  /** It was watched from its creation. */
  readonly isWhole: boolean;
  /** When it became the current one this time, if that was seen. */
  sinceMs: number | undefined;
  /** Total time of its earlier periods as the current one, without the present period. */
  forMs: number;
  nodes: number;
  available: number;
  /** It reached all nodes this time. */
  isDone: boolean;
  reachedAll: Extract<RevisionOutcome, { readonly kind: "reachedAll" }> | undefined;
  /** How it became the current one this time; undefined if that was not seen. */
  start: RevisionStart | undefined;
}

/** The memory as plain data. */
export interface SavedRevisionOutcomes {
  readonly current: string | undefined;
  readonly lives: readonly (readonly [hash: string, life: Readonly<Life>])[];
}

/** Remembers how far each revision of a DaemonSet got; objects do not hold the earlier state. */
export class RevisionOutcomeTracker {
  readonly #lives: Map<string, Life>;
  #current: string | undefined;

  constructor({ current, lives }: SavedRevisionOutcomes = { current: undefined, lives: [] }) {
    this.#current = current;
    this.#lives = new Map(lives.map(([hash, life]) => [hash, { ...life }]));
  }

  get saved(): SavedRevisionOutcomes {
    return { current: this.#current, lives: Array.from(this.#lives, ([hash, life]) => [hash, { ...life }]) };
  }

  /** Records the state of the current revision after each change. `watchedSinceMs`: later revisions were watched
   *  from their creation. */
  note(progress: RevisionProgress, nowMs: number, watchedSinceMs: number): void {
    const { hash, nodes, available, done, desired } = progress;
    const life = this.#lifeOf(progress, nowMs, watchedSinceMs);
    if (this.#current !== hash) {
      const before = this.#current === undefined ? undefined : this.#lives.get(this.#current);
      if (before?.sinceMs !== undefined) before.forMs += nowMs - before.sinceMs;
      if (before !== undefined) before.sinceMs = undefined;
      // The first seen revision may have been current for long.
      life.sinceMs = this.#current === undefined && !life.isWhole ? undefined : nowMs;
      life.isDone = false;
      life.start = undefined;
      this.#current = hash;
    }
    life.nodes = Math.max(life.nodes, nodes);
    life.available = Math.max(life.available, available);
    if (!life.isDone && desired > 0 && done === desired) {
      life.isDone = true;
      const tookMs = life.sinceMs === undefined ? undefined : nowMs - life.sinceMs;
      life.reachedAll = { kind: "reachedAll", nodes: done, ...(tookMs === undefined ? {} : { tookMs }) };
    }
  }

  /** Records the start of the current revision. Fields that were seen before stay: the author of a later change of
   *  another field is not that of the revision. */
  noteStart(hash: string, start: RevisionStart): void {
    const life = this.#current === hash ? this.#lives.get(hash) : undefined;
    if (life !== undefined) life.start = { ...start, ...life.start };
  }

  /** Undefined for the current revision, and if nothing was seen. */
  startOf(hash: string): RevisionStart | undefined {
    const start = hash === this.#current ? undefined : this.#lives.get(hash)?.start;
    return start !== undefined && Object.keys(start).length > 0 ? start : undefined;
  }

  /** Removes revisions that no longer exist. */
  keep(hashes: readonly string[]): void {
    for (const hash of this.#lives.keys()) if (!hashes.includes(hash)) this.#lives.delete(hash);
  }

  /** Undefined if nothing certain was seen. */
  outcomeOf(hash: string): RevisionOutcome | undefined {
    const life = this.#lives.get(hash);
    if (life === undefined) return undefined;
    if (life.reachedAll !== undefined) return life.reachedAll;
    if (hash === this.#current || !life.isWhole || life.nodes === 0) return undefined;
    return life.available === 0
      ? { kind: "neverAvailable", nodes: life.nodes, forMs: life.forMs }
      : { kind: "leftAfter", nodes: life.available };
  }

  #lifeOf({ hash, madeAtMs }: RevisionProgress, nowMs: number, watchedSinceMs: number): Life {
    const known = this.#lives.get(hash);
    if (known !== undefined) return known;
    const isYoung = madeAtMs !== undefined && wasSeenAtCreation(madeAtMs, nowMs);
    // The first seen revision existed before the watch, unless the whole DaemonSet is newer.
    const isWhole = isYoung && (this.#current !== undefined || madeAtMs > watchedSinceMs);
    const life: Life = {
      isWhole,
      sinceMs: undefined,
      forMs: 0,
      nodes: 0,
      available: 0,
      isDone: false,
      reachedAll: undefined,
      start: undefined,
    };
    this.#lives.set(hash, life);
    return life;
  }
}
