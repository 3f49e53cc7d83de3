import { isOlderResourceVersion } from "../decode/resource-version.ts";
import { KubeRequestError } from "../http/request-error.ts";

/** The version from which a watch resumes. *Invariant*: the version never goes back, except by a list after
 *  `forgetLatest`. */
export class ResumeVersion {
  readonly #kind: string;
  #version: string | undefined;
  /** The latest version of a partly read event since `#version` was set; 0 for none. `settle` writes it as text. */
  #quickChecked = 0;
  /** The latest version ever; an older list comes from a server that went back in time. */
  #latest: string | undefined;

  constructor(kind: string) {
    this.#kind = kind;
  }

  /** Undefined if a list is needed. */
  get current(): string | undefined {
    return this.#version;
  }

  /** Call when history is lost. */
  lose(): void {
    this.#version = undefined;
  }

  /** Call when the server went back in time: its earlier versions mean nothing. */
  forgetLatest(): void {
    this.#latest = undefined;
  }

  /** Takes the version of a partly read event. */
  quickChecked(version: number): void {
    if (version > this.#quickChecked) this.#quickChecked = version;
  }

  /** Writes the version of partly read events, before it is compared with another one. */
  settle(): void {
    if (this.#quickChecked === 0) return;
    const version = String(this.#quickChecked);
    this.#quickChecked = 0;
    this.advance(version);
  }

  advance(version: string | undefined): void {
    this.settle();
    if (version === undefined || version === "" || (this.#version !== undefined && isOlderResourceVersion(version, this.#version))) return;
    this.#version = version;
    this.#latest = version;
  }

  /** Takes the version of a complete list. Throws if it is older than the known one. */
  listed(version: string): void {
    if (this.#latest !== undefined && isOlderResourceVersion(version, this.#latest))
      throw new KubeRequestError(
        "tooLargeVersion",
        `list ${this.#kind}: the server went back from version ${this.#latest} to ${version}, as after a restored backup`,
      );
    this.#latest = version;
    // A list without a version cannot start a watch: "0" accepts any version and repeats the list.
    this.#version = version === "" ? "0" : version;
  }
}
