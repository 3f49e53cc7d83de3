import { fnv1a32 } from "@daemonscope/kube/values/fnv";
import { uint32Column } from "./chunked-column.ts";
import { HashIndex } from "./hash-index.ts";

/** A small number for each text in use, and the text by number. A text without uses is removed. Costs about 20 bytes
 *  besides the text, where a Map takes twice that. */
export class TextIds {
  readonly #texts: string[] = [];
  readonly #uses = uint32Column();
  readonly #free: number[] = [];
  /** The text that the table searches. */
  #asked = "";
  readonly #table = new HashIndex(
    (id) => fnv1a32(this.at(id)),
    (id) => this.#texts[id] === this.#asked,
  );

  /** -1 for a text that is not in use. */
  find(text: string): number {
    this.#asked = text;
    return this.#table.find(fnv1a32(text));
  }

  at(id: number): string {
    return this.#texts[id] ?? "";
  }

  /** Returns the number of a text and counts `times` more uses. */
  use(text: string, times = 1): number {
    const known = this.find(text);
    if (known >= 0) {
      this.#uses.put(known, this.#uses.at(known) + times);
      return known;
    }
    const id = this.#free.pop() ?? this.#texts.length;
    this.#texts[id] = text;
    this.#uses.put(id, times);
    this.#table.add(fnv1a32(text), id);
    return id;
  }

  release(id: number): void {
    const left = this.#uses.at(id) - 1;
    this.#uses.put(id, left);
    if (left > 0) return;
    this.#table.remove(fnv1a32(this.at(id)), id);
    this.#texts[id] = "";
    this.#free.push(id);
  }
}
