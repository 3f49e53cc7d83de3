import type { Buffer } from "node:buffer";
import { randomBytes } from "node:crypto";
import { readUuid, versionIn } from "./glanced-bytes.ts";
import { CONDITION, KEPT_FIELDS, META, NODE_INFO, NODE_SPEC, NODE_STATUS } from "./kept-fields.ts";
import { KeyedSum, type Print } from "./keyed-sum.ts";
import { fieldBegin, fieldEnd, type KeptNumbers, nextKept, numbersOf } from "./read-field.ts";
import { META_TAG } from "./read-meta.ts";
import { NODE_STATUS_TAG, NODE_TAG } from "./read-node.ts";

const NUMBERS = {
  node: numbersOf(KEPT_FIELDS.nodes),
  meta: numbersOf(META),
  spec: numbersOf(NODE_SPEC),
  status: numbersOf(NODE_STATUS),
  condition: numbersOf(CONDITION),
  info: numbersOf(NODE_INFO),
};
/** No field has this tag: what stands in a part ends here. */
const END = 0;

/** What tells of a node that it says no more than that it is there still: all of its fields that are kept, but for its version, are summed as they stand, and nothing is made of them.
 *
 *  *Invariant*: what `readNode` makes of bytes follows from what is summed, and from the version: two nodes with one print are the same node in two versions. Heartbeat times, images and managed fields are not kept. */
export class NodeGlance {
  readonly #sum: KeyedSum;
  /** Of the node that was read last. */
  readonly uid = { a: 0, b: 0, c: 0, d: 0 };
  version = 0;
  readonly print: Print = { a: 0, b: 0 };

  /** `key`: eight bytes that nobody else can know, for a sum that nobody else can make. Numbers that are drawn for waits are no such: who reads learns of them. */
  constructor(key: Buffer = randomBytes(8)) {
    this.#sum = new KeyedSum(key.readInt32LE(0), key.readInt32LE(4));
  }

  /** False for what only the plain reader is to judge. Never throws. */
  read(bytes: Buffer, from: number, to: number): boolean {
    this.#sum.begin();
    let isNamed = false;
    for (let at = from; at < to; ) {
      const tag = nextKept(NUMBERS.node, bytes, at, to);
      if (tag === 0) break;
      const begin = fieldBegin();
      at = fieldEnd();
      this.#sum.word(tag);
      if (tag === NODE_TAG.metadata) {
        if (isNamed || !this.#readMeta(bytes, begin, at)) return false;
        isNamed = true;
      } else if (tag === NODE_TAG.spec) {
        if (!this.#readPart(NUMBERS.spec, bytes, begin, at)) return false;
      } else if (tag !== NODE_TAG.status || !this.#readStatus(bytes, begin, at)) return false;
      this.#sum.word(END);
    }
    this.#sum.endInto(this.print);
    return isNamed;
  }

  #readMeta(bytes: Buffer, from: number, to: number): boolean {
    this.version = 0;
    let isKnown = false;
    for (let at = from; at < to; ) {
      const tag = nextKept(NUMBERS.meta, bytes, at, to);
      if (tag === 0) break;
      if (tag < 0) return false;
      const begin = fieldBegin();
      at = fieldEnd();
      if (tag === META_TAG.resourceVersion) {
        this.version = versionIn(bytes, begin, at);
        if (this.version === 0) return false;
        continue;
      }
      if (tag === META_TAG.uid) {
        if (isKnown || !readUuid(this.uid, bytes, begin, at)) return false;
        isKnown = true;
      }
      this.#add(tag, bytes, begin, at);
    }
    return isKnown && this.version !== 0;
  }

  #readStatus(bytes: Buffer, from: number, to: number): boolean {
    for (let at = from; at < to; ) {
      const tag = nextKept(NUMBERS.status, bytes, at, to);
      if (tag === 0) return true;
      const begin = fieldBegin();
      at = fieldEnd();
      this.#sum.word(tag);
      if (tag === NODE_STATUS_TAG.condition) {
        if (!this.#readPart(NUMBERS.condition, bytes, begin, at)) return false;
      } else if (tag !== NODE_STATUS_TAG.nodeInfo || !this.#readPart(NUMBERS.info, bytes, begin, at)) return false;
      this.#sum.word(END);
    }
    return true;
  }

  #readPart(kept: KeptNumbers, bytes: Buffer, from: number, to: number): boolean {
    for (let at = from; at < to; ) {
      const tag = nextKept(kept, bytes, at, to);
      if (tag === 0) return true;
      if (tag < 0) return false;
      at = fieldEnd();
      this.#add(tag, bytes, fieldBegin(), at);
    }
    return true;
  }

  /** A field as it is written. */
  #add(tag: number, bytes: Buffer, from: number, to: number): void {
    this.#sum.word(tag);
    this.#sum.bytes(bytes, from, to);
  }
}
