import { KubeRequestError } from "./kube-request-error.ts";
import { isOlderVersion } from "./resource-version.ts";

/** From which version a watch goes on. *Invariants*: it never goes back but by a list; none is taken that is older than one that was taken before, unless those are forgotten. */
export class WatchedVersion {
  readonly #kind: string;
  #version: string | undefined;
  /** The latest that a glance saw since `#version` was written; 0 for none. It becomes a text when somebody asks for it. */
  #glanced = 0;
  /** The latest ever taken; a list that is older comes from a server that went back. */
  #latest: string | undefined;

  constructor(kind: string) {
    this.#kind = kind;
  }

  /** Undefined: it takes a list. */
  get now(): string | undefined {
    return this.#version;
  }

  /** History is lost. */
  lose(): void {
    this.#version = undefined;
  }

  /** The server went back: what it had before says nothing. */
  forgetLatest(): void {
    this.#latest = undefined;
  }

  /** An event that was only glanced at was of this version. */
  glanced(version: number): void {
    if (version > this.#glanced) this.#glanced = version;
  }

  /** Writes what glances saw, before another version is held against it. */
  settle(): void {
    if (this.#glanced === 0) return;
    const version = String(this.#glanced);
    this.#glanced = 0;
    this.advance(version);
  }

  advance(version: string | undefined): void {
    this.settle();
    if (version === undefined || version === "" || (this.#version !== undefined && isOlderVersion(version, this.#version))) return;
    this.#version = version;
    this.#latest = version;
  }

  /** A list is whole, as of this version. Throws where it is older than what was there. */
  listed(version: string): void {
    if (this.#latest !== undefined && isOlderVersion(version, this.#latest))
      throw new KubeRequestError(
        "tooLargeVersion",
        `list ${this.#kind}: the server went back from version ${this.#latest} to ${version}, as after a restored backup`,
      );
    this.#latest = version;
    // A list without a version cannot be watched from: "0" takes any, and repeats the list.
    this.#version = version === "" ? "0" : version;
  }
}
