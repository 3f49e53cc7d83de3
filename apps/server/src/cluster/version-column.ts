import { copied, grownLength } from "@daemonscope/daemonset/model/uid-slots";

const MOST_IN_WORDS = 2 ** 32;

/** Versions by slot, whole numbers up to 2^53: in four bytes each until one needs more, which takes a server some billions of writes. */
export class VersionColumn {
  #versions: Uint32Array<ArrayBuffer> | Float64Array<ArrayBuffer> = new Uint32Array(64);

  at(slot: number): number {
    return this.#versions[slot] ?? 0;
  }

  put(slot: number, version: number): void {
    if (version >= MOST_IN_WORDS && this.#versions instanceof Uint32Array) this.#versions = Float64Array.from(this.#versions);
    this.#versions[slot] = version;
  }

  /** Makes room for a slot. */
  reach(slot: number): void {
    const { length } = this.#versions;
    if (slot < length) return;
    const longer = grownLength(length, slot + 1);
    this.#versions =
      this.#versions instanceof Uint32Array
        ? copied(new Uint32Array(longer), this.#versions)
        : copied(new Float64Array(longer), this.#versions);
  }
}
