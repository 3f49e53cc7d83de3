import { randomBytes } from "node:crypto";
import { systemTimers } from "@daemonscope/kube-client/flow-control/clock";
import type { ApiError } from "@daemonscope/shared/http/paths";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyServerOptions, LogController } from "fastify";
import { PreviewLimiter, RECORDING_LIMITS } from "../actions/preview/preview-limiter.ts";
import { fullAccessClusters } from "../clusters/full-access-clusters.ts";
import { PLAIN_ADDRESS, type ServerAddress } from "../platform/address/server-address.ts";
import type { TlsMaterial } from "../platform/address/tls-material.ts";
import { ApiFailure } from "../platform/failure/api-failure.ts";
import { assetsRoute } from "./assets/assets.ts";
import { authorizeRequest, routedTarget, waitForSettledModel } from "./authorize-request.ts";
import type { RouteContext } from "./context.ts";
import type { PartsOf } from "./metrics/cluster-metrics.ts";
import { daemonSetMetricsRoute } from "./metrics/daemonset-metrics.ts";
import { healthRoutes } from "./metrics/health.ts";
import { metricsRoute } from "./metrics/metrics.ts";
import { decorateRequestState } from "./request-state.ts";
import { actionRoutes } from "./routes/actions.ts";
import { clustersRoutes } from "./routes/clusters.ts";
import { historyRoutes } from "./routes/history.ts";
import { keyframeRoute } from "./routes/keyframe.ts";
import { labRoute } from "./routes/lab.ts";
import { eligibilityRoute } from "./routes/nodes/eligibility.ts";
import { labelsRoute } from "./routes/nodes/labels.ts";
import { nodeRoute } from "./routes/nodes/node.ts";
import { nodeCapacityRoute } from "./routes/nodes/node-capacity.ts";
import { nodeManagersRoute } from "./routes/nodes/node-managers.ts";
import { nodePodsRoute } from "./routes/nodes/node-pods.ts";
import { taintsRoute } from "./routes/nodes/taints.ts";
import { daemonSetPodsRoute } from "./routes/objects/daemonset-pods.ts";
import { eventsRoute } from "./routes/objects/events.ts";
import { explainRoute } from "./routes/objects/explain.ts";
import { fitRoute } from "./routes/objects/fit.ts";
import { logsRoute } from "./routes/objects/logs.ts";
import { podRoute } from "./routes/objects/pod.ts";
import { podSearchRoute } from "./routes/objects/pod-search.ts";
import { reachRoute } from "./routes/objects/reach.ts";
import { revisionsRoute } from "./routes/objects/revisions.ts";
import { trailRoute } from "./routes/objects/trail.ts";
import { yamlRoute } from "./routes/objects/yaml.ts";
import { rightsRoute } from "./routes/rights.ts";
import { rolloutsRoute } from "./routes/rollouts.ts";
import { providerRoutes, sessionRoute, signInRoutes } from "./routes/session.ts";
import { streamRoute } from "./routes/stream.ts";
import { whatIfRoute } from "./routes/what-if.ts";
import { SAFETY_HEADERS } from "./safety/response-headers.ts";
import { RouteInventory } from "./safety/route-inventory.ts";
import { requireHttps } from "./safety/strict-transport.ts";

const MAX_CONNECTIONS = 2500;

/**
 * Sends an error as JSON. A browser that opened the address directly gets only the sentence, because a page was
 * expected.
 */
function sendError(reply: FastifyReply, status: number, body: ApiError): FastifyReply {
  const opened = reply.request.headers["sec-fetch-dest"] === "document";
  return reply
    .headers({ ...SAFETY_HEADERS, "cache-control": "no-store" })
    .code(status)
    .type(opened ? "text/plain; charset=utf-8" : "application/json; charset=utf-8")
    .send(opened ? `${body.message}\n` : body);
}

/**
 * A Fastify instance with our limits and error bodies, and no routes. Slow or endless requests time out; Fastify's own
 * default has no limit.
 */
