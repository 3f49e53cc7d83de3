import type { SourceName } from "@daemonscope/shared/source-status";
import type { Json } from "../cluster/decode/fields.ts";

/** One thing that somebody else wrote down, in the order of time: an object as the API gives it, or that it is gone. Times are milliseconds since the epoch on the cluster's clock. */
export type ImportedChange =
  | { readonly do: "put"; readonly atMs: number; readonly source: SourceName; readonly object: Json }
  | { readonly do: "drop"; readonly atMs: number; readonly source: SourceName; readonly name: string; readonly uid: string }
  /** What came before was there when the writing began: from here on changes are news. */
  | { readonly do: "begin"; readonly atMs: number };

/** What an import cannot know, each in a sentence without the name of the file. */
export class NotKnown {
  readonly #counts = new Map<string, { count: number; readonly first: string }>();

  /** `about` goes on from a number: `patches are of objects that it does not hold`. */
  add(about: string, first: string): void {
    const found = this.#counts.get(about);
    if (found === undefined) this.#counts.set(about, { count: 1, first });
    else found.count++;
  }

  get sentences(): readonly string[] {
    return [...this.#counts].map(([about, { count, first }]) => `${count} ${about}; the first is ${first}`);
  }
}
