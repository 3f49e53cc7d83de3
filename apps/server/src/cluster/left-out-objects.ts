import type { SourceStatus } from "@daemonscope/shared/source-status";

/** The objects of one kind that are there and could not be read: each until it can be, or is gone. */
export class LeftOutObjects {
  #byUid = new Map<string, string>();
  /** Those without a uid cannot be told apart: they count until the next whole list. */
  #nameless = 0;
  #firstNameless = "";

  get isEmpty(): boolean {
    return this.#byUid.size + this.#nameless === 0;
  }

  /** Before a list: what it does not bring is gone. */
  clear(): void {
    this.#byUid.clear();
    this.#nameless = 0;
  }

  add(uid: string | undefined, problem: string): void {
    if (uid !== undefined) {
      this.#byUid.set(uid, problem);
      return;
    }
    if (this.#nameless === 0) this.#firstNameless = problem;
    this.#nameless += 1;
  }

  remove(uid: string): void {
    this.#byUid.delete(uid);
  }

  /** For a status; undefined when nothing is left out. */
  summary(): SourceStatus["leftOut"] {
    const count = this.#byUid.size + this.#nameless;
    if (count === 0) return undefined;
    const [first = this.#firstNameless] = this.#byUid.values();
    return { count, first };
  }
}
