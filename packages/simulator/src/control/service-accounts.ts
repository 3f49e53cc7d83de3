import type { Store } from "../store/contract.ts";
import { isDeleting } from "./objects.ts";

const NAME = "default";

/** Keeps an account `default` in each namespace that is there to stay. Source: pkg/controller/serviceaccount. */
export class ServiceAccounts {
  readonly #store: Store;
  /** Makes what is made within it out of a chance of its own. */
  readonly #apart: (make: () => void) => void;

  constructor(store: Store, apart: (make: () => void) => void) {
    this.#store = store;
    this.#apart = apart;
  }

  start(): void {
    this.#store.subscribe("namespaces", ({ type, object }) => {
      if (type === "ADDED") this.#make(object.metadata.name);
    });
    this.#store.subscribe("serviceaccounts", ({ type, object }) => {
      if (type === "DELETED" && object.metadata.name === NAME) this.#make(object.metadata.namespace ?? "");
    });
    for (const { metadata } of this.#store.list("namespaces")) this.#make(metadata.name);
  }

  #make(namespace: string): void {
    const place = this.#store.get("namespaces", undefined, namespace);
    if (place === undefined || isDeleting(place) || this.#store.get("serviceaccounts", namespace, NAME) !== undefined) return;
    this.#apart(() => this.#store.create("serviceaccounts", { metadata: { name: NAME, namespace } }));
  }
}
