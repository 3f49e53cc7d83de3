import { assertNever } from "@daemonscope/kube/base/assert-never";
import type { StringMap, Taint } from "@daemonscope/kube/objects";
import type { NodeChange, NodeTaint } from "./change.ts";
import { existingPath, type JsonPatchOperation, mapOperations, pointer } from "./json-patch.ts";
import type { NodeFacts } from "./plan-facts.ts";

/** Key and effect identify a taint of a node. */
const isSame = (a: Taint, b: Taint): boolean => a.key === b.key && a.effect === b.effect;
const taintValue = ({ value }: Taint): string | undefined => (value === "" ? undefined : value);
const labelValue = (labels: StringMap, key: string): string | undefined => (Object.hasOwn(labels, key) ? labels[key] : undefined);

function withTaint(taints: readonly Taint[], { at, ...taint }: NodeTaint): readonly Taint[] {
  const found = taints.findIndex((existing) => isSame(existing, taint));
  return found < 0 ? taints.toSpliced(at ?? taints.length, 0, taint) : taints.with(found, taint);
}

const nameOf = ({ key, effect }: Taint): string => `${key}:${effect}`;

/** Applies `withTaint` for each taint. O(taints), unless some have an index. */
function withTaints(before: readonly Taint[], wanted: readonly NodeTaint[]): readonly Taint[] {
  if (wanted.some(({ at }) => at !== undefined)) return wanted.reduce(withTaint, before);
  const taints = [...before];
  const indexes = new Map<string, number>();
  // If two existing taints have the same key and effect, the first is replaced.
  for (const [at, taint] of before.entries()) if (!indexes.has(nameOf(taint))) indexes.set(nameOf(taint), at);
  for (const { at: _at, ...taint } of wanted) {
    const index = indexes.get(nameOf(taint)) ?? taints.length;
    taints[index] = taint;
    indexes.set(nameOf(taint), index);
  }
  return taints;
}

/** Returns the node after the change. */
export function changedNode(node: NodeFacts, change: NodeChange): NodeFacts {
  switch (change.kind) {
    case "taint":
      return { ...node, taints: withTaints(node.taints, change.taints) };
    case "untaint": {
      const unwanted = new Set(change.taints.map(nameOf));
      return { ...node, taints: node.taints.filter((existing) => !unwanted.has(nameOf(existing))) };
    }
    case "label":
      return { ...node, labels: { ...node.labels, ...change.labels } };
    case "unlabel": {
      const unwanted = new Set(change.keys);
      return { ...node, labels: Object.fromEntries(Object.entries(node.labels).filter(([key]) => !unwanted.has(key))) };
    }
    case "cordon":
    case "drain":
      return { ...node, unschedulable: true };
    case "uncordon":
      return { ...node, unschedulable: false };
    default:
      return assertNever(change);
  }
}

const TAINTS = pointer("spec", "taints");
const UNSCHEDULABLE = pointer("spec", "unschedulable");

/** Tests that the taint still has this index; `timeAdded`, which is not known, may have any value. */
const taintTests = (path: string, taint: Taint): readonly JsonPatchOperation[] => [
  existingPath(`${path}/key`, taint.key),
  existingPath(`${path}/value`, taintValue(taint)),
  existingPath(`${path}/effect`, taint.effect),
];

function taintOperations(before: readonly Taint[], wanted: readonly NodeTaint[], overwrite: boolean): readonly JsonPatchOperation[] {
  const operations: JsonPatchOperation[] = [];
  let taints = before;
  for (const each of wanted) {
    const { at, ...value } = each;
    const found = taints.findIndex((existing) => isSame(existing, value));
    const existing = taints[found];
    if (existing !== undefined && taintValue(existing) === taintValue(value)) continue;
    const path = `${TAINTS}/${found}`;
    // The API rejects a second taint of the same key and effect, because it requires them to be unique.
    if (existing !== undefined && overwrite) operations.push(...taintTests(path, existing), { op: "replace", path, value });
    else if (taints.length === 0) operations.push(existingPath(TAINTS, undefined), { op: "add", path: TAINTS, value: [value] });
    else operations.push({ op: "add", path: `${TAINTS}/${at ?? "-"}`, value });
    taints = withTaint(taints, each);
  }
  return operations;
}

