import type { ResourceName, Store } from "../objects/contract.ts";
import { RESOURCES } from "../objects/resources.ts";
import type { Clock } from "../time-and-chance/clock.ts";
import { isDeleting } from "./objects.ts";

/** Upstream waits so long, so that late creations are seen. */
const GRACE_MS = 5000;
const LOOK_AGAIN_MS = 1000;

/** Those that make others go first. */
const KINDS = RESOURCES.filter(({ namespaced }) => namespaced).map(({ name }) => name);
const MAKERS: readonly ResourceName[] = ["daemonsets", "deployments", "replicasets"];
const IN_ORDER = [...MAKERS, ...KINDS.filter((kind) => !MAKERS.includes(kind))];

/** Empties a namespace whose deletion was asked for, pods with their grace, and then lets it go. Source: pkg/controller/namespace. */
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
        this.#clock.after(GRACE_MS, () => this.#empty(object.metadata.name, object.metadata.uid));
    });
  }

  #empty(name: string, uid: string): void {
    if (this.#store.get("namespaces", undefined, name)?.metadata.uid !== uid) return;
    for (const kind of IN_ORDER)
      for (const object of this.#store.list(kind, name))
        if (!isDeleting(object) && this.#store.get(kind, name, object.metadata.name) !== undefined)
          this.#store.delete(kind, name, object.metadata.name);
    if (KINDS.some((kind) => this.#store.list(kind, name).length > 0)) {
      this.#clock.after(LOOK_AGAIN_MS, () => this.#empty(name, uid));
      return;
    }
    this.#store.edit("namespaces", undefined, name, (namespace) => {
      namespace.spec = {};
    });
  }
}
