import { tailLength, tailOf, tailText } from "@daemonscope/daemonset/model/name-tail";
import { SlotTable } from "@daemonscope/daemonset/model/slot-table";
import { TextIds } from "@daemonscope/daemonset/model/text-ids";
import { copied, grownLength } from "@daemonscope/daemonset/model/uid-slots";
import type { ObjectMeta } from "@daemonscope/kube/objects";

type Named = Pick<ObjectMeta, "name" | "namespace">;

/** `namespace/name`, or the name of what has no namespace. */
export const keyOf = ({ name, namespace }: Named): string => (namespace === undefined ? name : `${namespace}/${name}`);

/** Names by slot, and slots by name: the beginnings, which all pods of a DaemonSet share, once, and a number for what tells them apart. About 16 bytes a name. */
export class NameColumn {
  #heads = new Uint32Array(64);
  #tails = new Uint32Array(64);
  /** What the table is asked for. */
  #askedHead = 0;
  #askedTail = 0;
  readonly #table = new SlotTable(
    (slot) => hashOf(this.#heads[slot] ?? 0, this.#tails[slot] ?? 0),
    (slot) => this.#tails[slot] === this.#askedTail && this.#heads[slot] === this.#askedHead,
  );
  readonly #texts = new TextIds();

  /** -1 where no slot has it. */
  find(name: string): number {
    const head = this.#texts.find(name.slice(0, name.length - tailLength(name)));
    if (head < 0) return -1;
    this.#askedHead = head;
    this.#askedTail = tailOf(name);
    return this.#table.find(hashOf(head, this.#askedTail));
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
    const head = this.#texts.use(name.slice(0, name.length - tailLength(name)));
    const tail = tailOf(name);
    this.#heads[slot] = head;
    this.#tails[slot] = tail;
    this.#table.add(hashOf(head, tail), slot);
  }

  remove(slot: number): void {
    const head = this.#heads[slot] ?? 0;
    this.#table.remove(hashOf(head, this.#tails[slot] ?? 0), slot);
    this.#texts.release(head);
  }
}

function hashOf(head: number, tail: number): number {
  let hash = Math.imul(head, 0x9e3779b1) ^ Math.imul(tail, 0x85ebca77);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}
