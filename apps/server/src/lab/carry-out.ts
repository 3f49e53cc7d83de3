import { type Action, byHand } from "@daemonscope/daemonset/actions/action";
import { planOf } from "@daemonscope/daemonset/actions/plan";
import type { ObjectReference, PlannedRequest } from "@daemonscope/daemonset/actions/planned-request";
import { assertNever } from "@daemonscope/kube/assert-never";
import { objectField, objectsField } from "../cluster/decode/fields.ts";
import { listPath, namedPath, part } from "./api-path.ts";
import type { KubeClient } from "./kube-client.ts";
import { labFailure } from "./lab-failure.ts";
import { liveFacts } from "./live-facts.ts";
import type { LabTools, PerformedCommand } from "./performed.ts";

type CarryTools = Pick<LabTools, "kube" | "passUntil">;

/** The data of a revision, as kubectl sends them: a strategic merge that replaces the template. */
async function restoreRevision(kube: KubeClient, object: ObjectReference, revision: number): Promise<void> {
  const { namespace = "", uid } = object;
  const revisions = objectsField(await kube.get(`/apis/apps/v1/namespaces/${part(namespace)}/controllerrevisions`), "items");
  const isOwn = (owner: { readonly uid?: unknown }) => uid === undefined || owner.uid === uid;
  const found = revisions.find(
    (each) => each.revision === revision && objectsField(objectField(each, "metadata"), "ownerReferences").some(isOwn),
  );
  const which = `revision ${revision} of DaemonSet ${namespace}/${object.name}`;
  if (found === undefined) throw new Error(`${which} is not there`);
  await kube.strategicMerge(namedPath(object), found.data);
}

/** One whose pods are being let go still has its name, on a clock that stands for ever: time passes until it is free. */
async function create(
  { kube, passUntil }: CarryTools,
  { resource, namespace, manifest }: Extract<PlannedRequest, { kind: "create" }>,
): Promise<void> {
  const { name } = manifest.metadata;
  const place = { resource, ...(namespace === undefined ? {} : { namespace }) };
  const old = resource === "daemonsets" ? await kube.find(namedPath({ ...place, name })) : undefined;
  const isEnding = old !== undefined && objectField(old, "metadata").deletionTimestamp !== undefined;
  if (isEnding && !(await passUntil(async () => (await kube.find(namedPath({ ...place, name }))) === undefined))) {
    const what = `DaemonSet ${namespace}/${name}`;
    throw labFailure(409, "StillEnding", { what }, `${what} is still being deleted: play on until it is gone, then undo.`);
  }
  await kube.send("POST", listPath(place), manifest);
}

/** Sends one request of a plan. Throws ApiFailure with the API server's own words where it refuses, also for a precondition that does not hold. */
export async function sendPlanned(tools: CarryTools, request: PlannedRequest): Promise<void> {
  const { kube } = tools;
  switch (request.kind) {
    case "patch":
      await kube.jsonPatch(namedPath(request.object), request.operations);
      return;
    case "merge":
      await kube.strategicMerge(namedPath(request.object), request.patch);
      return;
    case "apply":
      await kube.serverSideApply(namedPath(request.object), request.manifest);
      return;
    case "restoreRevision":
      return restoreRevision(kube, request.object, request.revision);
    case "create":
      return create(tools, request);
    case "delete": {
      const { uid } = request.object;
      const preconditions = uid === undefined ? {} : { preconditions: { uid } };
      const options = { apiVersion: "v1", kind: "DeleteOptions", propagationPolicy: request.propagation, ...preconditions };
      await kube.send("DELETE", namedPath(request.object), options);
      return;
    }
    default:
      return assertNever(request);
  }
}

/** Plans an action by what the API has now, carries it out, and says by which command kubectl would, and how it is taken back. */
export async function carryOut(tools: CarryTools, action: Action): Promise<PerformedCommand> {
  const { kubectl, requests, inverse } = planOf(await liveFacts(tools.kube, action.changes), action);
  if (kubectl === undefined || requests === undefined) throw new Error(`the lab cannot carry out ${action.act.kind}`);
  for (const request of requests) await sendPlanned(tools, request);
  if (inverse.kind === "none") return { kind: "kubectl", line: kubectl };
  const { changes } = inverse.action;
  return { kind: "kubectl", line: kubectl, undo: async () => (await carryOut(tools, byHand(...changes))).line };
}
