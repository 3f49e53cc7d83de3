import type { Store, StoredObject } from "@daemonscope/simulated-apiserver/objects/contract";
import { equalJson, isJsonObject, type JsonObject, listIn, objectIn } from "@daemonscope/simulated-apiserver/objects/json";
import { labelsOf, specOf } from "@daemonscope/simulated-apiserver/objects/objects";
import type { Clock } from "@daemonscope/simulated-apiserver/time/clock";
import { WorkQueue } from "../work-queue.ts";
import { SERVICE_NAME, selectorOf } from "./slices-of.ts";

const SYNC_DELAY_MS = 15;
const MANAGED_BY = { "endpoints.kubernetes.io/managed-by": "endpoint-controller" };
const LIMIT = 1000;

/** Returns the addresses and ports of a Service's slices in the form of Endpoints, without terminating pods. */
function subsetsOf(slices: readonly StoredObject[]): readonly JsonObject[] {
  return slices.flatMap((slice) => {
    const endpoints = listIn(slice, "endpoints")
      .filter(isJsonObject)
      .filter((endpoint) => objectIn(endpoint, "conditions").terminating !== true);
    const addresses = (ready: boolean) =>
      endpoints
        .filter((endpoint) => (objectIn(endpoint, "conditions").ready === true) === ready)
        .map(({ addresses: all, nodeName, targetRef }) => ({ ip: Array.isArray(all) ? all[0] : undefined, nodeName, targetRef }));
    const [ready, notReady] = [addresses(true), addresses(false)];
    if (ready.length + notReady.length === 0) return [];
    const ports = listIn(slice, "ports").filter(isJsonObject);
    return [
      {
        ...(ready.length === 0 ? {} : { addresses: ready.slice(0, LIMIT) }),
        ...(notReady.length === 0 ? {} : { notReadyAddresses: notReady.slice(0, LIMIT) }),
        ...(ports.length === 0 ? {} : { ports: ports.map(({ name, ...port }) => (name === "" ? port : { name, ...port })) }),
      },
    ];
  });
}

/**
 * Keeps the Endpoints of every Service with a selector, built from its slices. Tools from before Kubernetes 1.21 read
 * them.
 * Source: pkg/controller/endpoint.
 */
export class Endpoints {
  readonly #store: Store;
  readonly #queue: WorkQueue;
  /** Runs `make` with a separate source of random numbers. */
  readonly #apart: (make: () => void) => void;

  constructor(store: Store, clock: Clock, apart: (make: () => void) => void) {
    this.#store = store;
    this.#apart = apart;
    this.#queue = new WorkQueue(clock, (key) => {
      this.#reconcile(key);
      return 0;
    });
  }

  start(): void {
    this.#store.subscribe("endpointslices", ({ object }) => {
      const service = labelsOf(object)[SERVICE_NAME];
      if (service !== undefined) this.#queue.add(`${object.metadata.namespace ?? ""}/${service}`, SYNC_DELAY_MS);
    });
    this.#store.subscribe("services", ({ type, object }) => {
      if (type === "DELETED") this.#queue.add(`${object.metadata.namespace ?? ""}/${object.metadata.name}`, SYNC_DELAY_MS);
    });
  }

  #reconcile(key: string): void {
    const [namespace = "", name = ""] = key.split("/");
    const service = this.#store.get("services", namespace, name);
    const present = this.#store.get("endpoints", namespace, name);
    const isOurs = present === undefined || labelsOf(present)["endpoints.kubernetes.io/managed-by"] !== undefined;
    if (!isOurs) return;
    if (service === undefined || selectorOf(service) === undefined) {
      if (present !== undefined) this.#store.delete("endpoints", namespace, name);
      return;
    }
    const slices = this.#store.list("endpointslices", namespace).filter((slice) => labelsOf(slice)[SERVICE_NAME] === name);
    const subsets = subsetsOf(slices);
    const headless = specOf(service).clusterIP === "None" ? { "service.kubernetes.io/headless": "" } : {};
    const content = subsets.length === 0 ? {} : { subsets };
    const labels = { ...labelsOf(service), ...headless, ...MANAGED_BY };
    if (present === undefined) this.#apart(() => this.#store.create("endpoints", { metadata: { name, namespace, labels }, ...content }));
    else if (!equalJson(present.subsets ?? [], subsets)) {
      const { subsets: _, ...rest } = present;
      this.#store.update("endpoints", { ...rest, ...content, metadata: { ...present.metadata, labels } });
    }
  }
}
