import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { badRequest, notFound, StoreError } from "../objects/failures.ts";
import { isJsonObject, listIn, objectIn, textIn } from "../objects/json.ts";
import type { SimulatorStore } from "../store/store.ts";
import { sendJson } from "./answer/respond.ts";
import { answerRead } from "./answer-read.ts";
import { forbidden } from "./discovery/access.ts";
import type { PreparedFailure } from "./faults/faults.ts";
import { isOtherVersion, storedVersionOf, toStoredVersion } from "./forms/forms.ts";
import { representationOf, representOne } from "./read/representation.ts";
import { switchIn } from "./request/query-values.ts";
import { mediaTypeOf, readBody } from "./request/request-body.ts";
import { isStreamed, type Target, verbOf } from "./request/request-target.ts";
import { writeScale } from "./scale.ts";
import { countRequest, type ServedCluster } from "./served-cluster.ts";
import { patchObject } from "./write/patch-object.ts";
import { create, remove, removeAll, replace } from "./write/write.ts";
import type { WriteRequest, Written } from "./write/write-request.ts";

const REFUSALS: Readonly<Record<number, string>> = {
  401: "Unauthorized",
  403: "Forbidden",
  404: "NotFound",
  410: "Expired",
  429: "TooManyRequests",
  500: "InternalError",
  503: "ServiceUnavailable",
  504: "Timeout",
};

const WRITES = { create, update: replace, patch: patchObject, delete: remove, deletecollection: removeAll } as const;

/**
 * Carries out a write, including writes of a scale and of resources whose stored form differs from the received one.
 */
function carryOutWrite(request: WriteRequest, verb: keyof typeof WRITES): Written {
  const { target, body } = request;
  if (target.subresource === "scale" && (verb === "update" || verb === "patch")) return writeScale(request, verb);
  if (!isOtherVersion(target.resource)) return WRITES[verb](request);
  const { source: _, ...sent } = body;
  return WRITES[verb]({
    ...request,
    target: { ...target, resource: storedVersionOf(target.resource) },
    body: { ...sent, value: toStoredVersion(target.resource, body.value) },
  });
}

const refusalOf = ({ status, retryAfterSeconds }: PreparedFailure) =>
  new StoreError({
    code: status,
    reason: REFUSALS[status] ?? "Unknown",
    message: "the server is set to refuse this request",
    details: retryAfterSeconds === undefined ? {} : { retryAfterSeconds },
  });

function sendWritten(
  { clock }: ServedCluster,
  request: IncomingMessage,
  response: ServerResponse,
  { resource }: Target,
  query: URLSearchParams,
  written: Written,
): void {
  const form = representationOf(request.headers.accept, query);
  const warnings = (written.warnings ?? []).map((text) => `299 - ${JSON.stringify(text)}`).join(", ");
  const isStoredObject = "metadata" in (written.body as object) && (written.body as { kind?: unknown }).kind === resource.kind;
  const body = isStoredObject && form !== undefined ? representOne(resource, written.body as never, form, clock.nowMs()) : written.body;
  sendJson(response, written.code, body, warnings === "" ? {} : { warning: warnings });
}

/**
 * Throws the answers to `kubectl exec`, `attach` and `port-forward`: the API server's own refusals, or its error for a
 * kubelet that does not respond. Source: pkg/registry/core/pod/strategy.go, streamLocation and validateContainer.
 */
function refuseStream(store: SimulatorStore, { resource, namespace, name = "", subresource }: Target, query: URLSearchParams): never {
  const pod = store.get("pods", namespace, name);
  if (pod === undefined) throw notFound(resource, name);
  const spec = objectIn(pod, "spec");
  if (subresource !== "portforward") {
    const names = (field: string) =>
      listIn(spec, field)
        .filter(isJsonObject)
        .map((container) => textIn(container, "name"));
    const [containers, all] = [names("containers"), [...names("initContainers"), ...names("containers"), ...names("ephemeralContainers")]];
    const requestedContainer = query.get("container") ?? "";
    if (requestedContainer === "" && containers.length !== 1)
      throw badRequest(`a container name must be specified for pod ${name}, choose one of: [${containers.join(" ")}]`);
    if (requestedContainer !== "" && !all.includes(requestedContainer))
      throw badRequest(`container ${requestedContainer} is not valid for pod ${name}`);
  }
  if (textIn(spec, "nodeName") === "") throw badRequest(`pod ${name} does not have a host assigned`);
  throw new StoreError({
    code: 500,
    reason: "InternalError",
    message: `error dialing backend: the kubelets of a simulated cluster run no programs, so that there is nothing to ${subresource === "portforward" ? "forward a port to" : `${subresource} ${subresource === "exec" ? "in" : "to"}`}`,
    details: {},
  });
}

/** Answers a request for a resource. Throws the API's refusals, and those that a fault requests. */
export async function answerResource(
  cluster: ServedCluster,
  request: IncomingMessage,
  response: ServerResponse,
  target: Target,
  query: URLSearchParams,
): Promise<void> {
  const { store, clock, faults } = cluster;
  const { resource, subresource } = target;
  const verb = verbOf(request.method, target, switchIn(query, "watch"));
  countRequest(cluster, `${verb} ${subresource === undefined ? "" : `${subresource} of `}${resource.name}`);
  if (faults.delayMs > 0) await delay(faults.delayMs);
  if (faults.isForbidden(resource.name, verb)) throw forbidden(target, verb);
  const failure = faults.takeFailure(resource.name, verb);
  if (failure !== undefined) throw refusalOf(failure);
  if (isStreamed(subresource)) refuseStream(store, target, query);
  if (verb === "get" || verb === "list" || verb === "watch") {
    await answerRead(cluster, request, response, target, verb, query);
    return;
  }
  const body = await readBody(request);
  const userAgent = request.headers["user-agent"] ?? "";
  const written = carryOutWrite({ store, target, query, mediaType: mediaTypeOf(request), body, userAgent, nowMs: clock.nowMs() }, verb);
  sendWritten(cluster, request, response, target, query, written);
}
