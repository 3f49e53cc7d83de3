import type { Step } from "../actions/changes/step.ts";
import type { ClusterReading } from "../model/cluster-reading.ts";
import type { DaemonSetKey } from "../records/records.ts";

const PODS_PER_SLICE = 2000;

/** Returns the DaemonSets of the pods that the steps name, by `namespace/name`. Pods that do not exist are absent.
 *  O(pods) if a step names one. */
export function* podsNamedBy(
  reading: Pick<ClusterReading, "pods">,
  steps: readonly Step[],
): Generator<undefined, ReadonlyMap<string, DaemonSetKey>> {
  const found = new Map<string, DaemonSetKey>();
  const names = new Set(steps.flatMap((step) => (step.kind === "deletePods" ? step.pods.map((pod) => `${step.namespace}/${pod}`) : [])));
  if (names.size === 0) return found;
  let count = 0;
  for (const { key, pod } of reading.pods()) {
    const name = `${pod.namespace}/${pod.name}`;
    if (names.has(name)) found.set(name, key);
    if (++count % PODS_PER_SLICE === 0) yield;
  }
  return found;
}
