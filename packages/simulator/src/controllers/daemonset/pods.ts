import type { StoredObject } from "@daemonscope/simulated-apiserver/objects/contract";
import {
  conditionNamed,
  isDeleting,
  isReady,
  labelsOf,
  nodeNameOf,
  phaseOf,
  pinnedNodeOf,
} from "@daemonscope/simulated-apiserver/objects/objects";
import type { DaemonSetView } from "./daemon-set-view.ts";

export const targetNodeOf = (pod: StoredObject): string | undefined => nodeNameOf(pod) ?? pinnedNodeOf(pod);

/** Returns whether a pod ended and is being deleted. The controller no longer counts such a pod on its node. */
export const isGone = (pod: StoredObject): boolean => isDeleting(pod) && (phaseOf(pod) === "Failed" || phaseOf(pod) === "Succeeded");

/** Orders scheduled pods first, then older ones, then by name. */
export function inControllerOrder(a: StoredObject, b: StoredObject): number {
  const scheduled = Number(nodeNameOf(b) !== undefined) - Number(nodeNameOf(a) !== undefined);
  if (scheduled !== 0) return scheduled;
  return (
    Date.parse(a.metadata.creationTimestamp) - Date.parse(b.metadata.creationTimestamp) || (a.metadata.name < b.metadata.name ? -1 : 1)
  );
}

export function isAvailable(pod: StoredObject, minReadySeconds: number, nowMs: number): boolean {
  if (!isReady(pod)) return false;
  if (minReadySeconds === 0) return true;
  const since = conditionNamed(pod, "Ready")?.lastTransitionTime;
  return since !== undefined && Date.parse(since) + minReadySeconds * 1000 <= nowMs;
}

export function isUpdated(pod: StoredObject, set: DaemonSetView, hash: string): boolean {
  const labels = labelsOf(pod);
  return (
    labels["controller-revision-hash"] === hash ||
    (set.templateGeneration !== "" && labels["pod-template-generation"] === set.templateGeneration)
  );
}

/** Splits the live pods of one node by revision. Terminating pods are in neither part. */
export function splitByRevision(
  pods: readonly StoredObject[],
  set: DaemonSetView,
  hash: string,
): { readonly fresh: readonly StoredObject[]; readonly old: readonly StoredObject[] } {
  const live = pods.filter((pod) => !isDeleting(pod));
  return { fresh: live.filter((pod) => isUpdated(pod, set, hash)), old: live.filter((pod) => !isUpdated(pod, set, hash)) };
}
