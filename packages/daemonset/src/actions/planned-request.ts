import type { Change, Manifest } from "./change.ts";
import { daemonSetOperations, isOfTemplate } from "./daemonset-edit.ts";
import { mergeOf } from "./daemonset-merge.ts";
import { type JsonPatchOperation, pointer, seen } from "./json-patch.ts";
import { nodeOperations } from "./node-change.ts";
import type { DaemonSetFacts, PlanFacts } from "./plan-facts.ts";

/** An object that is written to. `uid`: that one, and no other of its name. */
export interface ObjectReference {
  readonly resource: "nodes" | "daemonsets" | "pods";
  readonly namespace?: string;
  readonly name: string;
  readonly uid?: string;
}

/** A request that carries a change out, with what must hold for it: it is refused where the object is no longer as it was seen. */
export type PlannedRequest =
  | { readonly kind: "patch"; readonly object: ObjectReference; readonly operations: readonly JsonPatchOperation[] }
  /** A strategic merge, where what is on the way may not be there yet: its `metadata.uid` holds it to that object, and who sends it sees to it that `tests` hold. */
  | {
      readonly kind: "merge";
      readonly object: ObjectReference;
      readonly patch: Readonly<Record<string, unknown>>;
      readonly tests: readonly JsonPatchOperation[];
    }
  /** Server-side apply of what the manifest says. */
  | { readonly kind: "apply"; readonly object: ObjectReference; readonly manifest: Manifest }
  /** As `kubectl rollout undo` does: the template of that revision, where `tests` hold. Who sends it reads it first, for it may hold what is secret. */
  | {
      readonly kind: "restoreRevision";
      readonly object: ObjectReference;
      readonly revision: number;
      readonly tests: readonly JsonPatchOperation[];
    }
  | { readonly kind: "create"; readonly resource: "nodes" | "daemonsets"; readonly namespace?: string; readonly manifest: Manifest }
  | { readonly kind: "delete"; readonly object: ObjectReference; readonly propagation: "Background" | "Orphan" };

const withUid = (uid: string | undefined) => (uid === undefined ? {} : { uid });

const seenUid = ({ uid }: ObjectReference): readonly JsonPatchOperation[] =>
  uid === undefined ? [] : [seen(pointer("metadata", "uid"), uid)];

/** Nothing of its spec is another than it was seen; its status may be. */
const seenGeneration = ({ generation }: DaemonSetFacts): readonly JsonPatchOperation[] =>
  generation === undefined ? [] : [seen(pointer("metadata", "generation"), generation)];

/** A patch of this object alone; none where there is nothing to change. */
function patchOf(
  object: ObjectReference,
  operations: readonly JsonPatchOperation[] | undefined,
  tests: readonly JsonPatchOperation[] = [],
): readonly PlannedRequest[] | undefined {
  if (operations === undefined || operations.length === 0) return operations === undefined ? undefined : [];
  return [{ kind: "patch", object, operations: [...seenUid(object), ...tests, ...operations] }];
}

function nodeRequests(
  facts: PlanFacts,
  change: Extract<Change, { readonly nodes: readonly string[] }>,
): readonly PlannedRequest[] | undefined {
  const requests: PlannedRequest[] = [];
  for (const name of change.nodes) {
    const node = facts.node(name);
    if (node === undefined) return undefined;
    const object: ObjectReference = { resource: "nodes", name, ...withUid(node.uid) };
    if (change.kind === "nodesLeave") {
      requests.push({ kind: "delete", object, propagation: "Background" });
      continue;
    }
    const patch = patchOf(object, nodeOperations(node, change));
    if (patch === undefined) return undefined;
    requests.push(...patch);
  }
  return requests;
}

/** The requests that carry a change out, in order; undefined where only kubectl can, or where what is changed is not known. */
export function requestsOf(facts: PlanFacts, change: Change): readonly PlannedRequest[] | undefined {
  switch (change.kind) {
    case "editDaemonSet":
    case "deleteDaemonSet": {
      const { namespace, name } = change;
      const set = facts.daemonSet(namespace, name);
      if (set === undefined) return undefined;
      const object: ObjectReference = { resource: "daemonsets", namespace, name, ...withUid(set.uid) };
      if (change.kind === "deleteDaemonSet") return [{ kind: "delete", object, propagation: change.orphan ? "Orphan" : "Background" }];
      const { edit } = change;
      if (edit.kind === "manifest") return [{ kind: "apply", object, manifest: edit.manifest }];
      const tests = isOfTemplate(edit) ? seenGeneration(set) : [];
      const all = [...seenUid(object), ...tests];
      if (edit.kind === "revision") return [{ kind: "restoreRevision", object, revision: edit.to, tests: all }];
      const patch = mergeOf(set, edit);
      if (patch !== undefined) return [{ kind: "merge", object, patch: { metadata: withUid(set.uid), ...patch }, tests: all }];
      return patchOf(object, daemonSetOperations(set, edit), tests);
    }
    case "createDaemonSet": {
      const { manifest } = change;
      return [{ kind: "create", resource: "daemonsets", namespace: manifest.metadata.namespace ?? "default", manifest }];
    }
    case "deletePods":
      return change.pods.map((name) => ({
        kind: "delete",
        object: { resource: "pods", namespace: change.namespace, name, ...withUid(facts.podUid?.(change.namespace, name)) },
        propagation: "Background",
      }));
    case "nodesJoin":
      return change.manifests.map((manifest) => ({ kind: "create", resource: "nodes", manifest }));
    default:
      return nodeRequests(facts, change);
  }
}
