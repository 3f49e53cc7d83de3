import { comparePods, isGone, type PodFacts } from "../pods/pod-facts.ts";

const NO_PODS: readonly PodFacts[] = [];

/** All daemon pods, found by uid, and by owner and node: the one place that knows how they are stored.
 *  Pods may come before their DaemonSet or node. Lists are in the controller's order, without those that are gone. */
export class PodTable {
  readonly #byUid = new Map<string, PodFacts>();
  readonly #byOwner = new Map<string, Map<string, readonly PodFacts[]>>();
  /** Of owners that nobody asked of since they were filled in: by node when somebody does, for who looks at a past moment asks of few. */
  readonly #filled = new Map<string, PodFacts[]>();

  get size(): number {
    return this.#byUid.size;
  }

  byUid(uid: string): PodFacts | undefined {
    return this.#byUid.get(uid);
  }

  all(): Iterable<PodFacts> {
    return this.#byUid.values();
  }

  /** Takes the pods in that it begins with, each once. */
  fill(pods: Iterable<PodFacts>): void {
    for (const pod of pods) {
      this.#byUid.set(pod.uid, pod);
      if (isGone(pod)) continue;
      const ofOwner = this.#filled.get(pod.ownerUid);
      if (ofOwner === undefined) this.#filled.set(pod.ownerUid, [pod]);
      else ofOwner.push(pod);
    }
  }

  #nodes(ownerUid: string): Map<string, readonly PodFacts[]> | undefined {
    const filled = this.#filled.get(ownerUid);
    if (filled !== undefined) {
      this.#filled.delete(ownerUid);
      for (const pod of filled) this.#add(pod);
    }
    return this.#byOwner.get(ownerUid);
  }

  /** Gives back what stood under the uid before. */
  put(pod: PodFacts): PodFacts | undefined {
    const before = this.drop(pod.uid);
    this.#byUid.set(pod.uid, pod);
    if (!isGone(pod)) this.#add(pod);
    return before;
  }

  #add(pod: PodFacts): void {
    let nodes = this.#nodes(pod.ownerUid);
    if (nodes === undefined) {
      nodes = new Map();
      this.#byOwner.set(pod.ownerUid, nodes);
    }
    const present = nodes.get(pod.node);
    nodes.set(pod.node, present === undefined ? [pod] : [...present, pod].sort(comparePods));
  }

  drop(uid: string): PodFacts | undefined {
    const pod = this.#byUid.get(uid);
    if (pod === undefined) return undefined;
    this.#byUid.delete(uid);
    const nodes = this.#nodes(pod.ownerUid);
    const left = nodes?.get(pod.node)?.filter((other) => other.uid !== uid);
    if (left === undefined || left.length === 0) nodes?.delete(pod.node);
    else nodes?.set(pod.node, left);
    if (nodes?.size === 0) this.#byOwner.delete(pod.ownerUid);
    return pod;
  }

  on(ownerUid: string, node: string): readonly PodFacts[] {
    return this.#nodes(ownerUid)?.get(node) ?? NO_PODS;
  }

  /** All pods of an owner, in no order of their nodes. */
  *of(ownerUid: string): Iterable<PodFacts> {
    for (const pods of this.#nodes(ownerUid)?.values() ?? []) yield* pods;
  }

  nodesOf(ownerUid: string): Iterable<string> {
    return this.#nodes(ownerUid)?.keys() ?? [];
  }
}
