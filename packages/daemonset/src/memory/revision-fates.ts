import type { RevisionFate } from "../records/revision-fate.ts";
import { isSeenWhenMade } from "../revisions/seen-when-made.ts";

/** How its current revision stands. */
export interface RevisionStand {
  readonly hash: string;
  /** When it was made. */
  readonly madeAtMs: number | undefined;
  /** Nodes with a pod of it, and of them those where one is available. */
  readonly nodes: number;
  readonly available: number;
  /** Nodes that are done, of so many that want it. */
  readonly done: number;
  readonly desired: number;
}

interface Life {
  /** Nothing of it was missed: it was made while we watched. */
  readonly isWhole: boolean;
  /** When it became the current one this time, where that was seen. */
  sinceMs: number | undefined;
  /** How long it was that in all, this time aside. */
  forMs: number;
  nodes: number;
  available: number;
  /** It reached all nodes this time. */
  isDone: boolean;
  reachedAll: Extract<RevisionFate, { readonly kind: "reachedAll" }> | undefined;
}

/** What it remembers, as plain data. */
export interface SavedFates {
  readonly current: string | undefined;
  readonly lives: readonly (readonly [hash: string, life: Readonly<Life>])[];
}

/** Remembers how far each revision of a DaemonSet came; objects do not tell what was before. */
export class RevisionFateMemory {
  readonly #lives: Map<string, Life>;
  #current: string | undefined;

  constructor({ current, lives }: SavedFates = { current: undefined, lives: [] }) {
    this.#current = current;
    this.#lives = new Map(lives.map(([hash, life]) => [hash, { ...life }]));
  }

  get saved(): SavedFates {
    return { current: this.#current, lives: Array.from(this.#lives, ([hash, life]) => [hash, { ...life }]) };
  }

  /** Notes what is seen of the current revision; each time that anything changed. `watchedSinceMs`: what was made later was seen from its beginning. */
  note(stand: RevisionStand, nowMs: number, watchedSinceMs: number): void {
    const { hash, nodes, available, done, desired } = stand;
    const life = this.#lifeOf(stand, nowMs, watchedSinceMs);
    if (this.#current !== hash) {
      const before = this.#current === undefined ? undefined : this.#lives.get(this.#current);
      if (before?.sinceMs !== undefined) before.forMs += nowMs - before.sinceMs;
      if (before !== undefined) before.sinceMs = undefined;
      // The first that is seen may be the current one for long.
      life.sinceMs = this.#current === undefined && !life.isWhole ? undefined : nowMs;
      life.isDone = false;
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

  /** Those that are kept no longer are forgotten. */
  keep(hashes: readonly string[]): void {
    for (const hash of this.#lives.keys()) if (!hashes.includes(hash)) this.#lives.delete(hash);
  }

  /** Undefined where nothing was seen that is certain. */
  fateOf(hash: string): RevisionFate | undefined {
    const life = this.#lives.get(hash);
    if (life === undefined) return undefined;
    if (life.reachedAll !== undefined) return life.reachedAll;
    if (hash === this.#current || !life.isWhole || life.nodes === 0) return undefined;
    return life.available === 0
      ? { kind: "neverAvailable", nodes: life.nodes, forMs: life.forMs }
      : { kind: "leftAfter", nodes: life.available };
  }

  #lifeOf({ hash, madeAtMs }: RevisionStand, nowMs: number, watchedSinceMs: number): Life {
    const known = this.#lives.get(hash);
    if (known !== undefined) return known;
    const isYoung = madeAtMs !== undefined && isSeenWhenMade(madeAtMs, nowMs);
    // The first that is seen was there before we looked, unless all of the DaemonSet came later.
    const isWhole = isYoung && (this.#current !== undefined || madeAtMs > watchedSinceMs);
    const life: Life = { isWhole, sinceMs: undefined, forMs: 0, nodes: 0, available: 0, isDone: false, reachedAll: undefined };
    this.#lives.set(hash, life);
    return life;
  }
}
