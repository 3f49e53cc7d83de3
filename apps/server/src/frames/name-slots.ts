import { SlotTable } from "@daemonscope/daemonset/model/slot-table";
import { fnv1a32 } from "@daemonscope/kube/fnv";
import type { NameIndex } from "@daemonscope/shared/slots";

/** Slots by name in a table of numbers: a map of a hundred thousand texts takes twice the memory, and the collector through each of them. */
export class NameSlots implements NameIndex {
  /** By slot; empty where it has none. */
  readonly #names: string[] = [];
  /** What the table is asked for. */
  #asked = "";
  readonly #table = new SlotTable(
    (slot) => fnv1a32(this.#names[slot] ?? ""),
    (slot) => this.#names[slot] === this.#asked,
  );

  get(name: string): number | undefined {
    const slot = this.#find(name);
    return slot < 0 ? undefined : slot;
  }

  set(name: string, slot: number): void {
    this.delete(name);
    this.#names[slot] = name;
    this.#table.add(fnv1a32(name), slot);
  }

  delete(name: string): void {
    const slot = this.#find(name);
    if (slot < 0) return;
    this.#table.remove(fnv1a32(name), slot);
    this.#names[slot] = "";
  }

  #find(name: string): number {
    this.#asked = name;
    return this.#table.find(fnv1a32(name));
  }
}
