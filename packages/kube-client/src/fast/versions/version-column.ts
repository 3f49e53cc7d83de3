import { float64Column, uint32Column } from "@daemonscope/columns/chunked-column";

const MAX_IN_WORDS = 2 ** 32;

/** Versions by slot, whole numbers up to 2^53. Four bytes each until one needs more, which takes a server some
 *  billions of writes. */
export class VersionColumn {
  #versions = uint32Column();
  #isWide = false;

  at(slot: number): number {
    return this.#versions.at(slot);
  }

  put(slot: number, version: number): void {
    if (!this.#isWide && version >= MAX_IN_WORDS) this.#widen();
    this.#versions.put(slot, version);
  }

  #widen(): void {
    const narrow = this.#versions;
    this.#versions = float64Column();
    this.#isWide = true;
    for (let slot = 0; slot < narrow.length; slot++) this.#versions.put(slot, narrow.at(slot));
  }
}
