import type { SeenObject, VersionIndex } from "./seen-versions.ts";

/** A VersionIndex without memory: each version is new, and each deleted object was known. */
export class UnseenVersions implements VersionIndex {
  readonly size = 0;
  #listed = 0;
  #lastListed = "";

  get listed(): number {
    return this.#listed;
  }

  holds(): boolean {
    return false;
  }

  isOutdated(): boolean {
    return false;
  }

  compare(): "unknown" {
    return "unknown";
  }

  hasComparedFingerprint(): boolean {
    return false;
  }

  putVersion(): void {
    throw new Error("no object was compared");
  }

  predecessorOf(): undefined {
    return undefined;
  }

  put(): void {
    // Nothing is remembered.
  }

  drop(uid: string): SeenObject {
    return { uid, name: "" };
  }

  forgetVersions(): void {
    // None is known.
  }

  forgetVersion(): void {
    // None is known.
  }

  beginList(): void {
    this.#listed = 0;
    this.#lastListed = "";
  }

  /** Successive calls for one object count once: a filter calls it before and after the sink takes the object. */
  list(uid: string): void {
    if (uid !== this.#lastListed) this.#listed++;
    this.#lastListed = uid;
  }

  unlisted(): readonly string[] {
    return [];
  }
}
