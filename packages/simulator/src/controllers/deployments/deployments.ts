import { matchesLabelSelector } from "@daemonscope/kube/matching/label-selector";
import type { IntOrString, LabelSelector } from "@daemonscope/kube/objects";
import { controllerOf } from "@daemonscope/kube/owner";
import { fnv1a32, safeEncode } from "@daemonscope/kube/values/fnv";
import { stableJson } from "@daemonscope/kube/values/stable-json";
import type { Store, StoredObject } from "@daemonscope/simulated-apiserver/objects/contract";
import { equalJson, type JsonObject, objectIn } from "@daemonscope/simulated-apiserver/objects/json";
import { annotationOf, isDeleting, labelsOf, specOf, statusOf } from "@daemonscope/simulated-apiserver/objects/objects";
import type { Clock } from "@daemonscope/simulated-apiserver/time/clock";
import type { EventRecorder } from "../recorder.ts";
import { deploymentStatus, isSettled, progressedAtMs } from "./deployment-status.ts";
import { OwnerQueue } from "./owner-queue.ts";
import { countOf, isOwnedBy, ownedBy, replicasOf } from "./replicas.ts";
import { type ReplicaState, type Scaling, scalingsOf } from "./rollout-plan.ts";

const NAME = "deployment-controller";
const HASH = "pod-template-hash";
const REVISION = "deployment.kubernetes.io/revision";
const revisionOf = (set: StoredObject): number => Number(annotationOf(set, REVISION) ?? 0);
const byAge = (a: StoredObject, b: StoredObject): number => revisionOf(a) - revisionOf(b);

/** Returns a template without the controller's additions. */
function bareTemplate(template: JsonObject): string {
  const { [HASH]: _, ...labels } = objectIn(objectIn(template, "metadata"), "labels");
  return stableJson({ ...template, metadata: { ...objectIn(template, "metadata"), labels } });
}

/** Resolves a number, or a percentage of the replicas. `round` rounds a surge up and an unavailable amount down. */
function amountOf(value: IntOrString | undefined, replicas: number, round: (value: number) => number): number {
  return typeof value === "string" ? round((Number.parseFloat(value) * replicas) / 100) : (value ?? 0);
}

function budgetOf(deployment: StoredObject): { readonly maxSurge: number; readonly maxUnavailable: number } {
  const rolling = objectIn(objectIn(specOf(deployment), "strategy"), "rollingUpdate");
  const replicas = replicasOf(deployment);
  const maxSurge = amountOf(rolling.maxSurge as IntOrString, replicas, Math.ceil);
  const maxUnavailable = amountOf(rolling.maxUnavailable as IntOrString, replicas, Math.floor);
  // A rollout must be able to proceed.
  return { maxSurge, maxUnavailable: maxSurge === 0 && maxUnavailable === 0 ? 1 : Math.min(maxUnavailable, replicas) };
}

const isPaused = (deployment: StoredObject): boolean => specOf(deployment).paused === true;
const isRecreated = (deployment: StoredObject): boolean => objectIn(specOf(deployment), "strategy").type === "Recreate";

const stateOf = (set: StoredObject): ReplicaState => ({
  name: set.metadata.name,
  replicas: replicasOf(set),
  available: countOf(set, "availableReplicas"),
});

/** The annotations that each ReplicaSet gets from its Deployment. */
const scaleAnnotations = (deployment: StoredObject) => ({
  "deployment.kubernetes.io/desired-replicas": String(replicasOf(deployment)),
  "deployment.kubernetes.io/max-replicas": String(replicasOf(deployment) + budgetOf(deployment).maxSurge),
});

