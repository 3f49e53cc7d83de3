import { matchesLabelSelector } from "@daemonscope/kube/matching/label-selector";
import type { LabelSelector } from "@daemonscope/kube/objects";
import { controllerOf } from "@daemonscope/kube/owner";
import type { Store, StoredObject, StoreEvent } from "@daemonscope/simulated-apiserver/objects/contract";
import { isDeleting, labelsOf } from "@daemonscope/simulated-apiserver/objects/objects";
import type { DaemonSetView } from "./daemon-set-view.ts";
import { decideNode, type NodeDecision } from "./placement.ts";
import { controllerReference } from "./pod-for-node.ts";
import { isGone, targetNodeOf } from "./pods.ts";
import { type NodeSyncView, nodeSyncView, type SyncView } from "./sync-view.ts";

/** The key of pods that are neither on a node nor pinned to one. */
const NOWHERE = "";
const NEITHER: NodeDecision = { shouldRun: false, shouldContinueRunning: false };

/** A node that exists or has pods, or the place of pods without a node. */
interface Place {
  readonly name: string;
  /** In order of arrival; replaced, never mutated. */
  owned: readonly StoredObject[];
  /** Position among the existing nodes; -1 if the node does not exist. */
  at: number;
  view: NodeSyncView | undefined;
  /** Valid until the node or the DaemonSet's generation changes. */
  decision: NodeDecision | undefined;
}

interface SyncInput {
  readonly set: DaemonSetView;
  readonly hash: string;
  readonly nowMs: number;
}

interface PodClaim {
  readonly claimed: readonly StoredObject[];
  readonly adopt: readonly StoredObject[];
  readonly release: readonly StoredObject[];
}

/**
 * Sorts the pods of a DaemonSet. Owned pods that match stay, and owned pods that no longer match are released. Orphans
 * that match are adopted; pods of other owners are ignored. Source: controller_ref_manager.go, ClaimObject.
 */
export function decideClaim(set: DaemonSetView, owned: readonly StoredObject[], orphans: readonly StoredObject[]): PodClaim {
  const claimed: StoredObject[] = [];
  const adopt: StoredObject[] = [];
  const release: StoredObject[] = [];
  for (const pod of owned) (matchesLabelSelector(set.selector, labelsOf(pod)) ? claimed : release).push(pod);
  for (const pod of orphans)
    if (pod.metadata.namespace === set.namespace && !isDeleting(pod) && matchesLabelSelector(set.selector, labelsOf(pod))) adopt.push(pod);
  return { claimed, adopt, release };
}

/** Carries out a claim and returns the pods that the DaemonSet has afterwards. */
function claimPods(store: Store, set: DaemonSetView): readonly StoredObject[] {
  const { claimed, adopt, release } = decideClaim(set, store.podsOwnedBy(set.uid), store.podsOwnedBy(""));
  for (const pod of release)
    store.edit("pods", set.namespace, pod.metadata.name, (copy) => {
      copy.metadata.ownerReferences = (copy.metadata.ownerReferences ?? []).filter((owner) => owner.uid !== set.uid);
    });
  if (adopt.length === 0) return claimed;
  const adopted = adopt.map((orphan) =>
    store.edit("pods", set.namespace, orphan.metadata.name, (copy) => {
      copy.metadata.ownerReferences = [...(copy.metadata.ownerReferences ?? []), controllerReference(set)];
    }),
  );
  return [...claimed, ...adopted.filter((pod) => pod !== undefined && controllerOf(pod.metadata)?.uid === set.uid)] as StoredObject[];
}

/**
 * Groups pods by the node that they are on or pinned to. Leaves out pods without such a node, and pods that ended and
 * are being deleted.
 */
export function byTargetNode(pods: readonly StoredObject[]): ReadonlyMap<string, readonly StoredObject[]> {
  const byNode = new Map<string, StoredObject[]>();
  for (const pod of pods) {
    const node = targetNodeOf(pod);
    if (node === undefined || isGone(pod)) continue;
    const present = byNode.get(node);
    if (present === undefined) byNode.set(node, [pod]);
    else present.push(pod);
  }
  return byNode;
}

/**
 * The pods of one DaemonSet by node, updated with every write. A read recomputes only the places that changed since the
 * last read. After a change of the DaemonSet it recomputes all of them. *Invariant*: a read returns what a computation
 * from scratch would return.
 */
export class DaemonPods {
  readonly #store: Store;
  readonly #uid: string;
  readonly #selector: LabelSelector;
  readonly #contrarian: boolean;
  readonly #places = new Map<string, Place>();
  /** The places that are not existing nodes. */
  readonly #elsewhere = new Set<Place>();
  /** Places to read again before the next use. */
  readonly #stale = new Set<Place>();
  /** Uids of owned pods that the selector does not match. The next read releases them. */
  readonly #strays = new Set<string>();
  #nodes: NodeSyncView[] = [];
  #knowsNodes = false;
  #placesWithOld = 0;
  /** The generation, the template generation and the hash that the views were computed for. */
  #readFor = "";

  constructor(store: Store, { uid, selector }: DaemonSetView, contrarian: boolean) {
    this.#store = store;
    this.#uid = uid;
    // The selector of a DaemonSet is immutable.
    this.#selector = selector;
    this.#contrarian = contrarian;
    for (const pod of store.podsOwnedBy(uid)) this.podChanged(undefined, pod);
  }

