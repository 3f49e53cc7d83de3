import type { NodeRecord } from "./records.ts";

/** What a record has, or has not. */
type NodeFields = { readonly [Field in keyof NodeRecord]: NodeRecord[Field] | undefined } & Omit<
  NodeRecord,
  "readySinceMs" | "readyReason"
>;

/** A record with its fields in one order, wherever it is made: records are sent and summed as they are. Those of nodes that are well, of which there are most, have one shape. */
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
