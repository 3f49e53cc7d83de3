import type { Change, Manifest } from "./changes/change.ts";
import { existingPath, type JsonPatchOperation, pointer } from "./changes/json-patch.ts";
import { isTemplateEdit, kindOfEdit, requiredMerge } from "./changes/kinds/edit-kinds.ts";
import { kindOfNodeChange } from "./changes/kinds/node-kinds.ts";
import type { DaemonSetFacts, PlanFacts } from "./changes/plan-facts.ts";

/** A written object. `uid`: only the object with this uid, and no other of its name. */
export interface ObjectReference {
  readonly resource: "nodes" | "daemonsets" | "pods";
  readonly namespace?: string;
  readonly name: string;
  readonly uid?: string;
}

/** A request that runs a change. It fails if the object was replaced, or if one of its tests does not hold. */
export type PlannedRequest =
  | { readonly kind: "patch"; readonly object: ObjectReference; readonly operations: readonly JsonPatchOperation[] }
  /** A strategic merge, for a field whose parents may be missing. Its `metadata.uid` binds it to the object, and the
   *  sender checks that `tests` hold. */
  | {
      readonly kind: "merge";
      readonly object: ObjectReference;
      readonly patch: Readonly<Record<string, unknown>>;
      readonly tests: readonly JsonPatchOperation[];
    }
  /** Server-side apply of the manifest. */
  | { readonly kind: "apply"; readonly object: ObjectReference; readonly manifest: Manifest }
  /** As `kubectl rollout undo` does: restores the template of that revision, if `tests` hold. The sender reads the
   *  template first, because it may contain secrets. */
  | {
      readonly kind: "restoreRevision";
      readonly object: ObjectReference;
      readonly revision: number;
      readonly tests: readonly JsonPatchOperation[];
    }
  | { readonly kind: "create"; readonly resource: "nodes" | "daemonsets"; readonly namespace?: string; readonly manifest: Manifest }
  | { readonly kind: "delete"; readonly object: ObjectReference; readonly propagation: "Background" | "Orphan" };

const withUid = (uid: string | undefined) => (uid === undefined ? {} : { uid });

const uidTests = ({ uid }: ObjectReference): readonly JsonPatchOperation[] =>
  uid === undefined ? [] : [existingPath(pointer("metadata", "uid"), uid)];

/** Tests that the DaemonSet's spec is unchanged; its status may differ. */
const generationTests = ({ generation }: DaemonSetFacts): readonly JsonPatchOperation[] =>
  generation === undefined ? [] : [existingPath(pointer("metadata", "generation"), generation)];

/** Returns one patch of this object; empty if there is nothing to change, undefined if no patch can do it. */
function patchOf(
  object: ObjectReference,
  operations: readonly JsonPatchOperation[] | undefined,
  tests: readonly JsonPatchOperation[] = [],
): readonly PlannedRequest[] | undefined {
  if (operations === undefined || operations.length === 0) return operations === undefined ? undefined : [];
  return [{ kind: "patch", object, operations: [...uidTests(object), ...tests, ...operations] }];
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
    const patch = patchOf(object, kindOfNodeChange(change).operations?.(node, change));
    if (patch === undefined) return undefined;
    requests.push(...patch);
  }
  return requests;
}

/** Returns the requests of a change, in order; undefined if only kubectl can run it, or if its object is unknown. */
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
      const tests = isTemplateEdit(edit) ? generationTests(set) : [];
      const all = [...uidTests(object), ...tests];
      if (edit.kind === "revision") return [{ kind: "restoreRevision", object, revision: edit.to, tests: all }];
      const patch = requiredMerge(set, edit);
      if (patch !== undefined) return [{ kind: "merge", object, patch: { metadata: withUid(set.uid), ...patch }, tests: all }];
      return patchOf(object, kindOfEdit(edit).operations?.(set, edit), tests);
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
