import type { Store, StoredObject } from "@daemonscope/simulated-apiserver/objects/contract";
import { equalJson, objectIn } from "@daemonscope/simulated-apiserver/objects/json";
import { isDeleting, isReady, labelsOf, nodeNameOf, specOf, statusOf } from "@daemonscope/simulated-apiserver/objects/objects";
import type { Clock } from "@daemonscope/simulated-apiserver/time/clock";
import type { EventRecorder } from "../recorder.ts";
import { OwnerQueue } from "./owner-queue.ts";
import { availableAtMs, isActive, isTerminating, ownedBy, replicasOf } from "./replicas.ts";

const NAME = "replicaset-controller";

/**
 * Orders surplus pods for deletion: pods without a node, then pods that are not ready, then the youngest. Source:
 * pkg/controller, ActivePods.
 */
const byDeletionOrder = (a: StoredObject, b: StoredObject): number =>
  Number(nodeNameOf(a) !== undefined) - Number(nodeNameOf(b) !== undefined) ||
  Number(isReady(a)) - Number(isReady(b)) ||
  Date.parse(b.metadata.creationTimestamp) - Date.parse(a.metadata.creationTimestamp);

/**
 * Keeps the wanted number of pods for each ReplicaSet, and counts them. Pods without an owner are not adopted. Source:
 * pkg/controller/replicaset.
 */
export class ReplicaSets {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #recorder: EventRecorder;
  readonly #queue: OwnerQueue;

  constructor(store: Store, clock: Clock, recorder: EventRecorder) {
    this.#store = store;
    this.#clock = clock;
    this.#recorder = recorder;
    const owners = { resource: "replicasets", kind: "ReplicaSet", owned: "pods" } as const;
    this.#queue = new OwnerQueue(store, clock, owners, (set) => this.#sync(set));
  }

  start(): void {
    this.#queue.start();
  }

  #sync(set: StoredObject): void {
    const pods = this.#store.podsOwnedBy(set.metadata.uid).filter(isActive);
    if (!isDeleting(set)) this.#keepReplicas(set, pods);
    this.#count(set, this.#store.podsOwnedBy(set.metadata.uid));
  }

  #keepReplicas(set: StoredObject, pods: readonly StoredObject[]): void {
    const { namespace = "", name } = set.metadata;
    for (let made = pods.length; made < replicasOf(set); made++) {
      const template = objectIn(specOf(set), "template");
      const metadata = { ...objectIn(template, "metadata"), generateName: `${name}-`, namespace, ownerReferences: [ownedBy(set)] };
      const pod = this.#store.create("pods", { metadata, spec: template.spec });
      this.#recorder.record(set, "Normal", "SuccessfulCreate", `Created pod: ${pod.metadata.name}`, NAME);
    }
    for (const pod of [...pods].sort(byDeletionOrder).slice(0, Math.max(0, pods.length - replicasOf(set)))) {
      this.#store.delete("pods", namespace, pod.metadata.name, { uid: pod.metadata.uid });
      this.#recorder.record(set, "Normal", "SuccessfulDelete", `Deleted pod: ${pod.metadata.name}`, NAME);
    }
  }

  #count(set: StoredObject, owned: readonly StoredObject[]): void {
    const pods = owned.filter(isActive);
    const nowMs = this.#clock.nowMs();
    const labels = Object.entries(labelsOf({ ...set, metadata: objectIn(objectIn(specOf(set), "template"), "metadata") as never }));
    const dueMs = pods.flatMap((pod) => availableAtMs(pod, Number(specOf(set).minReadySeconds ?? 0)) ?? []);
    const later = dueMs.filter((atMs) => atMs > nowMs);
    const counts = {
      fullyLabeledReplicas: pods.filter((pod) => labels.every(([label, value]) => labelsOf(pod)[label] === value)).length,
      readyReplicas: pods.filter(isReady).length,
      availableReplicas: dueMs.length - later.length,
    };
    const kept = Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
    const terminatingReplicas = owned.filter(isTerminating).length;
    const status = { replicas: pods.length, ...kept, terminatingReplicas, observedGeneration: set.metadata.generation };
    if (!equalJson(status, statusOf(set))) this.#store.update("replicasets", { ...set, status }, "status");
    if (later.length > 0) this.#queue.addLater(set, Math.min(...later) - nowMs);
  }
}
