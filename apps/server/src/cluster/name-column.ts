import { tailLength, tailOf, tailText } from "@daemonscope/daemonset/model/name-tail";
import { TextIds } from "@daemonscope/daemonset/model/text-ids";
import { copied, grownLength } from "@daemonscope/daemonset/model/uid-slots";
import type { ObjectMeta } from "@daemonscope/kube/objects";

type Named = Pick<ObjectMeta, "name" | "namespace">;

/** `namespace/name`, or the name of what has no namespace. */
export const keyOf = ({ name, namespace }: Named): string => (namespace === undefined ? name : `${namespace}/${name}`);

/** Names by slot, and slots by name: the beginnings, which all pods of a DaemonSet share, once, and a number for what tells them apart. About 16 bytes a name.
 *  *Invariant*: the table holds, for each name, one more than its slot, at the place of its hash or after it without a gap; it is at most three quarters full. */
export class NameColumn {
  #heads = new Uint32Array(64);
  #tails = new Uint32Array(64);
  #table = new Int32Array(128);
  #size = 0;
  readonly #texts = new TextIds();

  /** -1 where no slot has it. */
  find(name: string): number {
    const head = this.#texts.find(name.slice(0, name.length - tailLength(name)));
    return head < 0 ? -1 : (this.#table[this.#place(head, tailOf(name))] ?? 0) - 1;
  }

  at(slot: number): string {
    return `${this.#texts.at(this.#heads[slot] ?? 0)}${tailText(this.#tails[slot] ?? 0)}`;
  }

  /** Whether the slot has the name of this object; no text is made to find out. */
  isAt(slot: number, { name, namespace }: Named): boolean {
    const length = name.length - tailLength(name);
    const head = this.#texts.at(this.#heads[slot] ?? 0);
    const from = namespace === undefined ? 0 : namespace.length + 1;
    if (head.length !== from + length || this.#tails[slot] !== tailOf(name)) return false;
    for (let at = 0; at < length; at++) if (head.charCodeAt(from + at) !== name.charCodeAt(at)) return false;
    return namespace === undefined || (head[from - 1] === "/" && head.startsWith(namespace));
  }

  /** Gives a slot without a name one that no other slot has. */
  put(slot: number, name: string): void {
    if (slot >= this.#heads.length) {
      const length = grownLength(this.#heads.length, slot + 1);
      this.#heads = copied(new Uint32Array(length), this.#heads);
      this.#tails = copied(new Uint32Array(length), this.#tails);
    }
    if ((this.#size + 1) * 4 > this.#table.length * 3) this.#rehash(this.#table.length * 2);
    const head = this.#texts.use(name.slice(0, name.length - tailLength(name)));
    const tail = tailOf(name);
    this.#heads[slot] = head;
    this.#tails[slot] = tail;
    this.#table[this.#place(head, tail)] = slot + 1;
    this.#size++;
  }

  remove(slot: number): void {
    const head = this.#heads[slot] ?? 0;
    this.#vacate(this.#place(head, this.#tails[slot] ?? 0));
    this.#size--;
    this.#texts.release(head);
  }

  #place(head: number, tail: number): number {
    const mask = this.#table.length - 1;
    let place = hashOf(head, tail) & mask;
    for (;;) {
      const slot = (this.#table[place] ?? 0) - 1;
      if (slot < 0 || (this.#tails[slot] === tail && this.#heads[slot] === head)) return place;
      place = (place + 1) & mask;
    }
  }

  #homeOf(slot: number): number {
    return hashOf(this.#heads[slot] ?? 0, this.#tails[slot] ?? 0) & (this.#table.length - 1);
  }

  /** Closes the gap: those after it that were displaced move up. */
  #vacate(gap: number): void {
    const mask = this.#table.length - 1;
    let hole = gap;
    for (let place = (gap + 1) & mask; this.#table[place] !== 0; place = (place + 1) & mask) {
      const home = this.#homeOf((this.#table[place] ?? 0) - 1);
      if (((place - home) & mask) < ((place - hole) & mask)) continue;
      this.#table[hole] = this.#table[place] ?? 0;
      hole = place;
    }
    this.#table[hole] = 0;
  }

  #rehash(length: number): void {
    const before = this.#table;
    this.#table = new Int32Array(length);
    for (const entry of before) {
      if (entry === 0) continue;
      let place = this.#homeOf(entry - 1);
      while (this.#table[place] !== 0) place = (place + 1) & (length - 1);
      this.#table[place] = entry;
    }
  }
}

function hashOf(head: number, tail: number): number {
  let hash = Math.imul(head, 0x9e3779b1) ^ Math.imul(tail, 0x85ebca77);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}
