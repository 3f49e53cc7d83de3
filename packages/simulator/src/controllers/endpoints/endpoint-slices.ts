import { splitKey } from "@daemonscope/kube/base/object-key";
import type { Store, StoredObject } from "@daemonscope/simulated-apiserver/objects/contract";
import { equalJson } from "@daemonscope/simulated-apiserver/objects/json";
import { labelsOf, specOf } from "@daemonscope/simulated-apiserver/objects/objects";
import type { Clock } from "@daemonscope/simulated-apiserver/time/clock";
import { WorkQueue } from "../work-queue.ts";
import { MANAGED_BY, MANAGER, SERVICE_NAME, selectorOf, selects, slicesOf } from "./slices-of.ts";

const SYNC_DELAY_MS = 15;
const ZONE = "topology.kubernetes.io/zone";

const keyOf = ({ metadata }: StoredObject): string => `${metadata.namespace ?? ""}/${metadata.name}`;

/** Keeps the EndpointSlices of every Service with a selector. Source: pkg/controller/endpointslice. */
export class EndpointSlices {
  readonly #store: Store;
  readonly #queue: WorkQueue;
  /** Services with a selector, by namespace. Most clusters have few of them, and most pods belong to none. */
  readonly #services = new Map<string, Map<string, StoredObject>>();

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#queue = new WorkQueue(clock, (key) => {
      this.#reconcile(key);
      return 0;
    });
  }

  start(): void {
    this.#store.subscribe("services", ({ type, object }) => {
      const { namespace = "", name } = object.metadata;
      const here = this.#services.get(namespace) ?? new Map<string, StoredObject>();
      this.#services.set(namespace, here);
      if (type === "DELETED" || selectorOf(object) === undefined) here.delete(name);
      else here.set(name, object);
      this.#queue.add(keyOf(object), SYNC_DELAY_MS);
    });
    this.#store.subscribe("pods", ({ object, previous }) => {
      for (const service of this.#services.get(object.metadata.namespace ?? "")?.values() ?? [])
        if (selects(service, object) || (previous !== undefined && selects(service, previous)))
          this.#queue.add(keyOf(service), SYNC_DELAY_MS);
    });
    this.#store.subscribe("endpointslices", ({ object, restored }) => {
      const service = labelsOf(object)[SERVICE_NAME];
      if (restored === true && service !== undefined) this.#queue.add(`${object.metadata.namespace ?? ""}/${service}`, SYNC_DELAY_MS);
    });
  }

  #slices(namespace: string, service: string): readonly StoredObject[] {
    return this.#store
      .list("endpointslices", namespace)
      .filter((slice) => labelsOf(slice)[SERVICE_NAME] === service && labelsOf(slice)[MANAGED_BY] === MANAGER);
  }

  #reconcile(key: string): void {
    const [namespace, name] = splitKey(key);
    const service = this.#store.get("services", namespace, name);
    const present = [...this.#slices(namespace, name)];
    const wanted =
      service === undefined || selectorOf(service) === undefined
        ? []
        : slicesOf(
            service,
            this.#store.list("pods", namespace).filter((pod) => selects(service, pod)),
            (node) => this.#store.get("nodes", undefined, node)?.metadata.labels?.[ZONE],
          );
    for (const content of wanted) {
      const at = Math.max(
        0,
        present.findIndex((slice) => equalJson(slice.ports, content.ports)),
      );
      const [slice] = present.splice(at, 1);
      if (slice !== undefined) this.#store.update("endpointslices", { ...slice, ...content });
      else if (service !== undefined) this.#store.create("endpointslices", { ...sliceOf(service), ...content });
    }
    for (const { metadata } of present) this.#store.delete("endpointslices", namespace, metadata.name);
  }
}

function sliceOf(service: StoredObject): Record<string, unknown> {
  const { name, namespace, uid } = service.metadata;
  const headless = specOf(service).clusterIP === "None" ? { "service.kubernetes.io/headless": "" } : {};
  return {
    metadata: {
      generateName: `${name}-`,
      namespace,
      labels: { ...labelsOf(service), [MANAGED_BY]: MANAGER, [SERVICE_NAME]: name, ...headless },
      ownerReferences: [{ apiVersion: "v1", kind: "Service", name, uid, controller: true, blockOwnerDeletion: true }],
    },
    addressType: "IPv4",
  };
}
