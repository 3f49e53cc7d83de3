import { withCondition } from "../../objects/conditions.ts";
import type { DeleteOptions, Store, StoredObject } from "../../objects/contract.ts";
import { conditionsOf, statusOf } from "../../objects/objects.ts";

/**
 * Carries out an allowed eviction: marks the pod as disrupted and deletes it with its grace period. Source:
 * pkg/registry/core/pod/storage/eviction.go, addConditionAndDeletePod.
 */
export function evictPod(store: Store, nowMs: number, pod: StoredObject, options: DeleteOptions = {}): void {
  const { namespace, name } = pod.metadata;
  const clock = { nowMs: () => nowMs };
  const conditions = withCondition(conditionsOf(pod), clock, "DisruptionTarget", "True", "EvictionByEvictionAPI", "Eviction API: evicting");
  store.update("pods", { ...pod, status: { ...statusOf(pod), conditions } }, "status");
  // The requested version is that of the pod before this update.
  const { resourceVersion: _version, ...rest } = options;
  store.delete("pods", namespace, name, rest);
}
