import { createHmac } from "node:crypto";
import type { PodFacts } from "@daemonscope/daemonset/pods/pod-facts";
import type { JsonValue } from "@daemonscope/kube/json-value";
import type { KubeControllerRevision, KubeDaemonSet } from "@daemonscope/kube/objects";
import { LABELS } from "@daemonscope/kube/well-known";

const NONE: ReadonlySet<string> = new Set();
/** Longer than any name. */
const LONGEST = 253;
const WORDS = /[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?/g;
/** Where a name may begin or end within a word. */
const JOINTS = /[.-]/g;
const MARK = "node#";
/** Fields whose keys are people's own words. */
const OPEN_MAPS: ReadonlySet<string> = new Set(["labels", "annotations", "matchLabels", "nodeSelector", "selector"]);
/** Fields, labels and keys of requirements whose values are names of nodes, whether there is such a node or not. */
const NAMES_NODES: ReadonlySet<string> = new Set([
  LABELS.hostname,
  "metadata.name",
  "nodeName",
  "affinityNodeName",
  "nominatedNodeName",
  "hostIP",
]);

/** Puts other names in the place of nodes' names, for those who may not list nodes. The same node has the same other name, which no node can have: it is not one of Kubernetes. */
export class HiddenNodes {
  readonly #isNode: (name: string) => boolean;
  readonly #key: Buffer;

  constructor(isNode: (name: string) => boolean, key: Buffer) {
    this.#isNode = isNode;
    this.#key = key;
  }

  nameFor(node: string): string {
    return node.startsWith(MARK) ? node : `${MARK}${createHmac("sha256", this.#key).update(node).digest("hex").slice(0, 12)}`;
  }

  /** A sentence without names of nodes, also inside longer words (`kubelet-worker-02`). `also` are some that may be gone. */
  text(text: string, also: ReadonlySet<string> = NONE): string {
    return text.replace(WORDS, (word) => this.#word(word, also));
  }

  /** Every text in a JSON value, keys of labels and the like included; fields that name nodes also where nobody knows such a node. */
  value<T>(value: T, also: ReadonlySet<string> = NONE): T {
    return this.#value(value, also, "") as T;
  }

  /** Its selector and its affinity may name nodes, and so may all that people write. Who it is keeps its name. */
  daemonSet(daemonSet: KubeDaemonSet): KubeDaemonSet {
    const { metadata, spec, fullTemplate } = daemonSet;
    return {
      ...daemonSet,
      metadata: { ...this.value(metadata), name: metadata.name, namespace: metadata.namespace, uid: metadata.uid },
      spec: { ...spec, template: this.value(spec.template) },
      ...(fullTemplate === undefined ? {} : { fullTemplate: this.#json(fullTemplate) }),
    };
  }

  revision(revision: KubeControllerRevision): KubeControllerRevision {
    const { fullTemplate } = revision;
    return fullTemplate === undefined ? revision : { ...revision, fullTemplate: this.#json(fullTemplate) };
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

  #json(text: string): string {
    return JSON.stringify(this.value(JSON.parse(text) as JsonValue));
  }

  #value(value: unknown, also: ReadonlySet<string>, field: string): unknown {
    if (typeof value === "string")
      return (NAMES_NODES.has(field) || also.has(value)) && value !== "" ? this.nameFor(value) : this.text(value, also);
    if (Array.isArray(value)) return value.map((each) => this.#value(each, also, field));
    if (typeof value !== "object" || value === null) return value;
    // A requirement on a label or a field: its key says what its values are.
    const { key: required } = value as { readonly key?: unknown };
    const isOpen = OPEN_MAPS.has(field);
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [
        isOpen ? this.text(key, also) : key,
        this.#value(each, also, key === "values" && typeof required === "string" ? required : key),
      ]),
    );
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
