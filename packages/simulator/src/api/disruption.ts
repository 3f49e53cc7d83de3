import { matchesLabelSelector } from "@daemonscope/kube/label-selector";
import type { LabelSelector } from "@daemonscope/kube/objects";
import type { Store, StoredObject } from "../store/contract.ts";
import { StoreError } from "../store/failures.ts";
import { isJsonObject, listIn, objectIn } from "../store/json.ts";

const isHealthy = (pod: StoredObject): boolean =>
  pod.metadata.deletionTimestamp === undefined &&
  listIn(objectIn(pod, "status"), "conditions").some(
    (condition) => isJsonObject(condition) && condition.type === "Ready" && condition.status === "True",
  );

/** A number of pods, or a percentage of them rounded up. */
function podsOf(value: unknown, total: number): number {
  const percent = typeof value === "string" ? /^(\d+)%$/.exec(value)?.[1] : undefined;
  return percent === undefined ? Number(value ?? 0) : Math.ceil((Number(percent) * total) / 100);
}

/** Pods that a budget lets go now, counted from the pods as they are. */
function allowedBy(
  budget: StoredObject,
  pods: readonly StoredObject[],
): { readonly allowed: number; readonly needed: number; readonly healthy: number } {
  const { minAvailable, maxUnavailable } = objectIn(budget, "spec");
  const healthy = pods.filter(isHealthy).length;
  const needed = maxUnavailable === undefined ? podsOf(minAvailable ?? 1, pods.length) : pods.length - podsOf(maxUnavailable, pods.length);
  return { allowed: healthy - needed, needed, healthy };
}

/** Throws what the API answers to an eviction that a PodDisruptionBudget is against: 429, or 500 for a pod with several. Pods that do not run, have ended or are ending may
 *  always go. Source: kubernetes pkg/registry/core/pod/storage/eviction.go. */
export function checkDisruption(store: Store, pod: StoredObject): void {
  const { phase } = objectIn(pod, "status");
  if (phase !== "Running" || pod.metadata.deletionTimestamp !== undefined) return;
  const budgets = store.list("poddisruptionbudgets", pod.metadata.namespace).filter((budget) => {
    const { selector } = objectIn(budget, "spec");
    return isJsonObject(selector) && matchesLabelSelector(selector as LabelSelector, pod.metadata.labels ?? {});
  });
  const [budget] = budgets;
  if (budget === undefined) return;
  if (budgets.length > 1)
    throw new StoreError({
      code: 500,
      reason: "InternalError",
      message: "Internal error occurred: This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.",
      details: {
        causes: [{ message: "This pod has more than one PodDisruptionBudget, which the eviction subresource does not support." }],
      },
    });
  const { selector } = objectIn(budget, "spec");
  const pods = store
    .list("pods", pod.metadata.namespace)
    .filter((other) => matchesLabelSelector(selector as LabelSelector, other.metadata.labels ?? {}));
  const { allowed, needed, healthy } = allowedBy(budget, pods);
  if (allowed > 0) return;
  const message = `The disruption budget ${budget.metadata.name} needs ${needed} healthy pods and has ${healthy} currently`;
  throw new StoreError({
    code: 429,
    reason: "TooManyRequests",
    message: "Cannot evict pod as it would violate the pod's disruption budget.",
    details: { causes: [{ reason: "DisruptionBudget", message }] },
  });
}