  /** Applies a write of an owned pod. `before` is the pod if it was owned before, `now` if it is owned afterwards. */
  podChanged(before: StoredObject | undefined, now: StoredObject | undefined): void {
    const from = before === undefined ? undefined : this.#placeNamed(targetNodeOf(before) ?? NOWHERE);
    const to = now === undefined ? undefined : this.#placeNamed(targetNodeOf(now) ?? NOWHERE);
    const uid = (now ?? before)?.metadata.uid ?? "";
    if (from !== undefined && from !== to)
      this.#setOwned(
        from,
        from.owned.filter((pod) => pod.metadata.uid !== uid),
      );
    if (to !== undefined && now !== undefined)
      this.#setOwned(to, from === to ? to.owned.map((pod) => (pod.metadata.uid === uid ? now : pod)) : [...to.owned, now]);
    if (before !== undefined && before.metadata.labels === now?.metadata.labels) return;
    if (now === undefined || matchesLabelSelector(this.#selector, labelsOf(now))) this.#strays.delete(uid);
    else this.#strays.add(uid);
  }

  nodeChanged({ type, object, previous }: StoreEvent): void {
    if (type !== "MODIFIED") this.#knowsNodes = false;
    else if (previous?.spec === object.spec && previous?.metadata.labels === object.metadata.labels) return;
    const place = this.#places.get(object.metadata.name);
    if (place === undefined) return;
    place.decision = undefined;
    this.#stale.add(place);
  }

  /**
   * Claims the DaemonSet's pods and pairs them with every node's decision. Pods with an `unseen` uid were just created
   * and are not in the cache yet, so they are left out.
   */
  read({ set, hash, nowMs }: SyncInput, unseen?: ReadonlySet<string>): SyncView {
    if (this.#strays.size > 0 || this.#store.podsOwnedBy("").length > 0) claimPods(this.#store, set);
    if (!this.#knowsNodes) this.#readNodes();
    const readFor = `${set.generation} ${set.templateGeneration} ${hash}`;
    if (this.#readFor !== readFor)
      for (const place of this.#places.values()) {
        place.decision = undefined;
        this.#stale.add(place);
      }
    this.#readFor = readFor;
    for (const place of [...this.#stale]) this.#refresh(place, set, hash, unseen);
    const nodes = this.#nodes;
    const elsewhere = [...this.#elsewhere].flatMap(({ view }) => view ?? []);
    return {
      set,
      hash,
      nowMs,
      hasOld: this.#placesWithOld > 0,
      nodes,
      vanished: this.#byArrival(elsewhere.filter(({ name, pods }) => name !== NOWHERE && pods.length > 0)),
      pods: () => [...nodes, ...elsewhere].flatMap(({ owned }) => owned),
    };
  }

  #placeNamed(name: string): Place {
    let place = this.#places.get(name);
    if (place === undefined) {
      place = { name, owned: [], at: -1, view: undefined, decision: undefined };
      this.#places.set(name, place);
      this.#elsewhere.add(place);
    }
    return place;
  }

  #setOwned(place: Place, owned: readonly StoredObject[]): void {
    place.owned = owned;
    this.#stale.add(place);
  }

  /** Reads the existing nodes in order of name, after a node was added or removed. */
  #readNodes(): void {
    this.#knowsNodes = true;
    const gone = new Set(this.#places.values());
    const nodes = this.#store.list("nodes");
    this.#nodes = new Array(nodes.length);
    for (const [at, { metadata }] of nodes.entries()) {
      const place = this.#placeNamed(metadata.name);
      gone.delete(place);
      this.#elsewhere.delete(place);
      const { view } = place;
      if (view === undefined || place.at < 0) this.#stale.add(place);
      else this.#nodes[at] = view;
      place.at = at;
    }
    for (const place of gone) {
      if (place.at >= 0) this.#stale.add(place);
      place.at = -1;
      this.#elsewhere.add(place);
    }
  }

  #refresh(place: Place, set: DaemonSetView, hash: string, unseen: ReadonlySet<string> | undefined): void {
    const owned = unseen === undefined ? place.owned : place.owned.filter((pod) => !unseen.has(pod.metadata.uid));
    // A place with an unseen pod stays stale, so that the next `read` reads it again.
    if (owned.length === place.owned.length) this.#stale.delete(place);
    const before = place.view;
    place.view = nodeSyncView(place.name, this.#decisionAt(place, set), owned, set, hash);
    this.#placesWithOld += Number(place.view.hasOld) - Number(before?.hasOld ?? false);
    if (place.at >= 0) this.#nodes[place.at] = place.view;
    else if (place.owned.length === 0) {
      this.#places.delete(place.name);
      this.#elsewhere.delete(place);
    }
  }

  #decisionAt(place: Place, set: DaemonSetView): NodeDecision {
    const node = place.at < 0 ? undefined : this.#store.get("nodes", undefined, place.name);
    if (node === undefined) return NEITHER;
    place.decision ??= decideNode(set, node, this.#contrarian);
    return place.decision;
  }

  /** Sorts the views by the first pod of each node, in the order in which upstream's map is filled. */
  #byArrival(views: readonly NodeSyncView[]): readonly NodeSyncView[] {
    if (views.length < 2) return views;
    const order = [...byTargetNode(this.#store.podsOwnedBy(this.#uid)).keys()];
    return [...views].sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
  }
}
