import type { StoredObject } from "../objects/contract.ts";
import { withFields } from "../objects/json.ts";

type Labels = Record<string, string>;

const KEYS = ["topology.kubernetes.io/region", "topology.kubernetes.io/zone"];

const NO_LABELS: Labels = Object.freeze({});
const cache = new WeakMap<Labels, Map<string, Labels>>();

/** Returns the labels with `copied`; pods of one template in one zone share one object. */
function sharedLabels(labels: Labels, copied: readonly (readonly [string, string])[]): Labels {
  const copiedKey = copied.flat().join("\n");
  const byCopied = cache.get(labels) ?? new Map<string, Labels>();
  cache.set(labels, byCopied);
  let merged = byCopied.get(copiedKey);
  if (merged === undefined) {
    merged = Object.freeze({ ...labels, ...Object.fromEntries(copied) });
    byCopied.set(copiedKey, merged);
  }
  return merged;
}

/**
 * The PodTopologyLabels admission plugin. A pod that gets its node also gets the node's zone and region, which replace
 * its own; the input is not edited. Source: plugin/pkg/admission/podtopologylabels.
 */
export function withTopologyLabels(pod: StoredObject, node: StoredObject | undefined): StoredObject {
  const copied = Object.entries(node?.metadata.labels ?? {}).filter(([key]) => KEYS.includes(key));
  if (copied.length === 0) return pod;
  return withFields(pod, { metadata: withFields(pod.metadata, { labels: sharedLabels(pod.metadata.labels ?? NO_LABELS, copied) }) });
}
