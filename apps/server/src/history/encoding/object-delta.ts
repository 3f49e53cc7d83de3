import type { ClusterObjects, StoredKind } from "@daemonscope/daemonset/model/cluster-event";
import type { NodeEntry } from "@daemonscope/daemonset/model/tables/node-entry";
import type { PodFacts } from "@daemonscope/daemonset/pods/pod-facts";
import { nodeKindOf, nodeRecordInOrder } from "@daemonscope/daemonset/records/node-fields";
import { isJsonObject } from "@daemonscope/kube/values/json-value";

type Fields = Readonly<Record<string, unknown>>;

/**
 * The changed fields of an object with their new values. A removed field is null, because no logged object has a null.
 * If an object replaces an object in a field of PARTS, the value is a nested delta.
 */
export type Delta = Readonly<Record<string, unknown>>;

/** Fields whose objects are compared field by field. */
const PARTS: Readonly<Record<StoredKind, readonly string[]>> = {
  nodes: ["record"],
  daemonsets: ["metadata", "spec", "status"],
  controllerrevisions: ["metadata"],
  pods: [],
};

/**
 * Compares by fields and by their order, because frames are compared by bytes. An undefined field equals an absent
 * one.
 */
function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a)) {
    if (!Array.isArray(b) || a.length !== b.length) return false;
    for (let at = 0; at < a.length; at++) if (!isSame(a[at], b[at])) return false;
    return true;
  }
  if (!isJsonObject(a) || !isJsonObject(b)) return false;
  const keys = Object.keys(a);
  const others = Object.keys(b);
  let at = 0;
  for (const key of keys) {
    const value = a[key];
    if (value === undefined) continue;
    while (at < others.length && b[others[at] ?? ""] === undefined) at++;
    if (others[at++] !== key || !isSame(value, b[key])) return false;
  }
  while (at < others.length && b[others[at] ?? ""] === undefined) at++;
  return at >= others.length;
}

function fieldsDelta(before: Fields, after: Fields, parts: readonly string[]): Delta | undefined {
  let delta: Record<string, unknown> | undefined;
  const note = (key: string, value: unknown) => {
    delta ??= {};
    delta[key] = value;
  };
  for (const key in after) {
    const previous = before[key];
    const current = after[key];
    if (previous === current || current === undefined) continue;
    if (parts.includes(key) && isJsonObject(previous) && isJsonObject(current)) {
      const part = fieldsDelta(previous, current, []);
      if (part !== undefined) note(key, part);
    } else if (!isSame(previous, current)) note(key, current);
  }
  for (const key in before) if (before[key] !== undefined && after[key] === undefined) note(key, null);
  return delta;
}

/** Returns the changed fields of an object, or undefined if nothing changed. */
export function deltaOf<Kind extends StoredKind>(kind: Kind, before: ClusterObjects[Kind], after: ClusterObjects[Kind]): Delta | undefined {
  return fieldsDelta(before as unknown as Fields, after as unknown as Fields, PARTS[kind]);
}

/** Returns the delta that leads from each of several versions of a pod to the same one. */
export function deltaFromAll(versions: readonly PodFacts[], after: PodFacts): Delta {
  const delta: Record<string, unknown> = {};
  for (const field of versions.flatMap((version) => Object.keys(version))) delta[field] = null;
  for (const [field, value] of Object.entries(after)) if (value !== undefined) delta[field] = value;
  return delta;
}

function withDelta(before: Fields, delta: Delta, parts: readonly string[]): Fields {
  const after: Record<string, unknown> = { ...before };
  for (const [key, value] of Object.entries(delta)) {
    const previous = before[key];
    if (value === null) delete after[key];
    else after[key] = parts.includes(key) && isJsonObject(previous) && isJsonObject(value) ? withDelta(previous, value, []) : value;
  }
  return after;
}

/** Returns the object after a delta: `applyDelta(kind, a, deltaOf(kind, a, b))` equals `b`. */
export function applyDelta<Kind extends StoredKind>(kind: Kind, before: ClusterObjects[Kind], delta: Delta): ClusterObjects[Kind] {
  const after = withDelta(before as unknown as Fields, delta, PARTS[kind]) as unknown as ClusterObjects[Kind];
  if (kind !== "nodes") return after;
  const node = after as unknown as NodeEntry;
  const { name, uid, labels, readySinceMs, createdAtMs } = node.record;
  const record = nodeRecordInOrder({ name, uid, labels, readySinceMs, createdAtMs }, nodeKindOf(node.record));
  return { ...node, record } as unknown as ClusterObjects[Kind];
}
