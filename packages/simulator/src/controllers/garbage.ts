import { controllerOf } from "@daemonscope/kube/owner";
import type { ResourceName, Store, StoredObject } from "@daemonscope/simulated-apiserver/objects/contract";
import { isDeleting } from "@daemonscope/simulated-apiserver/objects/objects";
import type { Clock } from "@daemonscope/simulated-apiserver/time/clock";

const SYNC_DELAY_MS = 50;

interface Family {
  readonly owners: ResourceName;
  readonly dependents: readonly ResourceName[];
}

/** Resources that own others, by their kind in an owner reference. */
const FAMILIES = {
  DaemonSet: { owners: "daemonsets", dependents: ["pods", "controllerrevisions"] },
  Deployment: { owners: "deployments", dependents: ["replicasets"] },
  ReplicaSet: { owners: "replicasets", dependents: ["pods"] },
} as const satisfies Readonly<Record<string, Family>>;
const familyOf = (kind: string | undefined): Family | undefined => (FAMILIES as Readonly<Record<string, Family>>)[kind ?? ""];
const DEPENDENTS = [...new Set(Object.values(FAMILIES).flatMap(({ dependents }): readonly ResourceName[] => dependents))];

/**
 * Deletes or orphans the dependents of a deleted workload, as its deletion requested. Source:
 * pkg/controller/garbagecollector.
 */
export class GarbageCollector {
  readonly #store: Store;
  readonly #clock: Clock;

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  start(): void {
    for (const family of Object.values(FAMILIES))
      this.#store.subscribe(family.owners, ({ type, object, previous, restored }) => {
        const { namespace, uid } = object.metadata;
        if (type === "DELETED") this.#clock.after(SYNC_DELAY_MS, () => this.#collect(family, namespace, uid));
        else if (isDeleting(object) && (previous === undefined || !isDeleting(previous) || restored === true))
          this.#clock.after(SYNC_DELAY_MS, () => this.#finalize(family, object));
      });
    for (const kind of DEPENDENTS)
      this.#store.subscribe(kind, ({ type, object, previous, restored }) => {
        const owner = controllerOf(object.metadata);
        const family = familyOf(owner?.kind);
        if (owner === undefined || family === undefined || !family.dependents.includes(kind)) return;
        const set = this.#store.get(family.owners, object.metadata.namespace, owner.name);
        const ownerExists = set !== undefined && set.metadata.uid === owner.uid;
        // A foreground deletion waits for the last dependent. A dependent that is created too late no longer has an
        // owner.
        if (type === "DELETED" && ownerExists && isDeleting(set)) this.#clock.after(SYNC_DELAY_MS, () => this.#finalize(family, set));
        if (((type === "ADDED" && previous === undefined) || (restored === true && type === "MODIFIED")) && !ownerExists)
          this.#clock.after(SYNC_DELAY_MS, () => this.#collect(family, object.metadata.namespace, owner.uid));
      });
  }

  #dependents(
    { dependents }: Family,
    namespace: string | undefined,
    uid: string,
  ): readonly { readonly kind: ResourceName; readonly object: StoredObject }[] {
    return dependents.flatMap((kind) => {
      const owned =
        kind === "pods"
          ? this.#store.podsOwnedBy(uid)
          : this.#store
              .list(kind, namespace)
              .filter(({ metadata }) => metadata.ownerReferences?.some((owner) => owner.uid === uid) === true);
      return owned.map((object) => ({ kind, object }));
    });
  }

  #collect(family: Family, namespace: string | undefined, uid: string): void {
    for (const { kind, object } of this.#dependents(family, namespace, uid))
      if (!isDeleting(object)) this.#store.delete(kind, object.metadata.namespace, object.metadata.name, { uid: object.metadata.uid });
  }

  #finalize(family: Family, set: StoredObject): void {
    const { namespace, name, uid } = set.metadata;
    const now = this.#store.get(family.owners, namespace, name);
    if (now === undefined || now.metadata.uid !== uid) return;
    const finalizers = now.metadata.finalizers ?? [];
    if (finalizers.includes("orphan")) {
      for (const { kind, object } of this.#dependents(family, namespace, uid))
        this.#store.edit(kind, namespace, object.metadata.name, (copy) => {
          copy.metadata.ownerReferences = (copy.metadata.ownerReferences ?? []).filter((owner) => owner.uid !== uid);
        });
      this.#release(family, now, "orphan");
    } else if (finalizers.includes("foregroundDeletion")) {
      this.#collect(family, namespace, uid);
      if (this.#dependents(family, namespace, uid).length === 0) this.#release(family, now, "foregroundDeletion");
    }
  }

  #release({ owners }: Family, set: StoredObject, finalizer: string): void {
    this.#store.edit(owners, set.metadata.namespace, set.metadata.name, (copy) => {
      copy.metadata.finalizers = (copy.metadata.finalizers ?? []).filter((present) => present !== finalizer);
    });
  }
}
