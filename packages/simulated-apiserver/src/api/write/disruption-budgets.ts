import { matchesLabelSelector } from "@daemonscope/kube/matching/label-selector";
import type { LabelSelector } from "@daemonscope/kube/objects";
import type { Store, StoredObject } from "../../objects/contract.ts";
import { isJsonObject, objectIn } from "../../objects/json.ts";
import { conditionNamed, isDeleting } from "../../objects/objects.ts";

/** The disruptions that a PodDisruptionBudget allows now. */
interface Allowance {
  /** Pods that may still go; below 0 if too many are gone already. */
  readonly allowed: number;
  readonly needed: number;
  readonly healthy: number;
}

/** Reports whether a budget counts a pod as healthy. */
export const isHealthy = (pod: StoredObject): boolean => !isDeleting(pod) && conditionNamed(pod, "Ready")?.status === "True";

/** Resolves a number of pods, or a percentage rounded up. */
function podsIn(value: unknown, total: number): number {
  const percent = typeof value === "string" ? /^(\d+)%$/.exec(value)?.[1] : undefined;
  return percent === undefined ? Number(value ?? 0) : Math.ceil((Number(percent) * total) / 100);
}

const selectorOf = (budget: StoredObject): LabelSelector | undefined => {
  const { selector } = objectIn(budget, "spec");
  return isJsonObject(selector) ? (selector as LabelSelector) : undefined;
};

/** Reports whether a budget covers a pod. A budget without a selector covers none. */
export function guards(budget: StoredObject, pod: StoredObject): boolean {
  const selector = selectorOf(budget);
  if (selector === undefined || budget.metadata.namespace !== pod.metadata.namespace) return false;
  return matchesLabelSelector(selector, pod.metadata.labels ?? {});
}

/**
 * Returns the allowance, counted from the current pods. In a real cluster a controller writes the numbers into the
 * budget's status. O(pods of the namespace).
 */
export function allowanceOf(store: Store, budget: StoredObject): Allowance {
  const pods = store.list("pods", budget.metadata.namespace).filter((pod) => guards(budget, pod));
  const { minAvailable, maxUnavailable } = objectIn(budget, "spec");
  const healthy = pods.filter(isHealthy).length;
  const needed = maxUnavailable === undefined ? podsIn(minAvailable ?? 1, pods.length) : pods.length - podsIn(maxUnavailable, pods.length);
  return { allowed: healthy - needed, needed, healthy };
}
