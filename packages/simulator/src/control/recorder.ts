import { fnv64Hex } from "@daemonscope/kube/fnv";
import type { Clock } from "../clock.ts";
import type { Store, StoredObject } from "../store/contract.ts";
import { cloneJson } from "../store/json.ts";

const SIMILAR_LIMIT = 10;
const BURST = 25;
const REFILL_MS = 300_000;

/** Writes Events as client-go's recorder does: equal ones counted, similar ones combined after ten, a burst of 25 an object and then one in five minutes.
 *  Source: client-go tools/record/events_cache.go. */
export class EventRecorder {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #similar = new Map<string, number>();
  readonly #budget = new Map<string, { tokens: number; atMs: number }>();

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  record(involved: StoredObject, type: "Normal" | "Warning", reason: string, message: string, component: string): void {
    const { metadata } = involved;
    const namespace = metadata.namespace ?? "default";
    if (!this.#spend(`${component} ${metadata.uid}`)) return;
    const group = `${component} ${metadata.uid} ${type} ${reason}`;
    const similar = (this.#similar.get(group) ?? 0) + 1;
    this.#similar.set(group, similar);
    const combined = similar > SIMILAR_LIMIT;
    const text = combined ? `(combined from similar events): ${message}` : message;
    const name = `${metadata.name}.${fnv64Hex(combined ? group : `${group} ${message}`)}`;
    const now = `${new Date(this.#clock.nowMs()).toISOString().slice(0, 19)}Z`;
    const edited = this.#store.edit("events", namespace, name, (event) => {
      event.count = Number(event.count ?? 1) + 1;
      event.lastTimestamp = now;
      event.message = text;
    });
    if (edited !== undefined) return;
    this.#store.create("events", {
      metadata: { name, namespace },
      involvedObject: {
        kind: involved.kind,
        namespace: metadata.namespace,
        name: metadata.name,
        uid: metadata.uid,
        apiVersion: involved.apiVersion,
        resourceVersion: metadata.resourceVersion,
      },
      reason,
      message: text,
      type,
      count: 1,
      firstTimestamp: now,
      lastTimestamp: now,
      source: cloneJson({ component }),
      reportingComponent: component,
    });
  }

  #spend(key: string): boolean {
    const nowMs = this.#clock.nowMs();
    const budget = this.#budget.get(key) ?? { tokens: BURST, atMs: nowMs };
    budget.tokens = Math.min(BURST, budget.tokens + (nowMs - budget.atMs) / REFILL_MS);
    budget.atMs = nowMs;
    this.#budget.set(key, budget);
    if (budget.tokens < 1) return false;
    budget.tokens--;
    return true;
  }
}
