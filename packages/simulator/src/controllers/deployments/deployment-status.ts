import type { StoredObject } from "@daemonscope/simulated-apiserver/objects/contract";
import { isJsonObject, type JsonObject, listIn } from "@daemonscope/simulated-apiserver/objects/json";
import { conditionNamed, conditionsOf, specOf, statusOf } from "@daemonscope/simulated-apiserver/objects/objects";
import { timestamp } from "@daemonscope/simulated-apiserver/objects/timestamp";
import { countOf, replicasOf } from "./replicas.ts";

/** A Deployment condition also carries the time of its last update. */
interface ConditionState {
  readonly type: "Available" | "Progressing";
  readonly status: "True" | "False";
  readonly reason: string;
  readonly message: string;
}

const optional = (counts: Readonly<Record<string, number>>): JsonObject =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));

const total = (sets: readonly StoredObject[], field: string): number => sets.reduce((sum, set) => sum + countOf(set, field), 0);

function isComplete(deployment: StoredObject, counts: Readonly<Record<string, number>>): boolean {
  const wanted = replicasOf(deployment);
  return counts.updatedReplicas === wanted && counts.replicas === wanted && counts.availableReplicas === wanted;
}

/** Returns the time of the rollout's last progress, in milliseconds. Its deadline counts from then. */
export function progressedAtMs(deployment: StoredObject): number {
  const progressing = conditionsOf(deployment).find(({ type }) => type === "Progressing") as { lastUpdateTime?: string } | undefined;
  return Date.parse(progressing?.lastUpdateTime ?? deployment.metadata.creationTimestamp);
}

function progressing(
  deployment: StoredObject,
  current: StoredObject | undefined,
  counts: Readonly<Record<string, number>>,
  nowMs: number,
): ConditionState {
  const { name } = deployment.metadata;
  const named = current === undefined ? `Deployment "${name}"` : `ReplicaSet "${current.metadata.name}"`;
  const progressingCondition = (status: "True" | "False", reason: string, what: string): ConditionState => ({
    type: "Progressing",
    status,
    reason,
    message: `${named} ${what}`,
  });
  const before = statusOf(deployment);
  if (isComplete(deployment, counts)) return progressingCondition("True", "NewReplicaSetAvailable", "has successfully progressed.");
  const isNew = before.observedGeneration !== deployment.metadata.generation;
  const moved =
    isNew || ["updatedReplicas", "readyReplicas", "availableReplicas"].some((field) => (counts[field] ?? 0) > Number(before[field] ?? 0));
  const deadlineMs = Number(specOf(deployment).progressDeadlineSeconds ?? 600) * 1000;
  const isLate = nowMs >= progressedAtMs(deployment) + deadlineMs || conditionNamed(deployment, "Progressing")?.status === "False";
  if (!moved && isLate) return progressingCondition("False", "ProgressDeadlineExceeded", "has timed out progressing.");
  return progressingCondition("True", "ReplicaSetUpdated", "is progressing.");
}

/** Reports whether the status shows that the rollout ended, with success or failure. */
export const isSettled = (status: JsonObject): boolean =>
  listIn(status, "conditions")
    .filter(isJsonObject)
    .some(({ reason }) => reason === "NewReplicaSetAvailable" || reason === "ProgressDeadlineExceeded");

/**
 * Computes the status of a Deployment from its ReplicaSets. Source: pkg/controller/deployment, calculateStatus and
 * syncRolloutStatus.
 */
export function deploymentStatus(
  deployment: StoredObject,
  current: StoredObject | undefined,
  sets: readonly StoredObject[],
  maxUnavailable: number,
  nowMs: number,
): JsonObject {
  const available = total(sets, "availableReplicas");
  const counts = {
    replicas: total(sets, "replicas"),
    updatedReplicas: current === undefined ? 0 : countOf(current, "replicas"),
    readyReplicas: total(sets, "readyReplicas"),
    availableReplicas: available,
    unavailableReplicas: Math.max(0, sets.reduce((sum, set) => sum + replicasOf(set), 0) - available),
  };
  const enough = available >= replicasOf(deployment) - maxUnavailable;
  const conditionStates: readonly ConditionState[] = [
    enough
      ? { type: "Available", status: "True", reason: "MinimumReplicasAvailable", message: "Deployment has minimum availability." }
      : {
          type: "Available",
          status: "False",
          reason: "MinimumReplicasUnavailable",
          message: "Deployment does not have minimum availability.",
        },
    progressing(deployment, current, counts, nowMs),
  ];
  const now = timestamp(nowMs);
  const conditions = conditionStates.map((next) => {
    const before = conditionsOf(deployment).find(({ type }) => type === next.type) as (ConditionState & JsonObject) | undefined;
    const grew = next.reason === "ReplicaSetUpdated" && counts.availableReplicas > countOf(deployment, "availableReplicas");
    if (before !== undefined && before.status === next.status && before.reason === next.reason && !grew) return before;
    return { ...next, lastUpdateTime: now, lastTransitionTime: before?.status === next.status ? before.lastTransitionTime : now };
  });
  const terminatingReplicas = total(sets, "terminatingReplicas");
  return { observedGeneration: deployment.metadata.generation, ...optional(counts), terminatingReplicas, conditions };
}
