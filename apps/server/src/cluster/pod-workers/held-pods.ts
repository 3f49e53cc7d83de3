import { copied, grownLength, UidSlots, type UidWords } from "@daemonscope/daemonset/model/uid-slots";

/** Which pods are held to be there, each by the watch that told of it last: what a watch that ended cannot say any more is known here. About 30 bytes a pod, 10 where the model has the same uids. */
export class HeldPods {
  readonly #slots: UidSlots;
  #watches = new Uint32Array(64);
  readonly #counts = new Map<number, number>();

  /** `uids`: where somebody else keeps the uids of the same pods. */
  constructor(uids?: UidWords) {
    this.#slots = new UidSlots(uids);
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

  /** False where it is not held, or by another watch. */
  drop(uid: string, watch: number): boolean {
    const slot = this.#slots.find(uid);
    if (slot < 0 || this.#watches[slot] !== watch) return false;
    this.#slots.remove(slot);
    this.#count(watch, -1);
    return true;
  }

  /** Forgets what none but these watches told of, and says which pods that were. */
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

  #count(watch: number, by: number): void {
    const count = this.countOf(watch) + by;
    if (count === 0) this.#counts.delete(watch);
    else this.#counts.set(watch, count);
  }
}
