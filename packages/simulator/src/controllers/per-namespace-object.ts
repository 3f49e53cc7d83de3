import type { ResourceName, Store } from "@daemonscope/simulated-apiserver/objects/contract";
import { equalJson, type JsonObject } from "@daemonscope/simulated-apiserver/objects/json";
import { isDeleting } from "@daemonscope/simulated-apiserver/objects/objects";

/** An object that each namespace has. */
export interface NamespacedObject {
  readonly resource: ResourceName;
  readonly name: string;
  /** The data, which is restored with the annotations after a user changes it. */
  readonly data?: JsonObject;
  readonly annotations?: Readonly<Record<string, string>>;
}

/**
 * Keeps an object in each namespace that is not being deleted. Creates it with the namespace and after a deletion, and
 * restores its data after a change.
 */
export class PerNamespaceObject {
  readonly #store: Store;
  /** Runs `make` with a separate source of random numbers. */
  readonly #apart: (make: () => void) => void;
  readonly #kept: NamespacedObject;

  constructor(store: Store, apart: (make: () => void) => void, kept: NamespacedObject) {
    this.#store = store;
    this.#apart = apart;
    this.#kept = kept;
  }

  start(): void {
    this.#store.subscribe("namespaces", ({ type, object }) => {
      if (type === "ADDED") this.#keep(object.metadata.name);
    });
    this.#store.subscribe(this.#kept.resource, ({ object }) => {
      if (object.metadata.name === this.#kept.name) this.#keep(object.metadata.namespace ?? "");
    });
    for (const { metadata } of this.#store.list("namespaces")) this.#keep(metadata.name);
  }

  #keep(namespace: string): void {
    const { resource, name, data, annotations } = this.#kept;
    const namespaceObject = this.#store.get("namespaces", undefined, namespace);
    if (namespaceObject === undefined || isDeleting(namespaceObject)) return;
    const present = this.#store.get(resource, namespace, name);
    const metadata = { name, namespace, ...(annotations === undefined ? {} : { annotations: { ...annotations } }) };
    if (present === undefined) this.#apart(() => this.#store.create(resource, { metadata, ...(data === undefined ? {} : { data }) }));
    else if (data !== undefined && !equalJson(present.data, data))
      this.#store.edit(resource, namespace, name, (object) => {
        object.data = data;
        object.metadata.annotations = { ...object.metadata.annotations, ...annotations };
      });
  }
}
