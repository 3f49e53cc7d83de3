import type { ResourceName, Store } from "@daemonscope/simulated-apiserver/objects/contract";
import { customResources } from "@daemonscope/simulated-apiserver/objects/custom-resources";
import { isDeleting } from "@daemonscope/simulated-apiserver/objects/objects";
import { RESOURCES } from "@daemonscope/simulated-apiserver/objects/resources";
import type { Clock } from "@daemonscope/simulated-apiserver/time/clock";

/** Upstream waits this long, so that it also sees late creations. */
const GRACE_MS = 5000;
const RETRY_DELAY_MS = 1000;

const WORKLOADS: readonly ResourceName[] = ["daemonsets", "deployments", "replicasets"];

/** Returns the namespaced resources. Those whose controllers create pods come first. */
function kindsIn(store: Store): readonly ResourceName[] {
  const namespaced = [...RESOURCES, ...customResources(store)].filter((resource) => resource.namespaced).map(({ name }) => name);
  return [...new Set([...WORKLOADS, ...namespaced])];
}

/**
 * Deletes the objects of a namespace whose deletion was requested, pods with their grace period, and then the
 * namespace. Source: pkg/controller/namespace.
 */
export class NamespaceDeletion {
  readonly #store: Store;
  readonly #clock: Clock;

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  start(): void {
    this.#store.subscribe("namespaces", ({ type, object, previous, restored }) => {
      if (type === "DELETED" || !isDeleting(object)) return;
      if (restored === true || (previous !== undefined && !isDeleting(previous)))
        this.#clock.after(GRACE_MS, () => this.#deleteObjects(object.metadata.name, object.metadata.uid));
    });
  }

  #deleteObjects(name: string, uid: string): void {
    if (this.#store.get("namespaces", undefined, name)?.metadata.uid !== uid) return;
    const kinds = kindsIn(this.#store);
    for (const kind of kinds)
      for (const object of this.#store.list(kind, name))
        if (!isDeleting(object) && this.#store.get(kind, name, object.metadata.name) !== undefined)
          this.#store.delete(kind, name, object.metadata.name);
    if (kinds.some((kind) => this.#store.list(kind, name).length > 0)) {
      this.#clock.after(RETRY_DELAY_MS, () => this.#deleteObjects(name, uid));
      return;
    }
    this.#store.edit("namespaces", undefined, name, (namespace) => {
      namespace.spec = {};
    });
  }
}
