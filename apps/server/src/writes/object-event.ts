import type { ActionRecord } from "@daemonscope/shared/http/acting";
import type { Asker } from "../cluster/asker.ts";
import { KubeRequestError } from "../cluster/kube-request-error.ts";
import { listPath } from "../planned/api-path.ts";
import type { KeptPlan } from "./plan-shelf.ts";
import { requestWords } from "./prepared.ts";
import type { WriteTransport } from "./write-transport.ts";

const MESSAGE_LIMIT = 1000;
const KINDS = { nodes: "Node", daemonsets: "DaemonSet", pods: "Pod" } as const;
const MOST_EVENTS = 20;

/** Writes a Kubernetes Event on each object that was changed, at most twenty: who did what, by which daemonscope. A sentence where that cannot be done: the action itself was. */
export async function writeEvent(
  record: ActionRecord,
  { prepared }: KeptPlan,
  { asker }: { readonly asker: Asker },
  tools: { readonly transport: WriteTransport; readonly nowMs: number; readonly newId: () => string; readonly signal: AbortSignal },
): Promise<string | undefined> {
  const at = new Date(tools.nowMs).toISOString().replace(/\.\d+Z$/, "Z");
  for (const each of prepared.slice(0, MOST_EVENTS)) {
    const { resource, namespace = "default", name, uid } = each.object;
    const body = {
      apiVersion: "v1",
      kind: "Event",
      metadata: { name: `${name}.${tools.newId()}`.slice(-253), namespace },
      involvedObject: {
        kind: KINDS[resource],
        apiVersion: resource === "daemonsets" ? "apps/v1" : "v1",
        name,
        ...(resource === "nodes" ? {} : { namespace }),
        ...(uid === undefined ? {} : { uid }),
      },
      reason: "ChangedByDaemonscope",
      message: `${record.who ?? "somebody"}: ${record.kubectl ?? requestWords(each)}`.slice(0, MESSAGE_LIMIT),
      type: "Normal",
      source: { component: "daemonscope" },
      firstTimestamp: at,
      lastTimestamp: at,
      count: 1,
    };
    const path = `${listPath({ resource: "pods", namespace }).replace(/\/pods$/, "/events")}`;
    try {
      await tools.transport.send({ method: "POST", path, contentType: "application/json", body }, asker, { signal: tools.signal });
    } catch (error) {
      if (!(error instanceof KubeRequestError)) throw error;
      return `The Event of action ${record.id} was not written: ${error.said ?? error.message}`;
    }
  }
  return undefined;
}
