import { drain } from "@daemonscope/kube/base/drain";
import { type InitialPods, initialPods } from "../../pods/initial-pods.ts";
import { compareControllerOrder, isGone, isSamePair, isSamePod, type PodFacts } from "../../pods/pod-facts.ts";

const NO_PODS: readonly PodFacts[] = [];
const PODS_PER_SLICE = 500;

/** All daemon pods, found by uid, and by owner and node. Pods may arrive before their DaemonSet or node. Lists are
 *  in the controller's order, without pods that are gone. */
export class PodTable {
  /** The initial pods. A reader of a past moment needs few of them, so each owner's pods load on first use. */
  readonly #initial: InitialPods;
  /** Uids of initial pods that are gone, or stored again in `#byUid`. */
  readonly #superseded = new Set<string>();
  readonly #loadedOwners = new Set<string>();
  readonly #byUid = new Map<string, PodFacts>();
  readonly #byOwner = new Map<string, Map<string, readonly PodFacts[]>>();

  constructor(initial: InitialPods = initialPods([])) {
    this.#initial = initial;
  }

  get size(): number {
    return this.#initial.length - this.#superseded.size + this.#byUid.size;
  }

  byUid(uid: string): PodFacts | undefined {
    return this.#byUid.get(uid) ?? (this.#superseded.has(uid) ? undefined : this.#initial.byUid(uid));
  }

  has(uid: string): boolean {
    return this.byUid(uid) !== undefined;
  }

  /** Returns the pod for a comparison with an input. */
  builtByUid(uid: string): PodFacts | undefined {
    return this.#byUid.get(uid) ?? (this.#superseded.has(uid) ? undefined : this.#initial.builtByUid(uid));
  }

  /** Returns the pods in the order of their last put, after the initial pods. */
  all(): Iterable<PodFacts> {
    return this.#initial.length === 0 ? this.#byUid.values() : this.#initialAndPut();
  }

  *#initialAndPut(): Iterable<PodFacts> {
    for (const pod of this.#initial) if (!this.#superseded.has(pod.uid)) yield pod;
    yield* this.#byUid.values();
  }

  #nodes(ownerUid: string): Map<string, readonly PodFacts[]> | undefined {
    if (this.#initial.length > 0 && !this.#loadedOwners.has(ownerUid)) drain(this.takeIn(ownerUid));
    return this.#byOwner.get(ownerUid);
  }

  /** Loads the initial pods of an owner, in time slices of some milliseconds, before any other read of them. Until
   *  it ends, no input may arrive. */
  *takeIn(ownerUid: string): Generator<undefined, void> {
    if (this.#initial.length === 0 || this.#loadedOwners.has(ownerUid)) return;
    this.#loadedOwners.add(ownerUid);
    let count = 0;
    for (const pod of this.#initial.of(ownerUid)) {
      if (!this.#superseded.has(pod.uid) && !isGone(pod)) this.#add(pod);
      if (++count % PODS_PER_SLICE === 0) yield;
    }
  }

  /** Reports whether the last pod put under this uid is equal in every fact. */
  isUnchanged(pod: PodFacts): boolean {
    const stored = this.builtByUid(pod.uid);
    return stored !== undefined && isSamePod(stored, pod);
  }

  /** Returns the pod previously stored under the uid if it had another owner or node. */
  put(pod: PodFacts): PodFacts | undefined {
    if (this.#replace(pod)) return undefined;
    const before = this.drop(pod.uid);
    this.#byUid.set(pod.uid, pod);
    if (!isGone(pod)) this.#add(pod);
    return before === undefined || isSamePair(before, pod) ? undefined : before;
  }

  /** Replaces a pod that stays on its node. Returns false if the caller must do more. */
  #replace(pod: PodFacts): boolean {
    const before = this.#byUid.get(pod.uid);
    if (before === undefined || !isSamePair(before, pod) || isGone(before) || isGone(pod)) return false;
    const nodes = this.#nodes(pod.ownerUid);
    if (nodes?.get(pod.node)?.length !== 1) return false;
    nodes.set(pod.node, [pod]);
    this.#byUid.delete(pod.uid);
    this.#byUid.set(pod.uid, pod);
    return true;
  }

  #add(pod: PodFacts): void {
    let nodes = this.#nodes(pod.ownerUid);
    if (nodes === undefined) {
      nodes = new Map();
      this.#byOwner.set(pod.ownerUid, nodes);
    }
    const present = nodes.get(pod.node);
    nodes.set(pod.node, present === undefined ? [pod] : [...present, pod].sort(compareControllerOrder));
  }

  drop(uid: string): PodFacts | undefined {
    const pod = this.builtByUid(uid);
    if (pod === undefined) return undefined;
    const nodes = this.#nodes(pod.ownerUid);
    if (!this.#byUid.delete(uid)) this.#superseded.add(uid);
    const left = nodes?.get(pod.node)?.filter((other) => other.uid !== uid);
    if (left === undefined || left.length === 0) nodes?.delete(pod.node);
    else nodes?.set(pod.node, left);
    if (nodes?.size === 0) this.#byOwner.delete(pod.ownerUid);
    return pod;
  }

  on(ownerUid: string, node: string): readonly PodFacts[] {
    return this.#nodes(ownerUid)?.get(node) ?? NO_PODS;
  }

  hasOn(ownerUid: string, node: string): boolean {
    return this.on(ownerUid, node).length > 0;
  }

  /** Returns all pods of an owner, in no order of nodes. */
  *of(ownerUid: string): Iterable<PodFacts> {
    for (const pods of this.#nodes(ownerUid)?.values() ?? []) yield* pods;
  }

  /** Returns when the newest pod of an owner was created; undefined if the owner has none. O(pods of the owner). */
  newestCreatedAtMs(ownerUid: string): number | undefined {
    let newest: number | undefined;
    for (const { createdAtMs } of this.of(ownerUid)) if (newest === undefined || createdAtMs > newest) newest = createdAtMs;
    return newest;
  }

  nodesOf(ownerUid: string): Iterable<string> {
    return this.#nodes(ownerUid)?.keys() ?? [];
  }
}
