import type { Clock } from "../clock.ts";
import type { Store, StoredObject } from "../store/contract.ts";
import { isDeleting, nodeNameOf } from "./objects.ts";

const POD_GC_MS = 20_000;
const QUARANTINE_MS = 40_000;

/** What belongs to something that is gone goes too: pods and revisions of deleted DaemonSets, pods of deleted nodes (after the pod collector's quarantine). */
export class GarbageCollector {
  readonly #store: Store;
  readonly #clock: Clock;

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  start(): void {
    this.#store.subscribe("daemonsets", ({ type, object, previous }) => {
      if (type === "DELETED") this.#clock.after(50, () => this.#collect(object));
      else if (isDeleting(object) && (previous === undefined || !isDeleting(previous))) this.#clock.after(50, () => this.#finalize(object));
    });
    this.#store.subscribe("nodes", ({ type, object }) => {
      if (type === "DELETED") this.#clock.after(QUARANTINE_MS + POD_GC_MS, () => this.#collectPodsOf(object.metadata.name));
    });
    this.#store.subscribe("pods", ({ type, object }) => {
      // A foreground deletion waits for the last dependent.
      const owner = type === "DELETED" ? object.metadata.ownerReferences?.find((reference) => reference.controller === true) : undefined;
      const set = owner === undefined ? undefined : this.#store.get("daemonsets", object.metadata.namespace, owner.name);
      if (set !== undefined && set.metadata.uid === owner?.uid && isDeleting(set)) this.#clock.after(20, () => this.#finalize(set));
    });
  }

  #revisionsOf(set: StoredObject): readonly StoredObject[] {
    return this.#store
      .list("controllerrevisions", set.metadata.namespace)
      .filter((revision) => revision.metadata.ownerReferences?.some((owner) => owner.uid === set.metadata.uid) === true);
  }

  #collect(set: StoredObject): void {
    for (const pod of this.#store.podsOwnedBy(set.metadata.uid))
      if (!isDeleting(pod)) this.#store.delete("pods", pod.metadata.namespace, pod.metadata.name);
    for (const revision of this.#revisionsOf(set))
      this.#store.delete("controllerrevisions", revision.metadata.namespace, revision.metadata.name);
  }

  #finalize(set: StoredObject): void {
    const { namespace, name, uid } = set.metadata;
    const now = this.#store.get("daemonsets", namespace, name);
    if (now === undefined || now.metadata.uid !== uid) return;
    const finalizers = now.metadata.finalizers ?? [];
    if (finalizers.includes("orphan")) {
      const orphan = (resource: "pods" | "controllerrevisions", object: StoredObject) =>
        this.#store.edit(resource, namespace, object.metadata.name, (copy) => {
          copy.metadata.ownerReferences = (copy.metadata.ownerReferences ?? []).filter((owner) => owner.uid !== uid);
        });
      for (const pod of this.#store.podsOwnedBy(uid)) orphan("pods", pod);
      for (const revision of this.#revisionsOf(now)) orphan("controllerrevisions", revision);
      this.#release(now, "orphan");
    } else if (finalizers.includes("foregroundDeletion")) {
      this.#collect(now);
      if (this.#store.podsOwnedBy(uid).length === 0) this.#release(now, "foregroundDeletion");
    }
  }

  #release(set: StoredObject, finalizer: string): void {
    this.#store.edit("daemonsets", set.metadata.namespace, set.metadata.name, (copy) => {
      copy.metadata.finalizers = (copy.metadata.finalizers ?? []).filter((present) => present !== finalizer);
    });
  }

  #collectPodsOf(node: string): void {
    if (this.#store.get("nodes", undefined, node) !== undefined) return;
    for (const pod of this.#store.podsOnNode(node))
      if (nodeNameOf(pod) === node) this.#store.delete("pods", pod.metadata.namespace, pod.metadata.name, { gracePeriodSeconds: 0 });
  }
}
