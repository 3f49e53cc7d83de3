import type { StoredObject } from "./contract.ts";

const KEYS = ["topology.kubernetes.io/region", "topology.kubernetes.io/zone"];

/** The PodTopologyLabels admission plugin: a pod that gets its node gets the node's zone and region too, over its own; edits nothing.
 *  Source: plugin/pkg/admission/podtopologylabels. */
export function withTopologyLabels(pod: StoredObject, node: StoredObject | undefined): StoredObject {
  const copied = Object.entries(node?.metadata.labels ?? {}).filter(([key]) => KEYS.includes(key));
  if (copied.length === 0) return pod;
  return { ...pod, metadata: { ...pod.metadata, labels: { ...pod.metadata.labels, ...Object.fromEntries(copied) } } };
}
