import type { Store, StoredObject } from "../../objects/contract.ts";
import { StoreError } from "../../objects/failures.ts";
import { objectIn } from "../../objects/json.ts";
import { allowanceOf, guards, isHealthy } from "./disruption-budgets.ts";

/**
 * Throws the API's answer to an eviction that a PodDisruptionBudget forbids: 429, or 500 for a pod with several
 * budgets. Pods that do not run, have ended or are terminating may always go. Source: kubernetes
 * pkg/registry/core/pod/storage/eviction.go.
 */
export function checkDisruption(store: Store, pod: StoredObject): void {
  const { phase } = objectIn(pod, "status");
  if (phase !== "Running" || pod.metadata.deletionTimestamp !== undefined) return;
  const budgets = store.list("poddisruptionbudgets", pod.metadata.namespace).filter((budget) => guards(budget, pod));
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
  const { allowed, needed, healthy } = allowanceOf(store, budget);
  if (allowed > 0) return;
  // A pod that is not ready may go if the others suffice or the budget's policy allows it.
  const { unhealthyPodEvictionPolicy: policy } = objectIn(budget, "spec");
  if (!isHealthy(pod) && (policy === "AlwaysAllow" || (healthy >= needed && needed > 0))) return;
  const message = `The disruption budget ${budget.metadata.name} needs ${needed} healthy pods and has ${healthy} currently`;
  throw new StoreError({
    code: 429,
    reason: "TooManyRequests",
    message: "Cannot evict pod as it would violate the pod's disruption budget.",
    details: { causes: [{ reason: "DisruptionBudget", message }] },
  });
}
