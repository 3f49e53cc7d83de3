import { splitKey } from "@daemonscope/kube/base/object-key";
import { controllerOf } from "@daemonscope/kube/owner";
import type { ResourceName, Store, StoredObject } from "@daemonscope/simulated-apiserver/objects/contract";
import { StoreError } from "@daemonscope/simulated-apiserver/objects/failures";
import type { Clock } from "@daemonscope/simulated-apiserver/time/clock";
import { WorkQueue } from "../work-queue.ts";

const SYNC_DELAY_MS = 10;
/**
 * If the API server refuses, the work is retried with backoff. Source: client-go/util/workqueue,
 * DefaultTypedControllerRateLimiter.
 */
const RETRY_FIRST_MS = 5;
const RETRY_LIMIT_MS = 1_000_000;
const keyOf = (namespace: string | undefined, name: string): string => `${namespace ?? ""}/${name}`;

/** Objects that own objects of another resource. */
interface Owners {
  readonly resource: ResourceName;
  readonly kind: string;
  readonly owned: ResourceName;
}

/** Queues an owner soon after it or one of its objects changed, and on request. */
export class OwnerQueue {
  readonly #store: Store;
  readonly #owners: Owners;
  readonly #queue: WorkQueue;
  readonly #retryMs = new Map<string, number>();

  /** `sync` receives the owner's current version. Deleted owners are skipped. */
  constructor(store: Store, clock: Clock, owners: Owners, sync: (owner: StoredObject) => void) {
    this.#store = store;
    this.#owners = owners;
    this.#queue = new WorkQueue(clock, (key) => {
      this.#sync(key, sync);
      return 0;
    });
  }

  #sync(key: string, sync: (owner: StoredObject) => void): void {
    const [namespace, name] = splitKey(key);
    const owner = this.#store.get(this.#owners.resource, namespace, name);
    const retryMs = this.#retryMs.get(key) ?? RETRY_FIRST_MS;
    this.#retryMs.delete(key);
    if (owner === undefined) return;
    try {
      sync(owner);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      this.#retryMs.set(key, Math.min(RETRY_LIMIT_MS, retryMs * 2));
      this.#queue.addLater(key, retryMs);
    }
  }

  start(): void {
    const { resource, kind, owned } = this.#owners;
    this.#store.subscribe(resource, ({ type, object }) => {
      if (type !== "DELETED") this.#queue.add(keyOf(object.metadata.namespace, object.metadata.name), SYNC_DELAY_MS);
    });
    this.#store.subscribe(owned, ({ object }) => {
      const owner = controllerOf(object.metadata);
      if (owner?.kind === kind) this.#queue.add(keyOf(object.metadata.namespace, owner.name), SYNC_DELAY_MS);
    });
  }

  addLater({ metadata }: StoredObject, delayMs: number): void {
    this.#queue.addLater(keyOf(metadata.namespace, metadata.name), delayMs);
  }
}
