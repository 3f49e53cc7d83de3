import type { IncomingMessage, ServerResponse } from "node:http";
import { customResources } from "../objects/custom-resources.ts";
import { badRequest, StoreError } from "../objects/failures.ts";
import { sendFailure, sendJson } from "./answer/respond.ts";
import { methodNotAllowed, unknownPath } from "./answer/status-body.ts";
import { answerMetrics } from "./answer-metrics.ts";
import { answerResource } from "./answer-resource.ts";
import { answerControl } from "./control-endpoints.ts";
import { reviewSelf } from "./discovery/access.ts";
import { discovery, isServedGroup, SERVER_VERSION } from "./discovery/discovery.ts";
import { emptyOpenApiV2, OPENAPI_V2_PROTOBUF } from "./discovery/openapi-v2.ts";
import { measuredTargetOf } from "./measured/measured-resource.ts";
import { checkOrigin } from "./request/host-guard.ts";
import { readBody } from "./request/request-body.ts";
import { targetOf } from "./request/request-target.ts";
import { countRequest, type ServedCluster } from "./served-cluster.ts";

const HEALTH = new Set(["/livez", "/readyz", "/healthz"]);
const REVIEWS = /^\/apis\/auth[a-z]+\.k8s\.io\/v1\//;

function sendText(response: ServerResponse, code: number, text: string): void {
  response.writeHead(code, { "content-type": "text/plain; charset=utf-8" });
  response.end(text);
}

/**
 * Answers requests that are not about a resource: health, control, discovery, and reviews of the caller's own access.
 * Returns false if the path is none of those.
 */
async function answerAside(
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

async function answer(cluster: ServedCluster, request: IncomingMessage, response: ServerResponse): Promise<void> {
  checkOrigin(request.headers, cluster.host);
  const given = request.url ?? "/";
  if (!URL.canParse(given, "http://simulator")) throw badRequest("the path is not a URL");
  const { pathname, searchParams: query } = new URL(given, "http://simulator");
  const path = pathname.length > 1 ? pathname.replace(/\/$/, "") : pathname;
  countRequest(cluster, `${request.method ?? "GET"} ${path}`);
  if (await answerAside(cluster, request, response, path, query)) return;
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