/**
 * Rolls out Deployments through ReplicaSets: one per template, scaled within the budget, with revisions for `kubectl
 * rollout undo`. Source: pkg/controller/deployment.
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
    const sets = this.#store.list("replicasets", deployment.metadata.namespace);
    return sets.filter((set) => isOwnedBy(set, deployment)).sort(byAge);
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
    if (!isDeleting(deployment)) this.#adopt(deployment);
    const current = isDeleting(deployment) ? undefined : this.#current(deployment);
    if (!isDeleting(deployment)) {
      const state = current === undefined ? undefined : stateOf(current);
      for (const scaling of this.#scalings(deployment, state)) this.#scale(deployment, scaling);
      this.#cleanUp(deployment, current);
    }
    this.#syncStatus(deployment, current);
  }

  /**
   * Returns the ReplicaSet of the live template, with the highest revision. Creates it, unless the rollout is paused or
   * must wait until the old pods are gone.
   */
  #current(deployment: StoredObject): StoredObject | undefined {
    const sets = this.#setsOf(deployment);
    const template = bareTemplate(objectIn(specOf(deployment), "template"));
    const found = sets.find((set) => bareTemplate(objectIn(specOf(set), "template")) === template);
    const highest = Math.max(0, ...sets.filter((set) => set !== found).map(revisionOf));
    if (found === undefined) {
      const mustWait = isRecreated(deployment) && this.#podsOf(sets) > 0;
      return isPaused(deployment) || mustWait ? undefined : this.#createReplicaSet(deployment, template, highest + 1);
    }
    const revision = Math.max(revisionOf(found), highest + 1);
    this.#annotate(deployment, revision);
    if (revision === revisionOf(found)) return found;
    return this.#store.edit("replicasets", found.metadata.namespace, found.metadata.name, ({ metadata }) => {
      metadata.annotations = { ...metadata.annotations, [REVISION]: String(revision) };
    });
  }

  #podsOf(sets: readonly StoredObject[]): number {
    return sets.reduce((sum, { metadata }) => sum + this.#store.podsOwnedBy(metadata.uid).length, 0);
  }

  /** Creates the ReplicaSet of a template, with the number of replicas that the budget allows immediately. */
  #createReplicaSet(deployment: StoredObject, template: string, revision: number): StoredObject {
    const { namespace } = deployment.metadata;
    const spec = specOf(deployment);
    const hash = safeEncode(fnv1a32(`${template} ${String(statusOf(deployment).collisionCount ?? "")}`));
    const parts = objectIn(spec, "template");
    const metadata = objectIn(parts, "metadata");
    const labels = { ...objectIn(metadata, "labels"), [HASH]: hash };
    const selector = objectIn(spec, "selector");
    const name = `${deployment.metadata.name}-${hash}`;
    const [first] = this.#scalings(deployment, { name, replicas: 0, available: 0 }).filter((scaling) => scaling.name === name);
    const made = this.#store.create("replicasets", {
      metadata: {
        name,
        namespace,
        labels,
        annotations: { ...scaleAnnotations(deployment), [REVISION]: String(revision) },
        ownerReferences: [ownedBy(deployment)],
      },
      spec: {
        replicas: first?.to ?? 0,
        ...(spec.minReadySeconds === undefined ? {} : { minReadySeconds: spec.minReadySeconds }),
        selector: { ...selector, matchLabels: { ...objectIn(selector, "matchLabels"), [HASH]: hash } },
        template: { ...parts, metadata: { ...metadata, labels } },
      },
    });
    this.#annotate(deployment, revision);
    if (first !== undefined) this.#recordScaling(deployment, first);
    return made;
  }

  #annotate({ metadata }: StoredObject, revision: number): void {
    if (metadata.annotations?.[REVISION] === String(revision)) return;
    this.#store.edit("deployments", metadata.namespace, metadata.name, (copy) => {
      copy.metadata.annotations = { ...copy.metadata.annotations, [REVISION]: String(revision) };
    });
  }

  #scalings(deployment: StoredObject, current: ReplicaState | undefined): readonly Scaling[] {
    const old = this.#setsOf(deployment).filter((set) => set.metadata.name !== current?.name);
    return scalingsOf({
      replicas: replicasOf(deployment),
      ...budgetOf(deployment),
      recreate: isRecreated(deployment),
      paused: isPaused(deployment),
      current,
      old: old.map(stateOf),
      oldPods: this.#podsOf(old),
    });
  }

  #scale(deployment: StoredObject, scaling: Scaling): void {
    this.#store.edit("replicasets", deployment.metadata.namespace, scaling.name, (set) => {
      set.spec = { ...objectIn(set, "spec"), replicas: scaling.to };
      set.metadata.annotations = { ...set.metadata.annotations, ...scaleAnnotations(deployment) };
    });
    this.#recordScaling(deployment, scaling);
  }

  #recordScaling(deployment: StoredObject, { name, from, to }: Scaling): void {
    const message = `Scaled ${to > from ? "up" : "down"} replica set ${name} from ${from} to ${to}`;
    this.#recorder.record(deployment, "Normal", "ScalingReplicaSet", message, NAME);
  }

  /** Deletes old ReplicaSets without pods beyond the limit, the oldest first. */
  #cleanUp(deployment: StoredObject, current: StoredObject | undefined): void {
    const empty = this.#setsOf(deployment).filter(
      (set) => set.metadata.uid !== current?.metadata.uid && replicasOf(set) === 0 && countOf(set, "replicas") === 0,
    );
    const excess = empty.length - Number(specOf(deployment).revisionHistoryLimit ?? 10);
    for (const { metadata } of empty.slice(0, Math.max(0, excess))) this.#store.delete("replicasets", metadata.namespace, metadata.name);
  }

  #syncStatus(deployment: StoredObject, current: StoredObject | undefined): void {
    const { namespace, name } = deployment.metadata;
    const now = this.#store.get("deployments", namespace, name);
    if (now === undefined) return;
    const nowMs = this.#clock.nowMs();
    const set = current === undefined ? undefined : this.#store.get("replicasets", namespace, current.metadata.name);
    const status = deploymentStatus(now, set, this.#setsOf(now), budgetOf(now).maxUnavailable, nowMs);
    if (!equalJson(status, statusOf(now))) this.#store.update("deployments", { ...now, status }, "status");
    const leftMs = progressedAtMs(now) + Number(specOf(now).progressDeadlineSeconds ?? 600) * 1000 - nowMs;
    if (leftMs > 0 && !isSettled(status)) this.#queue.addLater(now, leftMs);
  }
}
