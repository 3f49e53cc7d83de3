import type { NodeRecord } from "./records.ts";

/** Fields of a record; optional ones may be undefined. */
type NodeFields = { readonly [Field in keyof NodeRecord]: NodeRecord[Field] | undefined } & Omit<
  NodeRecord,
  "readySinceMs" | "readyReason"
>;

/** Returns a record with its fields in a fixed order, because records are sent and checksummed unchanged. Records of
 *  healthy nodes, the majority, have one shape. */
export function nodeRecordInOrder(fields: NodeFields): NodeRecord {
  const { name, uid, labels, taints, unschedulable, ready, readySinceMs, readyReason, createdAtMs } = fields;
  if (readySinceMs !== undefined && readyReason === undefined)
    return { name, uid, labels, taints, unschedulable, ready, readySinceMs, createdAtMs };
  return {
    name,
    uid,
    labels,
    taints,
    unschedulable,
    ready,
    ...(readySinceMs === undefined ? {} : { readySinceMs }),
    ...(readyReason === undefined ? {} : { readyReason }),
    createdAtMs,
  };
}