function bareServer(
  logger: FastifyServerOptions["logger"],
  address: ServerAddress,
  tls: Pick<TlsMaterial, "cert" | "key"> | undefined,
  areNamed = false,
): FastifyInstance {
  const { given } = address.forwardedFrom;
  // One type for both, because the used members of an instance are the same.
  const app = Fastify({
    ...((tls === undefined ? {} : { https: { cert: tls.cert, key: tls.key, minVersion: "TLSv1.2" } }) as object),
    logger: logger ?? false,
    logController: new LogController({ disableRequestLogging: true }),
    requestTimeout: 15_000,
    connectionTimeout: 0,
    keepAliveTimeout: 72_000,
    bodyLimit: 1024,
    forceCloseConnections: true,
    trustProxy: given.length === 0 ? false : [...given],
    // Commands are validated strictly: no field is dropped, filled in or converted.
    ajv: { customOptions: { removeAdditional: false, coerceTypes: false, useDefaults: false } },
    routerOptions: { maxParamLength: 300 },
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000, maxHeaderSize: 16 * 1024 },
    rewriteUrl: (request) => routedTarget(request, address, areNamed),
    frameworkErrors: (_error, _request, reply) => {
      sendError(reply as FastifyReply, 400, { code: "BadTarget", message: "The request target cannot be read as a path." });
    },
  });
  decorateRequestState(app);
  app.server.maxConnections = MAX_CONNECTIONS;
  if (tls !== undefined) requireHttps(app.server);
  app.setErrorHandler((error: Error & { readonly statusCode?: number }, request, reply) => {
    if (error instanceof ApiFailure) return sendError(reply, error.status, error.body);
    const status = error.statusCode ?? 500;
    if (status < 500) return sendError(reply, status, { code: "BadRequest", message: "The request cannot be read." });
    // Internal errors go to the log, never to the client.
    request.log.error({ err: error }, "request failed");
    return sendError(reply, 500, { code: "InternalError", message: "The server failed to answer this; its log says why." });
  });
  app.setNotFoundHandler((_request, reply) => sendError(reply, 404, { code: "NotFound", message: "There is nothing at this path." }));
  return app;
}

/**
 * Builds the server without listening; a caller injects requests or listens on a port. Each request passes the guard
 * before its route runs.
 */
export function buildServer(
  context: RouteContext,
  logger?: FastifyServerOptions["logger"],
  tls?: Pick<TlsMaterial, "cert" | "key">,
): FastifyInstance {
  const { address, clusters } = context;
  const app = bareServer(logger, address, tls, clusters.several !== undefined || clusters.mayGrow);
  const inventory = new RouteInventory();
  app.decorate("routeInventory", inventory);
  app.addHook("onRoute", (route) => inventory.add(route));
  const previews = new PreviewLimiter(context.previewTimers ?? systemTimers);
  app.addHook("onRequest", (request, reply) => authorizeRequest(request, reply, context));
  app.addHook("preHandler", (request, reply) => waitForSettledModel(request, reply, context));
  keyframeRoute(app, context);
  streamRoute(app, context);
  explainRoute(app, context);
  trailRoute(app, context);
  nodeRoute(app, context);
  eligibilityRoute(app, context);
  taintsRoute(app, context);
  labelsRoute(app, context);
  daemonSetPodsRoute(app, context);
  podSearchRoute(app, context);
  eventsRoute(app, context);
  nodePodsRoute(app, context);
  podRoute(app, context);
  nodeCapacityRoute(app, context);
  nodeManagersRoute(app, context);
  fitRoute(app, context);
  whatIfRoute(app, context, previews);
  actionRoutes(app, context, previews);
  revisionsRoute(app, context);
  yamlRoute(app, context);
  reachRoute(app, context);
  logsRoute(app, context);
  historyRoutes(app, context, new PreviewLimiter(context.previewTimers ?? systemTimers, RECORDING_LIMITS));
  rolloutsRoute(app, context);
  rightsRoute(app, context);
  healthRoutes(app, context);
  const partsOf: PartsOf = (request) => fullAccessClusters(clusters, request);
  metricsRoute(app, context, partsOf);
  daemonSetMetricsRoute(app, context, partsOf);
  if (clusters.several !== undefined || clusters.mayGrow) clustersRoutes(app, context, randomBytes(6).toString("hex"));
  if (context.clusters.all.some(({ lab }) => lab !== undefined)) labRoute(app, context);
  if (context.authenticator.signIn !== undefined) signInRoutes(app, context.authenticator.signIn);
  if (context.authenticator.signIn?.byProvider !== undefined) providerRoutes(app, context.authenticator.signIn.byProvider);
  sessionRoute(app, context.authenticator.signIn !== undefined);
  assetsRoute(app, context);
  return app;
}

/**
 * Serves only probes and metrics, on a port that others may reach. It exposes no object names, unless `namesDaemonSets`
 * is set.
 */
export function buildHealthServer(
  context: Pick<RouteContext, "clusters" | "version" | "webhookCounts">,
  namesDaemonSets: boolean,
): FastifyInstance {
  const app = bareServer(false, PLAIN_ADDRESS, undefined);
  app.addHook("onRequest", async (_request, reply) => {
    reply.headers(SAFETY_HEADERS);
    reply.header("cache-control", "no-store");
  });
  healthRoutes(app, context);
  const partsOf: PartsOf = async () => context.clusters.all;
  metricsRoute(app, context, partsOf);
  if (namesDaemonSets) daemonSetMetricsRoute(app, context, partsOf);
  return app;
}
