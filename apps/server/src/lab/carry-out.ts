import { type Action, byHand } from "@daemonscope/daemonset/actions/action";
import { planOf } from "@daemonscope/daemonset/actions/plan";
import type { PlannedRequest } from "@daemonscope/daemonset/actions/planned-request";
import { objectField, objectsField } from "../cluster/decode/fields.ts";
import { listPath, namedPath } from "../planned/api-path.ts";
import { plannedWrite } from "../planned/planned-write.ts";
import { labFailure } from "./lab-failure.ts";
import { liveFacts } from "./live-facts.ts";
import type { LabTools, PerformedCommand } from "./performed.ts";

type CarryTools = Pick<LabTools, "kube" | "passUntil">;

/** One whose pods are being let go still has its name, on a clock that stands for ever: time passes until it is free. */
async function untilFree(
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
}

/** Sends one request of a plan. Throws ApiFailure with the API server's own words where it refuses, also for a precondition that does not hold. */
export async function sendPlanned(tools: CarryTools, request: PlannedRequest): Promise<void> {
  const { kube } = tools;
  if (request.kind === "create") await untilFree(tools, request);
  const revisionsIn = async (namespace: string) =>
    objectsField(await kube.get(listPath({ resource: "controllerrevisions", namespace })), "items");
  await kube.write(await plannedWrite(request, revisionsIn));
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
