import { fnv1a32 } from "@daemonscope/kube/fnv";
import { words } from "./parted-column.ts";
import { SlotTable } from "./slot-table.ts";

/** A small number for each text that is in use, and the text again; one that nobody uses any more is forgotten. About 20 bytes a text beside the text, where a map takes twice as much. */
export class TextIds {
  readonly #texts: string[] = [];
  readonly #uses = words();
  readonly #free: number[] = [];
  /** What the table is asked for. */
  #asked = "";
  readonly #table = new SlotTable(
    (id) => fnv1a32(this.at(id)),
    (id) => this.#texts[id] === this.#asked,
  );

  /** -1 for one that is not in use. */
  find(text: string): number {
    this.#asked = text;
    return this.#table.find(fnv1a32(text));
  }

  at(id: number): string {
    return this.#texts[id] ?? "";
  }

  /** The number of a text, which is used once more. */
  use(text: string): number {
    const known = this.find(text);
    if (known >= 0) {
      this.#uses.put(known, this.#uses.at(known) + 1);
      return known;
    }
    const id = this.#free.pop() ?? this.#texts.length;
    this.#texts[id] = text;
    this.#uses.put(id, 1);
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
