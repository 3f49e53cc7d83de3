import { matchesLabelSelector } from "@daemonscope/kube/matching/label-selector";
import type { LabelSelector } from "@daemonscope/kube/objects";
import { controllerOf } from "@daemonscope/kube/owner";
import { fnv1a32, safeEncode } from "@daemonscope/kube/values/fnv";
import { stableJson } from "@daemonscope/kube/values/stable-json";
import { withCondition } from "@daemonscope/simulated-apiserver/objects/conditions";
import type { Store, StoredObject } from "@daemonscope/simulated-apiserver/objects/contract";
import { equalJson, type JsonObject, objectIn } from "@daemonscope/simulated-apiserver/objects/json";
import { annotationOf, conditionsOf, isDeleting, labelsOf, specOf, statusOf } from "@daemonscope/simulated-apiserver/objects/objects";
import type { Clock } from "@daemonscope/simulated-apiserver/time/clock";
import type { EventRecorder } from "../recorder.ts";
import { OwnerQueue } from "./owner-queue.ts";
import { countOf, isOwnedBy, ownedBy, replicasOf } from "./replicas.ts";

const NAME = "deployment-controller";
const HASH = "pod-template-hash";
const REVISION = "deployment.kubernetes.io/revision";
const revisionOf = (set: StoredObject): number => Number(annotationOf(set, REVISION) ?? 0);

/** Returns a template without the controller's additions. */
function bareTemplate(template: JsonObject): string {
  const { [HASH]: _, ...labels } = objectIn(objectIn(template, "metadata"), "labels");
  return stableJson({ ...template, metadata: { ...objectIn(template, "metadata"), labels } });
}

/** Reports whether all wanted pods of a ReplicaSet are available. */
const isAvailable = (set: StoredObject): boolean =>
  statusOf(set).observedGeneration === set.metadata.generation && countOf(set, "availableReplicas") >= replicasOf(set);

const total = (sets: readonly StoredObject[], field: string): number => sets.reduce((sum, set) => sum + countOf(set, field), 0);

/**
 * A small Deployment controller. Each template has one ReplicaSet, with revisions for `kubectl rollout undo`. A new
 * ReplicaSet gets all replicas at once, and old ones lose theirs when it is available. There is no strategy, pause,
 * progress deadline or history limit.
 */
export class Deployments {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #recorder: EventRecorder;
  readonly #queue: OwnerQueue;

  constructor(store: Store, clock: Clock, recorder: EventRecorder) {
    this.#store = store;
    this.#clock = clock;
    this.#recorder = recorder;
    const owners = { resource: "deployments", kind: "Deployment", owned: "replicasets" } as const;
    this.#queue = new OwnerQueue(store, clock, owners, (deployment) => this.#sync(deployment));
  }

  start(): void {
    this.#queue.start();
  }

