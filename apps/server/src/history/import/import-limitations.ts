import type { SourceName } from "@daemonscope/kube/source-status";
import type { Json } from "@daemonscope/kube-client/decode/fields";

/**
 * A change from an imported file, in the order of time: an object in the format of the API, or its deletion. Times are
 * milliseconds since the epoch on the cluster's clock.
 */
export type ImportedChange =
  /** `podDeleter`: the only user who deletes the old pods of this DaemonSet. */
  | { readonly do: "put"; readonly atMs: number; readonly source: SourceName; readonly object: Json; readonly podDeleter?: string }
  | { readonly do: "drop"; readonly atMs: number; readonly source: SourceName; readonly name: string; readonly uid: string }
  /** All objects of a kind have arrived. */
  | { readonly do: "read"; readonly atMs: number; readonly source: SourceName }
  /** All earlier objects existed when the recording began; later changes are news. */
  | { readonly do: "begin"; readonly atMs: number };

/** Facts that an import cannot know, each in a sentence without the file name. */
export class ImportLimitations {
  readonly #whole: string[] = [];
  readonly #counts = new Map<string, { count: number; readonly one: string; readonly first: string }>();

  /**
   * Counts an unknown fact. Both texts continue after a number: `patch is of an object that it does not hold`, `patches
   * are of objects …`.
   */
  add(one: string, many: string, first: string): void {
    const found = this.#counts.get(many);
    if (found === undefined) this.#counts.set(many, { count: 1, one, first });
    else found.count++;
  }

  /** Adds a complete sentence. */
  addOne(sentence: string): void {
    this.#whole.push(sentence);
  }

  get sentences(): readonly string[] {
    const counted = [...this.#counts].map(([many, { count, one, first }]) =>
      count === 1 ? `1 ${one}: ${first}` : `${count} ${many}; the first is ${first}`,
    );
    return [...counted, ...this.#whole];
  }
}
