import { withCondition } from "@daemonscope/simulated-apiserver/objects/conditions";
import type { Store } from "@daemonscope/simulated-apiserver/objects/contract";
import { conditionsOf, nodeNameOf, phaseOf, statusOf } from "@daemonscope/simulated-apiserver/objects/objects";
import type { Clock } from "@daemonscope/simulated-apiserver/time/clock";

const PERIOD_MS = 20_000;
const QUARANTINE_MS = 40_000;

/**
 * Removes the pods of deleted nodes. A loop that runs every 20 s finds them. The first run after 40 more seconds marks
 * them as failed and deletes them. Source: pkg/controller/podgc.
 */
export class PodGarbageCollector {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #watched = new Set<string>();

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  start(): void {
    this.#store.subscribe("nodes", ({ type, object }) => {
      if (type === "DELETED" && this.#store.podsOnNode(object.metadata.name).length > 0) this.#find(object.metadata.name);
    });
    this.#store.subscribe("pods", ({ type, object, previous }) => {
      const node = nodeNameOf(object);
      if (type === "DELETED" || node === undefined || (previous !== undefined && nodeNameOf(previous) === node)) return;
      if (this.#store.get("nodes", undefined, node) === undefined) this.#find(node);
    });
  }

  /** Returns the milliseconds until the first run of the loop after `afterMs`. */
  #msUntilRun(afterMs: number): number {
    const nowMs = this.#clock.nowMs();
    return (Math.floor((nowMs + afterMs) / PERIOD_MS) + 1) * PERIOD_MS - nowMs;
  }

  #find(node: string): void {
    if (this.#watched.has(node)) return;
    this.#watched.add(node);
    const foundMs = this.#msUntilRun(0);
    this.#clock.after(this.#msUntilRun(foundMs + QUARANTINE_MS), () => {
      this.#watched.delete(node);
      this.#collect(node);
    });
  }

  #collect(node: string): void {
    if (this.#store.get("nodes", undefined, node) !== undefined) return;
    for (const pod of this.#store.podsOnNode(node)) {
      const { namespace, name } = pod.metadata;
      if (phaseOf(pod) !== "Succeeded" && phaseOf(pod) !== "Failed") {
        const why = "PodGC: node no longer exists";
        const conditions = withCondition(conditionsOf(pod), this.#clock, "DisruptionTarget", "True", "DeletionByPodGC", why);
        this.#store.update("pods", { ...pod, status: { ...statusOf(pod), phase: "Failed", conditions } }, "status");
      }
      this.#store.delete("pods", namespace, name, { gracePeriodSeconds: 0 });
    }
  }
}
