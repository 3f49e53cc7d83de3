import { createHmac } from "node:crypto";
import type { PodFacts } from "@daemonscope/daemonset/pods/pod-facts";
import type { KubeControllerRevision, KubeDaemonSet } from "@daemonscope/kube/objects";
import type { JsonValue } from "@daemonscope/kube/values/json-value";
import { LABELS } from "@daemonscope/kube/well-known";

const NONE: ReadonlySet<string> = new Set();
const MAX_NAME_LENGTH = 253;
const WORDS = /[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?/g;
/** Positions in a word at which a name may begin or end. */
const JOINTS = /[.-]/g;
const MARK = "node#";
/** Fields whose keys users choose. */
const OPEN_MAPS: ReadonlySet<string> = new Set(["labels", "annotations", "matchLabels", "nodeSelector", "selector"]);
/** Fields, labels and requirement keys whose values are names or addresses of nodes, whether or not the node exists. */
const NAMES_NODES: ReadonlySet<string> = new Set([
  LABELS.hostname,
  "metadata.name",
  "nodeName",
  "affinityNodeName",
  "nominatedNodeName",
  "hostIP",
]);

/** Addresses of a host port that name no node. */
const EVERY_ADDRESS: ReadonlySet<unknown> = new Set(["0.0.0.0", "::"]);

/** Replaces node names for users who may not list nodes. A node always has the same replacement. No real node can have
 *  it, because Kubernetes does not allow such a name. */
export class NodePseudonyms {
  readonly #isNode: (name: string) => boolean;
  readonly #key: Buffer;

  constructor(isNode: (name: string) => boolean, key: Buffer) {
    this.#isNode = isNode;
    this.#key = key;
  }

  nameFor(node: string): string {
    return node.startsWith(MARK) ? node : `${MARK}${createHmac("sha256", this.#key).update(node).digest("hex").slice(0, 12)}`;
  }

  /** Replaces node names in a sentence, also inside longer words (`kubelet-worker-02`). `also`: names of nodes that may
   *  be gone. */
  text(text: string, also: ReadonlySet<string> = NONE): string {
    return text.replace(WORDS, (word) => this.#word(word, also));
  }

  /** Replaces node names in every text of a JSON value, including keys of labels and similar maps. Values of fields
   *  that name nodes are replaced even if the node is unknown. */
  value<T>(value: T, also: ReadonlySet<string> = NONE): T {
    return this.#value(value, also, "") as T;
  }

  /** Labels, annotations and the template may name nodes. The DaemonSet's name, namespace and uid remain. */
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
    const podNodes = new Set([pod.node]);
    const { reason, container, lastExit, unscheduled, notReady, finalizers, holds } = pod;
    const hidden = {
      ...pod,
      node: this.nameFor(pod.node),
      message: pod.message === undefined ? undefined : this.text(pod.message, podNodes),
      ...(container === undefined ? {} : { container: this.value(container, podNodes) }),
      ...(lastExit === undefined ? {} : { lastExit: this.value(lastExit, podNodes) }),
      ...(notReady === undefined ? {} : { notReady: this.value(notReady, podNodes) }),
      ...(unscheduled === undefined ? {} : { unscheduled: this.value(unscheduled, podNodes) }),
      ...(finalizers === undefined ? {} : { finalizers: this.value(finalizers, podNodes) }),
      ...(holds === undefined ? {} : { holds: { ...this.value(holds, podNodes), daemonSet: holds.daemonSet } }),
    };
    if (reason === undefined || reason.kind === "noSuchNode") return hidden;
    return { ...hidden, reason: { ...reason, reason: this.text(reason.reason, podNodes) } };
  }

  #json(text: string): string {
    return JSON.stringify(this.value(JSON.parse(text) as JsonValue));
  }

  #value(value: unknown, also: ReadonlySet<string>, field: string): unknown {
    if (field === "hostIP" && EVERY_ADDRESS.has(value)) return value;
    if (typeof value === "string")
      return (NAMES_NODES.has(field) || also.has(value)) && value !== "" ? this.nameFor(value) : this.text(value, also);
    if (Array.isArray(value)) return value.map((each) => this.#value(each, also, field));
    if (typeof value !== "object" || value === null) return value;
    // A requirement on a label or a field: its key determines what its values are.
    const { key: required } = value as { readonly key?: unknown };
    const isOpen = OPEN_MAPS.has(field);
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [
        isOpen ? this.text(key, also) : key,
        this.#value(each, also, key === "values" && typeof required === "string" ? required : key),
      ]),
    );
  }

  /** Replaces the longest name at each position. O(joints²); candidates are limited to the length of a name. */
  #word(word: string, also: ReadonlySet<string>): string {
    const isNode = (name: string) => also.has(name) || this.#isNode(name);
    if (isNode(word)) return this.nameFor(word);
    const joints = [...word.matchAll(JOINTS)].map(({ index }) => index);
    const begins = [0, ...joints.map((at) => at + 1)];
    const ends = [...joints, word.length];
    let result = "";
    let copiedTo = 0;
    for (const begin of begins) {
      if (begin < copiedTo) continue;
      const end = ends.findLast((at) => at > begin && at - begin <= MAX_NAME_LENGTH && isNode(word.slice(begin, at)));
      if (end === undefined) continue;
      result += word.slice(copiedTo, begin) + this.nameFor(word.slice(begin, end));
      copiedTo = end;
    }
    return result + word.slice(copiedTo);
  }
}
