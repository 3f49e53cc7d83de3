import { nameOfKey } from "@daemonscope/kube/base/object-key";
import type { Caller } from "@daemonscope/kube-client/http/caller";
import { KubeRequestError } from "@daemonscope/kube-client/http/request-error";
import type { ActionRecord } from "@daemonscope/shared/http/actions";
import { listPath } from "../requests/api-path.ts";
import { type PreparedRequest, requestLabel } from "../send/prepared-request.ts";
import type { WriteTransport } from "../send/write-transport.ts";

const MESSAGE_LIMIT = 1000;
const MAX_EVENTS = 20;

/** An object that an Event is about. */
interface EventTarget {
  readonly kind: "Node" | "DaemonSet";
  /** The namespace of the Event; Events about nodes are in `default`. */
  readonly namespace: string;
  readonly name: string;
  readonly uid: string | undefined;
  readonly request: PreparedRequest;
}

/**
 * Returns the nodes and DaemonSets that an action is about, each once, at most MAX_EVENTS. Deleted pods are
 * represented by their DaemonSet.
 */
export function findEventTargets(prepared: readonly PreparedRequest[]): readonly EventTarget[] {
  const targets = new Map<string, EventTarget>();
  for (const request of prepared) {
    const { resource, namespace = "default", name, uid } = request.object;
    const daemonSetName = request.pod && nameOfKey(request.pod.daemonSetKey);
    if (resource === "pods" && daemonSetName === undefined) continue;
    const object: EventTarget =
      resource === "nodes"
        ? { kind: "Node", namespace: "default", name, uid, request }
        : {
            kind: "DaemonSet",
            namespace,
            name: daemonSetName ?? name,
            uid: daemonSetName === undefined ? uid : request.pod?.ownerUid,
            request,
          };
    const key = `${object.kind} ${object.namespace}/${object.name}`;
    if (!targets.has(key)) targets.set(key, object);
  }
  return [...targets.values()].slice(0, MAX_EVENTS);
}

/**
 * Writes a Kubernetes Event with the user and the action on each object of an action. Stops at the first failure, and
 * returns its reason and the number of written Events. A failure does not affect the action, which has already run.
 */
export async function writeEvents(
  record: ActionRecord,
  prepared: readonly PreparedRequest[],
  { caller }: { readonly caller: Caller },
  tools: { readonly transport: WriteTransport; readonly nowMs: number; readonly newId: () => string; readonly signal: AbortSignal },
): Promise<NonNullable<ActionRecord["event"]>> {
  const timestamp = new Date(tools.nowMs).toISOString().replace(/\.\d+Z$/, "Z");
  let written = 0;
  for (const { kind, namespace, name, uid, request } of findEventTargets(prepared)) {
    const body = {
      apiVersion: "v1",
      kind: "Event",
      metadata: { name: `${name}.${tools.newId()}`.slice(-253), namespace },
      involvedObject: {
        kind,
        apiVersion: kind === "DaemonSet" ? "apps/v1" : "v1",
        name,
        ...(kind === "Node" ? {} : { namespace }),
        ...(uid === undefined ? {} : { uid }),
      },
      reason: "ChangedByDaemonscope",
      message: `${record.who ?? "unknown user"}: ${record.kubectl ?? requestLabel(request)}`.slice(0, MESSAGE_LIMIT),
      type: "Normal",
      source: { component: "daemonscope" },
      firstTimestamp: timestamp,
      lastTimestamp: timestamp,
      count: 1,
    };
    const path = `${listPath({ resource: "pods", namespace }).replace(/\/pods$/, "/events")}`;
    try {
      await tools.transport.send({ method: "POST", path, contentType: "application/json", body }, caller, { signal: tools.signal });
      written++;
    } catch (error) {
      if (!(error instanceof KubeRequestError)) throw error;
      return { written, problem: `The Event of action ${record.id} was not written: ${error.serverMessage ?? error.message}` };
    }
  }
  return { written };
}
