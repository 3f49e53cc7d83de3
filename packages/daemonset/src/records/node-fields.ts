import type { NodeRecord } from "./records.ts";

/** Fields that differ between most nodes. */
type OwnField = "name" | "uid" | "labels" | "readySinceMs" | "createdAtMs";

/** Fields that many nodes have in common: all others. The model and the stream store each kind once. */
export type NodeKind = Omit<NodeRecord, OwnField>;

/** All fields. An optional one may be undefined, but not absent, so that the compiler demands each new field. */
type Complete<Fields> = { readonly [Field in keyof Required<Fields>]: Fields[Field] };

export type CompleteNodeKind = Complete<NodeKind>;

export function nodeKindOf({ taints, unschedulable, ready, readyReason, signs }: NodeRecord): CompleteNodeKind {
  return { taints, unschedulable, ready, readyReason, signs };
}

/** Returns a text of the kind: different kinds have different texts. Most nodes have no taint, and need no JSON. */
export function nodeKindText({ taints, unschedulable, ready, readyReason, signs }: NodeRecord): string {
  const text = `${ready} ${unschedulable}`;
  return taints.length === 0 && readyReason === undefined && signs === undefined
    ? text
    : `${text} ${JSON.stringify([readyReason ?? null, taints, signs ?? null])}`;
}

/** Reports whether a record is of this kind, without creating objects. */
export function isOfNodeKind(kind: CompleteNodeKind, { taints, unschedulable, ready, readyReason, signs }: NodeRecord): boolean {
  return (
    kind.ready === ready &&
    kind.unschedulable === unschedulable &&
    kind.readyReason === readyReason &&
    kind.signs === signs &&
    kind.taints.length === taints.length &&
    taints.every(({ key, value, effect }, at) => {
      const taint = kind.taints[at];
      return taint !== undefined && taint.key === key && taint.value === value && taint.effect === effect;
    })
  );
}

/** Returns a record with its fields in a fixed order, because records are sent and checksummed unchanged. Records of
 *  healthy nodes, the majority, have one shape. */
export function nodeRecordInOrder(own: Complete<Pick<NodeRecord, OwnField>>, kind: CompleteNodeKind): NodeRecord {
  const { name, uid, labels, readySinceMs, createdAtMs } = own;
  const { taints, unschedulable, ready, readyReason, signs } = kind;
  if (readySinceMs !== undefined && readyReason === undefined && signs === undefined)
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
    ...(signs === undefined ? {} : { signs }),
    createdAtMs,
  };
}