  #setsOf(deployment: StoredObject): readonly StoredObject[] {
    return this.#store.list("replicasets", deployment.metadata.namespace).filter((set) => isOwnedBy(set, deployment));
  }

  /**
   * Adopts ReplicaSets without a controller that the selector matches, for example those of a deleted Deployment.
   * Source: controller_ref_manager.go, ClaimReplicaSets.
   */
  #adopt(deployment: StoredObject): void {
    const { namespace } = deployment.metadata;
    const selector = specOf(deployment).selector as LabelSelector;
    for (const set of this.#store.list("replicasets", namespace))
      if (controllerOf(set.metadata) === undefined && !isDeleting(set) && matchesLabelSelector(selector, labelsOf(set)))
        this.#store.edit("replicasets", namespace, set.metadata.name, ({ metadata }) => {
          metadata.ownerReferences = [...(metadata.ownerReferences ?? []), ownedBy(deployment)];
        });
  }

  #sync(deployment: StoredObject): void {
    if (isDeleting(deployment)) return;
    this.#adopt(deployment);
    const current = this.#current(deployment);
    this.#scale(deployment, current, replicasOf(deployment));
    if (isAvailable(this.#latest(current)))
      for (const set of this.#setsOf(deployment)) if (set.metadata.uid !== current.metadata.uid) this.#scale(deployment, set, 0);
    this.#syncStatus(deployment, current);
  }

  #latest(set: StoredObject): StoredObject {
    return this.#store.get("replicasets", set.metadata.namespace, set.metadata.name) ?? set;
  }

  /** Returns the ReplicaSet of the live template, with the highest revision. Creates it if there is none. */
  #current(deployment: StoredObject): StoredObject {
    const sets = this.#setsOf(deployment);
    const template = bareTemplate(objectIn(specOf(deployment), "template"));
    const found = sets.find((set) => bareTemplate(objectIn(specOf(set), "template")) === template);
    const highest = Math.max(0, ...sets.filter((set) => set !== found).map(revisionOf));
    const revision = Math.max(found === undefined ? 0 : revisionOf(found), highest + 1);
    const current = found ?? this.#createReplicaSet(deployment, template);
    this.#annotate("replicasets", current, revision);
    this.#annotate("deployments", deployment, revision);
    return current;
  }

  #createReplicaSet(deployment: StoredObject, template: string): StoredObject {
    const spec = specOf(deployment);
    const hash = safeEncode(fnv1a32(template));
    const parts = objectIn(spec, "template");
    const metadata = objectIn(parts, "metadata");
    const labels = { ...objectIn(metadata, "labels"), [HASH]: hash };
    const selector = objectIn(spec, "selector");
    const replicas = replicasOf(deployment);
    const made = this.#store.create("replicasets", {
      metadata: {
        name: `${deployment.metadata.name}-${hash}`,
        namespace: deployment.metadata.namespace,
        labels,
        ownerReferences: [ownedBy(deployment)],
      },
      spec: {
        replicas,
        ...(spec.minReadySeconds === undefined ? {} : { minReadySeconds: spec.minReadySeconds }),
        selector: { ...selector, matchLabels: { ...objectIn(selector, "matchLabels"), [HASH]: hash } },
        template: { ...parts, metadata: { ...metadata, labels } },
      },
    });
    if (replicas > 0) this.#recordScaling(deployment, made, 0, replicas);
    return made;
  }

  #annotate(resource: "deployments" | "replicasets", { metadata }: StoredObject, revision: number): void {
    if (metadata.annotations?.[REVISION] === String(revision)) return;
    this.#store.edit(resource, metadata.namespace, metadata.name, (copy) => {
      copy.metadata.annotations = { ...copy.metadata.annotations, [REVISION]: String(revision) };
    });
  }

  #scale(deployment: StoredObject, set: StoredObject, to: number): void {
    if (replicasOf(set) === to) return;
    this.#store.edit("replicasets", set.metadata.namespace, set.metadata.name, (copy) => {
      copy.spec = { ...objectIn(copy, "spec"), replicas: to };
    });
    this.#recordScaling(deployment, set, replicasOf(set), to);
  }

  #recordScaling(deployment: StoredObject, { metadata: { name } }: StoredObject, from: number, to: number): void {
    const message = `Scaled ${to > from ? "up" : "down"} replica set ${name} from ${from} to ${to}`;
    this.#recorder.record(deployment, "Normal", "ScalingReplicaSet", message, NAME);
  }

  /** Writes the counts and conditions that `kubectl rollout status` and Helm read. */
  #syncStatus({ metadata }: StoredObject, current: StoredObject): void {
    const deployment = this.#store.get("deployments", metadata.namespace, metadata.name);
    if (deployment === undefined) return;
    const [sets, wanted] = [this.#setsOf(deployment), replicasOf(deployment)];
    const counts = {
      replicas: total(sets, "replicas"),
      updatedReplicas: countOf(this.#latest(current), "replicas"),
      readyReplicas: total(sets, "readyReplicas"),
      availableReplicas: total(sets, "availableReplicas"),
      unavailableReplicas: Math.max(0, sets.reduce((sum, set) => sum + replicasOf(set), 0) - total(sets, "availableReplicas")),
    };
    const isEnough = counts.availableReplicas >= wanted;
    const isComplete = isEnough && counts.updatedReplicas === wanted && counts.replicas === wanted;
    const withAvailable = isEnough
      ? withCondition(
          conditionsOf(deployment),
          this.#clock,
          "Available",
          "True",
          "MinimumReplicasAvailable",
          "Deployment has minimum availability.",
        )
      : withCondition(
          conditionsOf(deployment),
          this.#clock,
          "Available",
          "False",
          "MinimumReplicasUnavailable",
          "Deployment does not have minimum availability.",
        );
    const progress = isComplete
      ? (["NewReplicaSetAvailable", "has successfully progressed."] as const)
      : (["ReplicaSetUpdated", "is progressing."] as const);
    const message = `ReplicaSet "${current.metadata.name}" ${progress[1]}`;
    const status = {
      observedGeneration: deployment.metadata.generation,
      ...Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0)),
      terminatingReplicas: total(sets, "terminatingReplicas"),
      conditions: withCondition(withAvailable, this.#clock, "Progressing", "True", progress[0], message),
    };
    if (!equalJson(status, statusOf(deployment))) this.#store.update("deployments", { ...deployment, status }, "status");
  }
}
