import type { SourceStatus } from "@daemonscope/kube/source-status";

/** Objects of one kind that exist and could not be read. Each remains until it can be read or is deleted. */
export class UndecodableObjects {
  #byUid = new Map<string, string>();
  /** Objects without a uid cannot be distinguished: they count until the next complete list. */
  #nameless = 0;
  #firstNameless = "";

  get isEmpty(): boolean {
    return this.#byUid.size + this.#nameless === 0;
  }

  /** Called before a list: an object that the list does not contain is gone. */
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

  /** Returns the summary for a status; undefined if nothing is left out. */
  summary(): SourceStatus["leftOut"] {
    const count = this.#byUid.size + this.#nameless;
    if (count === 0) return undefined;
    const [first = this.#firstNameless] = this.#byUid.values();
    return { count, first };
  }
}
