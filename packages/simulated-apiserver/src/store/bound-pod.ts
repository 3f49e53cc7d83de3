import { withTopologyLabels } from "../admission/topology-labels.ts";
import type { StoredObject } from "../objects/contract.ts";
import { conflict, invalid } from "../objects/failures.ts";
import { isJsonObject, listIn, objectIn, withFields } from "../objects/json.ts";
import type { Resource } from "../objects/resource.ts";
import { timestamp } from "../objects/timestamp.ts";

/**
 * Returns a pod bound to a node; `node` is that node, if it exists. Throws the API's refusal. Source:
 * pkg/registry/core/pod/storage/storage.go, assignPod and setPodNodeAndMetadata.
 */
export function boundPod(
  resource: Resource,
  pod: StoredObject,
  nodeName: string,
  node: StoredObject | undefined,
  nowMs: number,
): StoredObject {
  const { name } = pod.metadata;
  const spec = objectIn(pod, "spec");
  if (nodeName === "") throw invalid(resource, name, [{ field: "target.name", reason: "FieldValueRequired", message: "Required value" }]);
  const refused = (why: string) => conflict(resource, name, why, "binding");
  if (pod.metadata.deletionTimestamp !== undefined) throw refused(`pod ${name} is being deleted, cannot be assigned to a host`);
  if (typeof spec.nodeName === "string" && spec.nodeName !== "")
    throw refused(`pod ${name} is already assigned to node "${spec.nodeName}"`);
  if (listIn(spec, "schedulingGates").length > 0) throw refused(`pod ${name} has non-empty .spec.schedulingGates`);
  const { nominatedNodeName: _, ...status } = objectIn(pod, "status");
  const others = listIn(status, "conditions").filter((condition) => isJsonObject(condition) && condition.type !== "PodScheduled");
  const scheduled = { type: "PodScheduled", status: "True", lastProbeTime: null, lastTransitionTime: timestamp(nowMs) };
  const bound = { spec: withFields(spec, { nodeName }), status: { ...status, conditions: [...others, scheduled] } };
  return withTopologyLabels(withFields(pod, bound), node);
}
