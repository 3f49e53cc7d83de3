import { Buffer } from "node:buffer";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { customResources } from "../objects/custom-resources.ts";
import { badRequest, StoreError } from "../objects/failures.ts";
import { sendFailure, sendJson } from "./answer/respond.ts";
import { methodNotAllowed, unknownPath } from "./answer/status-body.ts";
import { answerMetrics } from "./answer-metrics.ts";
import { answerResource } from "./answer-resource.ts";
import { answerControl } from "./control-endpoints.ts";
import { reviewSelf } from "./discovery/access.ts";
import { discovery, isServedGroup, SERVER_VERSION } from "./discovery/discovery.ts";
import { measuredTargetOf } from "./measured/measured-resource.ts";
import { readBody } from "./request/request-body.ts";
import { targetOf } from "./request/request-target.ts";
import { countRequest, type ServedCluster } from "./served-cluster.ts";

const HEALTH = new Set(["/livez", "/readyz", "/healthz"]);
const REVIEWS = /^\/apis\/auth[a-z]+\.k8s\.io\/v1\//;

function sendText(response: ServerResponse, code: number, text: string): void {
  response.writeHead(code, { "content-type": "text/plain; charset=utf-8" });
  response.end(text);
}

/** The form of OpenAPI v2 that kubectl requests, only for files of kind List. */
const OPENAPI_V2_PROTOBUF = "application/com.github.proto-openapi.spec.v2.v1.0+protobuf";

const bytesField = (number: number, value: string | Buffer): Buffer => {
  const bytes = Buffer.from(value);
  return Buffer.concat([Buffer.from([(number << 3) | 2, bytes.length]), bytes]);
};

/** OpenAPI v2 without any definition, as protobuf. For a missing kind kubectl leaves the validation to the server. */
function emptyOpenApiV2(version: string): Buffer {
  const info = Buffer.concat([bytesField(1, "Kubernetes"), bytesField(2, version)]);
  const [swagger, paths] = [bytesField(1, "2.0"), bytesField(8, "")];
  return Buffer.concat([swagger, bytesField(2, info), paths]);
}

/**
 * Answers requests that are not about a resource: health, control, discovery, and reviews of the caller's own access.
 * Returns false if the path is none of those.
 */
async function answerNonResource(
  cluster: ServedCluster,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  query: URLSearchParams,
): Promise<boolean> {
  const { control, faults } = cluster;
  const custom = customResources(cluster.store);
  const method = request.method ?? "GET";
  if (HEALTH.has(path)) sendText(response, 200, "ok");
  else if (path.startsWith("/simulator/") && control !== undefined) {
    const body = await readBody(request);
    const answered = await answerControl({ method, path, query, body }, { ...cluster, control });
    if (answered === undefined) throw unknownPath();
    sendJson(response, 200, answered);
  } else if (method === "GET" && path === "/openapi/v2") {
    response.writeHead(200, { "content-type": OPENAPI_V2_PROTOBUF });
    response.end(emptyOpenApiV2(SERVER_VERSION.gitVersion));
  } else if (method === "POST" && REVIEWS.test(path)) {
    const review = reviewSelf(path, (await readBody(request)).value, faults, custom);
    if (review === undefined) throw unknownPath();
    sendJson(response, 201, review);
  } else {
    const described = discovery(path, custom);
    if (described === undefined) return false;
    if (method !== "GET") throw methodNotAllowed();
    sendJson(response, 200, described);
  }
  return true;
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

const refuse = (message: string): StoreError => new StoreError({ code: 403, reason: "Forbidden", message, details: {} });

/** Returns the name in a Host header, without the port; undefined if it is not a host. */
function nameIn(host: string): string | undefined {
  return /^(\[[0-9a-f:]+\]|[a-z0-9.-]+)(:\d{1,5})?$/.exec(host.toLowerCase())?.[1];
}

/**
 * Throws 403 for requests that a browser sends for a foreign page. The simulated cluster has no authentication. It
 * answers only on loopback names and the name that it was bound to, so that no foreign name can point here (DNS
 * rebinding). kubectl and client-go send no Origin.
 */
export function checkOrigin({ host = "", origin, "sec-fetch-site": site }: IncomingHttpHeaders, boundTo: string): void {
  const name = nameIn(host);
  if (name === undefined || !(LOOPBACK.test(name) || name === boundTo.toLowerCase()))
    throw refuse(`the simulated cluster does not answer to the host name ${JSON.stringify(host)}: use localhost or 127.0.0.1`);
  if ((origin !== undefined && origin.toLowerCase() !== `http://${host.toLowerCase()}`) || site === "cross-site" || site === "same-site")
    throw refuse("the simulated cluster does not answer to pages of other sites");
}

async function answer(cluster: ServedCluster, request: IncomingMessage, response: ServerResponse): Promise<void> {
  checkOrigin(request.headers, cluster.host);
  const requestUrl = request.url ?? "/";
  if (!URL.canParse(requestUrl, "http://simulator")) throw badRequest("the path is not a URL");
  const { pathname, searchParams: query } = new URL(requestUrl, "http://simulator");
  const path = pathname.length > 1 ? pathname.replace(/\/$/, "") : pathname;
  countRequest(cluster, `${request.method ?? "GET"} ${path}`);
  if (await answerNonResource(cluster, request, response, path, query)) return;
  const measured = measuredTargetOf(path);
  if (measured !== undefined) return answerMetrics(cluster, request, response, measured, query);
  const custom = customResources(cluster.store);
  const target = targetOf(path, custom);
  if (target !== undefined) await answerResource(cluster, request, response, target, query);
  else if (isServedGroup(path, custom)) throw unknownPath();
  else sendText(response, 404, "404 page not found\n");
}

/**
 * Answers one request, even if that fails: with the refusal, with 500 for an error of the simulator, or by ending a
 * response that has begun.
 */
export async function answerRequest(cluster: ServedCluster, request: IncomingMessage, response: ServerResponse): Promise<void> {
  // The API server uses the cluster's clock.
  response.setHeader("date", new Date(cluster.clock.nowMs()).toUTCString());
  try {
    await answer(cluster, request, response);
  } catch (error) {
    if (response.headersSent) response.destroy();
    else if (error instanceof StoreError) sendFailure(response, error.failure);
    else {
      const message = `Internal error occurred: ${error instanceof Error ? error.message : "unknown"}`;
      sendFailure(response, { code: 500, reason: "InternalError", message, details: {} });
    }
  }
}
