import type { IncomingMessage, ServerResponse } from "node:http";
import { notFound, StoreError } from "../objects/failures.ts";
import { sendJson, sendJsonList } from "./answer/respond.ts";
import type { Verb } from "./faults/faults.ts";
import { isOtherVersion, storedSelector } from "./forms/forms.ts";
import { list } from "./read/list.ts";
import { servePodLog } from "./read/pod-log.ts";
import { checkLogOptions } from "./read/pod-log-options.ts";
import { type Representation, representationOf, representList, representOne } from "./read/representation.ts";
import { waitForVersion } from "./read/wait-for-version.ts";
import { watch } from "./read/watch.ts";
import type { Target } from "./request/request-target.ts";
import { resourceVersionOf } from "./request/resource-version.ts";
import { scaleOf } from "./scale.ts";
import type { ServedCluster } from "./served-cluster.ts";

function answerLog(
  { store, clock }: ServedCluster,
  response: ServerResponse,
  { resource, namespace }: Target,
  name: string,
  query: URLSearchParams,
) {
  checkLogOptions(query, name);
  const pod = store.get("pods", namespace, name);
  if (pod === undefined) throw notFound(resource, name);
  servePodLog({ store, pod, query, nowMs: clock.nowMs(), response });
}

function formOf(request: IncomingMessage, query: URLSearchParams): Representation {
  const form = representationOf(request.headers.accept, query);
  if (form !== undefined) return form;
  const message = "406: Not Acceptable\n\nAvailable representations: application/json";
  throw new StoreError({ code: 406, reason: "NotAcceptable", message, details: {} });
}

/** Answers a get, list or watch of a resource, a get of a scale, or a pod's log. Throws the API's refusals. */
export async function answerRead(
  cluster: ServedCluster,
  request: IncomingMessage,
  response: ServerResponse,
  target: Target,
  verb: Verb,
  query: URLSearchParams,
): Promise<void> {
  const { store, clock, faults, encode, pages, bookmarkEveryMs, versionPatienceMs } = cluster;
  const { resource, namespace, name, subresource } = target;
  if (subresource === "log" && name !== undefined) {
    answerLog(cluster, response, target, name, query);
    return;
  }
  if (subresource === "scale" && name !== undefined) {
    const scaled = store.get(resource.name, namespace, name);
    if (scaled === undefined) throw notFound(resource, name);
    sendJson(response, 200, scaleOf(scaled));
    return;
  }
  const form = formOf(request, query);
  if (isOtherVersion(resource) && query.has("fieldSelector"))
    query.set("fieldSelector", storedSelector(resource, query.get("fieldSelector") ?? ""));
  if (verb === "watch") {
    if (name !== undefined) query.set("fieldSelector", `metadata.name=${name}`);
    await watch({ store, clock, faults, encode, bookmarkEveryMs, versionPatienceMs, resource, namespace, query, form, response });
  } else if (name === undefined) {
    const { objects, metadata } = await list({ store, pages, versionPatienceMs, resource, namespace, query });
    const represented = representList(resource, metadata, form, clock.nowMs());
    await sendJsonList(response, represented.head, represented.field, objects, represented.encode);
  } else {
    await waitForVersion(store, resourceVersionOf(query.get("resourceVersion") ?? "", "watch"), versionPatienceMs);
    const object = store.get(resource.name, namespace, name);
    if (object === undefined) throw notFound(resource, name);
    sendJson(response, 200, representOne(resource, object, form, clock.nowMs()));
  }
}
