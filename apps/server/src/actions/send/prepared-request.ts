import type { Change } from "@daemonscope/daemonset/actions/changes/change";
import { changedFacts } from "@daemonscope/daemonset/actions/changes/changed-facts";
import type { JsonPatchOperation } from "@daemonscope/daemonset/actions/changes/json-patch";
import type { PlanFacts } from "@daemonscope/daemonset/actions/changes/plan-facts";
import { type ObjectReference, type PlannedRequest, requestsOf } from "@daemonscope/daemonset/actions/planned-request";
import { nameOfKey } from "@daemonscope/kube/base/object-key";
import { integerField, type Json, objectField, textField } from "@daemonscope/kube-client/decode/fields";
import { namedPath } from "../requests/api-path.ts";
import { mergeOperations } from "../requests/merge-operations.ts";
import { APPLY_PATCH, FIELD_MANAGER, type PlannedWrite, plannedWrite } from "../requests/planned-write.ts";
import type { ActionFacts } from "./action-facts.ts";
import type { DeletedPod } from "./deleted-pod.ts";
import type { ObjectReads } from "./read-objects.ts";

/** A request to send, and the data to check afterwards whether it was executed. */
export interface PreparedRequest {
  readonly request: PlannedRequest;
  readonly object: ObjectReference;
  /** The changes that it makes, in order. */
  readonly changes: readonly Change[];
  /** For a DaemonSet: its version when it was read. */
  readonly seen?: { readonly generation: number; readonly resourceVersion: string };
  /** For the deletion of a pod. */
  readonly pod?: DeletedPod;
  /** For a manifest: takes over fields of other managers. */
  readonly force: boolean;
}

/** Returns text such as `PATCH daemonsets/fluent-bit`. */
export function requestLabel({ request, object }: Pick<PreparedRequest, "request" | "object">): string {
  const method = request.kind === "create" ? "POST" : request.kind === "delete" ? "DELETE" : "PATCH";
  return `${method} ${object.resource}/${object.name}`;
}

/** Returns the requests that delete a pod, each with its pod. */
export const podsOfRequests = (
  prepared: readonly PreparedRequest[],
): readonly { readonly prepared: PreparedRequest; readonly pod: DeletedPod }[] =>
  prepared.flatMap((each) => (each.pod === undefined ? [] : [{ prepared: each, pod: each.pod }]));

function objectOfRequest(request: PlannedRequest): ObjectReference {
  if (request.kind !== "create") return request.object;
  const { resource, namespace, manifest } = request;
  return { resource, ...(namespace === undefined ? {} : { namespace }), name: manifest.metadata.name };
}

/**
 * Turns a merge into a patch with tests, because the object is known by now. Returns undefined if it changes nothing.
 */
function toExactPatch(request: PlannedRequest, object: Json | undefined): PlannedRequest | undefined {
  if (request.kind !== "merge" || object === undefined) return request;
  const { metadata: _uid, ...patch } = request.patch;
  const operations = mergeOperations(object, patch);
  return operations.length === 0 ? undefined : { kind: "patch", object: request.object, operations: [...request.tests, ...operations] };
}

const isTest = ({ op }: JsonPatchOperation): boolean => op === "test";
const OBJECT_TESTS: readonly string[] = ["/metadata/uid", "/metadata/generation"];

/**
 * Joins changes of one object into one request. The request is atomic, so no reaction to the first change can block
 * the second. Tests of the whole object occur once, because the API server counts the patch as one write.
 */
