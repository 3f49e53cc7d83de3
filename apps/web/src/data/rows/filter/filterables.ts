import type { NodeRecord } from "@daemonscope/daemonset/records/records";
import { taintText } from "@daemonscope/kube/matching/kubectl-notation";
import type { Filterable } from "./parse-filter.ts";

const filterables = new WeakMap<NodeRecord, Filterable>();

/** Returns the texts of a node: its name, labels as `key=value`, and taints. Computed once per record. */
export function nodeFilterable(record: NodeRecord): Filterable {
  let found = filterables.get(record);
  if (found === undefined) {
    const labels = Object.entries(record.labels).map(([key, value]) => `${key}=${value}`);
    found = { texts: [record.name, ...labels, ...record.taints.map(taintText)], labels: record.labels };
    filterables.set(record, found);
  }
  return found;
}
