import { createHmac } from "node:crypto";
import type { PodFacts } from "@daemonscope/daemonset/pods/pod-facts";

const NONE: ReadonlySet<string> = new Set();
/** Longer than any name. */
const LONGEST = 253;
const WORDS = /[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?/g;
/** Where a name may begin or end within a word. */
const JOINTS = /[.-]/g;

/** Puts other names in the place of nodes' names, for those who may not list nodes. The same node has the same other name, which no node can have: it is not one of Kubernetes. */
export class HiddenNodes {
  readonly #isNode: (name: string) => boolean;
  readonly #key: Buffer;

  constructor(isNode: (name: string) => boolean, key: Buffer) {
    this.#isNode = isNode;
    this.#key = key;
  }

  nameFor(node: string): string {
    return `node#${createHmac("sha256", this.#key).update(node).digest("hex").slice(0, 8)}`;
  }

  /** A sentence without names of nodes, also inside longer words (`kubelet-worker-02`). `also` are some that may be gone. */
  text(text: string, also: ReadonlySet<string> = NONE): string {
    return text.replace(WORDS, (word) => this.#word(word, also));
  }

  /** Every text in a JSON value. */
  value<T>(value: T, also: ReadonlySet<string> = NONE): T {
    if (typeof value === "string") return this.text(value, also) as T;
    if (Array.isArray(value)) return value.map((each) => this.value(each, also)) as T;
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, this.value(each, also)])) as T;
  }

  pod(pod: PodFacts): PodFacts {
    const own = new Set([pod.node]);
    const hidden = {
      ...pod,
      node: this.nameFor(pod.node),
      message: pod.message === undefined ? undefined : this.text(pod.message, own),
    };
    const { reason } = pod;
    if (reason === undefined || reason.kind === "noSuchNode") return hidden;
    return { ...hidden, reason: { ...reason, reason: this.text(reason.reason, own) } };
  }

  /** The longest names first. O(joints²), and a word is never longer than a name may be for more than its joints. */
  #word(word: string, also: ReadonlySet<string>): string {
    const isNode = (name: string) => also.has(name) || this.#isNode(name);
    if (isNode(word)) return this.nameFor(word);
    const joints = [...word.matchAll(JOINTS)].map(({ index }) => index);
    const begins = [0, ...joints.map((at) => at + 1)];
    const ends = [...joints, word.length];
    let told = "";
    let from = 0;
    for (const begin of begins) {
      if (begin < from) continue;
      const end = ends.findLast((at) => at > begin && at - begin <= LONGEST && isNode(word.slice(begin, at)));
      if (end === undefined) continue;
      told += word.slice(from, begin) + this.nameFor(word.slice(begin, end));
      from = end;
    }
    return told + word.slice(from);
  }
}