function untaintOperations(before: readonly Taint[], unwanted: readonly Taint[]): readonly JsonPatchOperation[] {
  // From the last, so that earlier indexes stay valid.
  const removed = [...before.entries()].filter(([, existing]) => unwanted.some((taint) => isSame(existing, taint))).reverse();
  return removed.flatMap(([at, existing]) => [
    ...taintTests(`${TAINTS}/${at}`, existing),
    { op: "remove" as const, path: `${TAINTS}/${at}` },
  ]);
}

function cordonOperations(before: boolean, wanted: boolean): readonly JsonPatchOperation[] {
  if (before === wanted) return [];
  return wanted
    ? [existingPath(UNSCHEDULABLE, undefined), { op: "add", path: UNSCHEDULABLE, value: true }]
    : [existingPath(UNSCHEDULABLE, true), { op: "remove", path: UNSCHEDULABLE }];
}

/** Returns the patch operations of the change, with tests for all assumptions; empty if the node already matches,
 *  undefined if no patch can do it. */
export function nodeOperations(node: NodeFacts, change: NodeChange): readonly JsonPatchOperation[] | undefined {
  switch (change.kind) {
    case "taint":
      return taintOperations(node.taints, change.taints, change.overwrite);
    case "untaint":
      return untaintOperations(node.taints, change.taints);
    case "label":
      // Without `overwrite` the patch tests that a label with another value is missing, so that the request fails.
      return mapOperations(
        pointer("metadata", "labels"),
        change.overwrite ? node.labels : withoutOtherValues(node.labels, change.labels),
        change.labels,
      );
    case "unlabel":
      return mapOperations(pointer("metadata", "labels"), node.labels, Object.fromEntries(change.keys.map((key) => [key, undefined])));
    case "cordon":
    case "uncordon":
      return cordonOperations(node.unschedulable === true, change.kind === "cordon");
    case "drain":
      return undefined;
    default:
      return assertNever(change);
  }
}

function withoutOtherValues(labels: StringMap, wanted: StringMap): StringMap {
  const isKept = (key: string) => !Object.hasOwn(wanted, key) || labels[key] === wanted[key];
  return Object.fromEntries(Object.entries(labels).filter(([key]) => isKept(key)));
}

/** Returns the changes that restore the node, in order. */
export function nodeInverse(node: NodeFacts, change: NodeChange): readonly NodeChange[] {
  const nodes = [node.name];
  switch (change.kind) {
    case "taint": {
      const old = node.taints.filter((existing) =>
        change.taints.some((taint) => isSame(taint, existing) && taintValue(taint) !== taintValue(existing)),
      );
      const fresh = change.taints.filter((taint) => !node.taints.some((existing) => isSame(taint, existing)));
      return [
        ...(old.length === 0 ? [] : [{ kind: "taint", nodes, taints: old, overwrite: true } as const]),
        ...(fresh.length === 0 ? [] : [{ kind: "untaint", nodes, taints: fresh.map(({ at: _at, ...taint }) => taint) } as const]),
      ];
    }
    case "untaint": {
      const taints = [...node.taints.entries()].flatMap(([at, existing]) =>
        change.taints.some((taint) => isSame(existing, taint)) ? [{ ...existing, at }] : [],
      );
      return taints.length === 0 ? [] : [{ kind: "taint", nodes, taints, overwrite: false }];
    }
    case "label": {
      const changed = Object.keys(change.labels).filter((key) => change.labels[key] !== labelValue(node.labels, key));
      const labels = labelsOf(node, changed);
      const keys = changed.filter((key) => !Object.hasOwn(labels, key));
      return [
        ...(Object.keys(labels).length === 0 ? [] : [{ kind: "label", nodes, labels, overwrite: true } as const]),
        ...(keys.length === 0 ? [] : [{ kind: "unlabel", nodes, keys } as const]),
      ];
    }
    case "unlabel": {
      const labels = labelsOf(node, change.keys);
      return Object.keys(labels).length === 0 ? [] : [{ kind: "label", nodes, labels, overwrite: false }];
    }
    case "cordon":
    case "uncordon":
    case "drain":
      return [{ kind: node.unschedulable === true ? "cordon" : "uncordon", nodes }];
    default:
      return assertNever(change);
  }
}

function labelsOf({ labels }: NodeFacts, keys: readonly string[]): StringMap {
  return Object.fromEntries(keys.flatMap((key) => (Object.hasOwn(labels, key) ? [[key, labels[key] ?? ""]] : [])));
}
