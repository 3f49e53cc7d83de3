import { matchesLabelSelector } from "@daemonscope/kube/label-selector";
import type { LabelSelector } from "@daemonscope/kube/objects";
import type { Store, StoredObject } from "../objects/contract.ts";
import { isJsonObject, objectIn } from "../objects/json.ts";
import { conditionNamed, isDeleting } from "./objects.ts";

/** What a PodDisruptionBudget lets happen to its pods now. */
export interface Allowance {
  /** Pods that may still go; below 0 when too many are gone already. */
  readonly allowed: number;
  readonly needed: number;
  readonly healthy: number;
}

/** Whether a budget counts a pod as one that is there. */
export const isHealthy = (pod: StoredObject): boolean => !isDeleting(pod) && conditionNamed(pod, "Ready")?.status === "True";

/** A number of pods, or a percentage of them rounded up. */
function podsIn(value: unknown, total: number): number {
  const percent = typeof value === "string" ? /^(\d+)%$/.exec(value)?.[1] : undefined;
  return percent === undefined ? Number(value ?? 0) : Math.ceil((Number(percent) * total) / 100);
}

const selectorOf = (budget: StoredObject): LabelSelector | undefined => {
  const { selector } = objectIn(budget, "spec");
  return isJsonObject(selector) ? (selector as LabelSelector) : undefined;
};

/** Whether a budget is about a pod; one without a selector is about none. */
export function guards(budget: StoredObject, pod: StoredObject): boolean {
  const selector = selectorOf(budget);
  if (selector === undefined || budget.metadata.namespace !== pod.metadata.namespace) return false;
  return matchesLabelSelector(selector, pod.metadata.labels ?? {});
}

/** Counted from the pods as they are, where a real cluster has a controller write it into the budget's status. O(pods of the namespace). */
export function allowanceOf(store: Store, budget: StoredObject): Allowance {
  const pods = store.list("pods", budget.metadata.namespace).filter((pod) => guards(budget, pod));
  const { minAvailable, maxUnavailable } = objectIn(budget, "spec");
  const healthy = pods.filter(isHealthy).length;
  const needed = maxUnavailable === undefined ? podsIn(minAvailable ?? 1, pods.length) : pods.length - podsIn(maxUnavailable, pods.length);
  return { allowed: healthy - needed, needed, healthy };
}
