import { controllerOf } from "@daemonscope/kube/owner";
import type { StoredObject } from "@daemonscope/simulated-apiserver/objects/contract";
import { conditionNamed, isDeleting, isReady, phaseOf, specOf, statusOf } from "@daemonscope/simulated-apiserver/objects/objects";

/** Returns the owner reference of objects that a workload controls. */
export const ownedBy = ({ apiVersion, kind, metadata: { name, uid } }: StoredObject) => ({
  apiVersion,
  kind,
  name,
  uid,
  controller: true,
  blockOwnerDeletion: true,
});

export const isOwnedBy = (object: StoredObject, owner: StoredObject): boolean => controllerOf(object.metadata)?.uid === owner.metadata.uid;

export const replicasOf = (object: StoredObject): number => Number(specOf(object).replicas ?? 0);
export const countOf = (object: StoredObject, field: string): number => Number(statusOf(object)[field] ?? 0);

/** Reports whether a pod counts as a replica. */
export const isActive = (pod: StoredObject): boolean => !isDeleting(pod) && phaseOf(pod) !== "Succeeded" && phaseOf(pod) !== "Failed";

/** Reports whether a pod is being deleted and has not ended before. */
export const isTerminating = (pod: StoredObject): boolean => isDeleting(pod) && phaseOf(pod) !== "Succeeded" && phaseOf(pod) !== "Failed";

/** Returns when a ready pod counts as available, in milliseconds of cluster time; undefined if the pod is not ready. */
export function availableAtMs(pod: StoredObject, minReadySeconds: number): number | undefined {
  const since = conditionNamed(pod, "Ready")?.lastTransitionTime;
  return isReady(pod) && since !== undefined ? Date.parse(since) + minReadySeconds * 1000 : undefined;
}