function joinRequests(before: PreparedRequest, next: PreparedRequest): PreparedRequest | undefined {
  const { request: first, object } = before;
  const { request: second } = next;
  const isSame = object.resource === next.object.resource && object.namespace === next.object.namespace && object.name === next.object.name;
  if (!isSame || first.kind !== "patch" || second.kind !== "patch") return undefined;
  const tests = first.operations.filter((each) => isTest(each) && OBJECT_TESTS.includes(each.path));
  const withoutSharedTests = (operations: readonly JsonPatchOperation[]) =>
    operations.filter((each) => !(isTest(each) && OBJECT_TESTS.includes(each.path)));
  const later = second.operations.filter(
    (each) => isTest(each) && OBJECT_TESTS.includes(each.path) && !tests.some(({ path }) => path === each.path),
  );
  // The second change expects the generation after the first one. The joined request expects the generation before it.
  const seen = later.map((each) =>
    each.path === "/metadata/generation" && before.seen !== undefined ? { ...each, value: before.seen.generation } : each,
  );
  const operations = [
    ...tests,
    ...seen,
    ...withoutSharedTests(first.operations),
    ...withoutSharedTests(second.operations),
  ] as readonly JsonPatchOperation[];
  return { ...before, request: { kind: "patch", object, operations }, changes: [...before.changes, ...next.changes] };
}

function withRequest(prepared: readonly PreparedRequest[], next: PreparedRequest): readonly PreparedRequest[] {
  for (let at = prepared.length - 1; at >= 0; at--) {
    const before = prepared[at];
    if (before === undefined || before.object.name !== next.object.name || before.object.resource !== next.object.resource) continue;
    const both = joinRequests(before, next);
    return both === undefined ? [...prepared, next] : prepared.with(at, both);
  }
  return [...prepared, next];
}

const REQUESTS_PER_SLICE = 50;

/** Returns the requests of changes in order, each based on the earlier ones. Undefined if one of them needs kubectl. */
export function* preparedRequests(
  facts: ActionFacts,
  changes: readonly Change[],
  force: boolean,
): Generator<undefined, readonly PreparedRequest[] | undefined> {
  let prepared: readonly PreparedRequest[] = [];
  let before: PlanFacts = facts;
  for (const change of changes) {
    const requests = requestsOf(before, change);
    yield;
    if (requests === undefined) return undefined;
    for (const [at, request] of requests.entries()) {
      if (at % REQUESTS_PER_SLICE === 0) yield;
      const object = objectOfRequest(request);
      const read = object.resource === "daemonsets" ? facts.objects.get(`${object.namespace}/${object.name}`) : undefined;
      const sent = toExactPatch(request, read);
      if (sent === undefined) continue;
      const metadata = objectField(read ?? {}, "metadata");
      const seen = { generation: integerField(metadata, "generation"), resourceVersion: textField(metadata, "resourceVersion") ?? "" };
      const owned = object.resource === "pods" ? facts.pods.get(`${object.namespace}/${object.name}`) : undefined;
      const ownerUid = owned === undefined ? undefined : facts.daemonSet(owned.pod.namespace, nameOfKey(owned.key))?.uid;
      const pod =
        owned === undefined
          ? {}
          : { pod: { daemonSetKey: owned.key, node: owned.pod.node, uid: owned.pod.uid, ...(ownerUid === undefined ? {} : { ownerUid }) } };
      prepared = withRequest(prepared, {
        request: sent,
        object,
        changes: [change],
        force,
        ...(read === undefined ? {} : { seen }),
        ...pod,
      });
    }
    before = changedFacts(before, change);
  }
  return prepared;
}

/**
 * Returns the write to send. The template of a revision is read here, each time that it is sent, and is not stored.
 * Throws RevisionNotFound and KubeRequestError.
 */
export async function toPlannedWrite(
  { request, object, seen, force }: PreparedRequest,
  reads: ObjectReads,
  signal: AbortSignal,
): Promise<PlannedWrite> {
  if (request.kind !== "apply") return plannedWrite(request, (namespace) => reads.revisions(namespace, signal));
  const { managedFields: _managed, ...metadata } = request.manifest.metadata;
  const { uid } = object;
  const identity = { ...(uid === undefined ? {} : { uid }), ...(seen === undefined ? {} : { resourceVersion: seen.resourceVersion }) };
  return {
    method: "PATCH",
    path: namedPath(object),
    query: { fieldManager: FIELD_MANAGER, ...(force ? { force: "true" } : {}) },
    contentType: APPLY_PATCH,
    body: { ...request.manifest, metadata: { ...metadata, ...identity } },
  };
}
