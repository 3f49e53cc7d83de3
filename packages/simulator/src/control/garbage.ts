import { controllerOf } from "@daemonscope/kube/owner";
import type { Clock } from "../clock.ts";
import type { Store, StoredObject } from "../store/contract.ts";
import { isDeleting } from "./objects.ts";

const LOOK_DELAY_MS = 50;
const KINDS = ["pods", "controllerrevisions"] as const;

/** What belongs to a DaemonSet that is gone goes too, or is set free, as its deletion asked. Source: pkg/controller/garbagecollector. */
export class GarbageCollector {
  readonly #store: Store;
  readonly #clock: Clock;

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  start(): void {
    this.#store.subscribe("daemonsets", ({ type, object, previous, restored }) => {
      const { namespace, uid } = object.metadata;
      if (type === "DELETED") this.#clock.after(LOOK_DELAY_MS, () => this.#collect(namespace, uid));
      else if (isDeleting(object) && (previous === undefined || !isDeleting(previous) || restored === true))
        this.#clock.after(LOOK_DELAY_MS, () => this.#finalize(object));
    });
    for (const kind of KINDS)
      this.#store.subscribe(kind, ({ type, object, previous, restored }) => {
        const owner = controllerOf(object.metadata);
        if (owner?.kind !== "DaemonSet") return;
        const set = this.#store.get("daemonsets", object.metadata.namespace, owner.name);
        const lives = set !== undefined && set.metadata.uid === owner.uid;
        // A foreground deletion waits for the last dependent; a dependent that comes too late has no owner any more.
        if (type === "DELETED" && lives && isDeleting(set)) this.#clock.after(LOOK_DELAY_MS, () => this.#finalize(set));
        if (((type === "ADDED" && previous === undefined) || (restored === true && type === "MODIFIED")) && !lives)
          this.#clock.after(LOOK_DELAY_MS, () => this.#collect(object.metadata.namespace, owner.uid));
      });
  }

  #dependents(
    namespace: string | undefined,
    uid: string,
  ): readonly { readonly kind: (typeof KINDS)[number]; readonly object: StoredObject }[] {
    const revisions = this.#store
      .list("controllerrevisions", namespace)
      .filter((revision) => revision.metadata.ownerReferences?.some((owner) => owner.uid === uid) === true);
    return [
      ...this.#store.podsOwnedBy(uid).map((object) => ({ kind: "pods" as const, object })),
      ...revisions.map((object) => ({ kind: "controllerrevisions" as const, object })),
    ];
  }

  #collect(namespace: string | undefined, uid: string): void {
    for (const { kind, object } of this.#dependents(namespace, uid))
      if (!isDeleting(object)) this.#store.delete(kind, object.metadata.namespace, object.metadata.name, { uid: object.metadata.uid });
  }

  #finalize(set: StoredObject): void {
    const { namespace, name, uid } = set.metadata;
    const now = this.#store.get("daemonsets", namespace, name);
    if (now === undefined || now.metadata.uid !== uid) return;
    const finalizers = now.metadata.finalizers ?? [];
    if (finalizers.includes("orphan")) {
      for (const { kind, object } of this.#dependents(namespace, uid))
        this.#store.edit(kind, namespace, object.metadata.name, (copy) => {
          copy.metadata.ownerReferences = (copy.metadata.ownerReferences ?? []).filter((owner) => owner.uid !== uid);
        });
      this.#release(now, "orphan");
    } else if (finalizers.includes("foregroundDeletion")) {
      this.#collect(namespace, uid);
      if (this.#dependents(namespace, uid).length === 0) this.#release(now, "foregroundDeletion");
    }
  }

  #release(set: StoredObject, finalizer: string): void {
    this.#store.edit("daemonsets", set.metadata.namespace, set.metadata.name, (copy) => {
      copy.metadata.finalizers = (copy.metadata.finalizers ?? []).filter((present) => present !== finalizer);
    });
  }
}
