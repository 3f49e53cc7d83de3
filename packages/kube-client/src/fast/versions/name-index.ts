import { uint32Column } from "@daemonscope/columns/chunked-column";
import { GrowingColumn } from "@daemonscope/columns/growing-column";
import { HashIndex } from "@daemonscope/columns/hash-index";
import { nameSuffixLength, nameSuffixOf, nameSuffixText } from "@daemonscope/columns/name-suffix";
import { TextIds } from "@daemonscope/columns/text-ids";
import type { ObjectMeta } from "@daemonscope/kube/objects";

type Named = Pick<ObjectMeta, "name" | "namespace">;

/** Returns `namespace/name`, or the name of an object without a namespace. */
export const nameKeyOf = ({ name, namespace }: Named): string => (namespace === undefined ? name : `${namespace}/${name}`);

/** Names by slot, and slots by name. Names are results of `nameKeyOf`. Stores a prefix that all pods of a DaemonSet
 *  share once, and a number for the rest. About 13 bytes a name. */
export class NameIndex {
  readonly #heads = new GrowingColumn();
  readonly #tails = uint32Column();
  /** The name that the table searches. */
  #askedHead = 0;
  #askedTail = 0;
  readonly #table = new HashIndex(
    (slot) => hashOf(this.#heads.at(slot), this.#tails.at(slot)),
    (slot) => this.#tails.at(slot) === this.#askedTail && this.#heads.at(slot) === this.#askedHead,
  );
  readonly #texts = new TextIds();

  /** Returns the slot of a name, or -1. */
  find(name: string): number {
    const head = this.#texts.find(name.slice(0, name.length - nameSuffixLength(name)));
    if (head < 0) return -1;
    this.#askedHead = head;
    this.#askedTail = nameSuffixOf(name);
    return this.#table.find(hashOf(head, this.#askedTail));
  }

  at(slot: number): string {
    return `${this.#texts.at(this.#heads.at(slot))}${nameSuffixText(this.#tails.at(slot))}`;
  }

  /** Reports whether the slot has the name of this object. Allocates no text. */
  isAt(slot: number, { name, namespace }: Named): boolean {
    const length = name.length - nameSuffixLength(name);
    const head = this.#texts.at(this.#heads.at(slot));
    const from = namespace === undefined ? 0 : namespace.length + 1;
    if (head.length !== from + length || this.#tails.at(slot) !== nameSuffixOf(name)) return false;
    for (let at = 0; at < length; at++) if (head.charCodeAt(from + at) !== name.charCodeAt(at)) return false;
    return namespace === undefined || (head[from - 1] === "/" && head.startsWith(namespace));
  }

  /** Sets the name of a slot without a name. No other slot may have this name. */
  put(slot: number, name: string): void {
    const head = this.#texts.use(name.slice(0, name.length - nameSuffixLength(name)));
    const tail = nameSuffixOf(name);
    this.#heads.put(slot, head);
    this.#tails.put(slot, tail);
    this.#table.add(hashOf(head, tail), slot);
  }

  remove(slot: number): void {
    const head = this.#heads.at(slot);
    this.#table.remove(hashOf(head, this.#tails.at(slot)), slot);
    this.#texts.release(head);
  }
}

function hashOf(head: number, tail: number): number {
  let hash = Math.imul(head, 0x9e3779b1) ^ Math.imul(tail, 0x85ebca77);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}
