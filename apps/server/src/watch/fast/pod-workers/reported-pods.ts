import { copied, grownLength, UidRows, type UidTable } from "@daemonscope/columns/uid-table";

/** The known pods, each with the watch that reported it last: the pods to drop after the end of that watch. Takes
 *  about 30 bytes a pod, or 10 if the model shares the uids. */
export class ReportedPods {
  readonly #slots: UidRows;
  #watches = new Uint32Array(64);
  readonly #counts = new Map<number, number>();

  /** `uids`: an existing table with the uids of the same pods. */
  constructor(uids?: UidTable) {
    this.#slots = new UidRows(uids);
  }

  get size(): number {
    return this.#slots.size;
  }

  countOf(watch: number): number {
    return this.#counts.get(watch) ?? 0;
  }

  put(uid: string, watch: number): void {
    let slot = this.#slots.find(uid);
    if (slot < 0) {
      slot = this.#slots.add(uid);
      if (slot >= this.#watches.length) this.#watches = copied(new Uint32Array(grownLength(this.#watches.length, slot + 1)), this.#watches);
    } else {
      const before = this.#watches[slot] ?? 0;
      if (before === watch) return;
      this.#count(before, -1);
    }
    this.#watches[slot] = watch;
    this.#count(watch, 1);
  }

  /** Returns false if the pod is unknown, or if another watch reported it last. */
  drop(uid: string, watch: number): boolean {
    const slot = this.#slots.find(uid);
    if (slot < 0 || this.#watches[slot] !== watch) return false;
    this.#slots.remove(slot);
    this.#count(watch, -1);
    return true;
  }

  /** Removes all pods that one of these watches reported last, and returns their uids. */
  dropAllOf(watches: ReadonlySet<number>): readonly string[] {
    if (![...watches].some((watch) => this.countOf(watch) > 0)) return [];
    const uids: string[] = [];
    for (let slot = 0; slot < this.#slots.extent; slot++) {
      const watch = this.#watches[slot] ?? 0;
      if (!this.#slots.isUsed(slot) || !watches.has(watch)) continue;
      uids.push(this.#slots.uidAt(slot));
      this.#slots.remove(slot);
      this.#count(watch, -1);
    }
    return uids;
  }

  #count(watch: number, change: 1 | -1): void {
    const count = this.countOf(watch) + change;
    if (count === 0) this.#counts.delete(watch);
    else this.#counts.set(watch, count);
  }
}
