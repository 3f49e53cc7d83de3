import type { ApiError } from "@daemonscope/shared/http/paths";
import { LOG_HEADER, PATHS } from "@daemonscope/shared/http/paths";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyServerOptions, LogController } from "fastify";
import { seeWithin } from "./rights/see-within.ts";
import { assetsRoute, isDocsPath, isPagePath, wantsPage } from "./routes/assets.ts";
import type { RouteContext } from "./routes/context.ts";
import { daemonSetMetricsRoute } from "./routes/daemonset-metrics.ts";
import { daemonSetPodsRoute } from "./routes/daemonset-pods.ts";
import { eligibilityRoute } from "./routes/eligibility.ts";
import { eventsRoute } from "./routes/events.ts";
import { explainRoute } from "./routes/explain.ts";
import { fitRoute } from "./routes/fit.ts";
import { healthRoutes } from "./routes/health.ts";
import { keyframeRoute } from "./routes/keyframe.ts";
import { isLabCommand, labRoute } from "./routes/lab.ts";
import { labelsRoute } from "./routes/labels.ts";
import { logsRoute } from "./routes/logs.ts";
import { metricsRoute } from "./routes/metrics.ts";
import { nodeRoute } from "./routes/node.ts";
import { nodeCapacityRoute } from "./routes/node-capacity.ts";
import { nodePodsRoute } from "./routes/node-pods.ts";
import { podRoute } from "./routes/pod.ts";
import { podsNamedRoute } from "./routes/pods-named.ts";
import { reachRoute } from "./routes/reach.ts";
import { revisionsRoute } from "./routes/revisions.ts";
import { rightsRoute } from "./routes/rights.ts";
import { isSessionCommand, sessionRoute, signInRoutes } from "./routes/session.ts";
import { streamRoute } from "./routes/stream.ts";
import { taintsRoute } from "./routes/taints.ts";
import { yamlRoute } from "./routes/yaml.ts";
import { ApiFailure } from "./safety/api-failure.ts";
import { readableTarget } from "./safety/readable-target.ts";
import { refusalOf } from "./safety/request-guard.ts";
import { SAFETY_HEADERS } from "./safety/response-headers.ts";
import { admit, notSignedIn } from "./viewers/viewer-of.ts";

const MAX_CONNECTIONS = 2500;
const PROBES: readonly string[] = [PATHS.livez, PATHS.readyz, PATHS.metrics];

function sendError(reply: FastifyReply, status: number, body: ApiError): FastifyReply {
  return reply
    .headers({ ...SAFETY_HEADERS, "cache-control": "no-store" })
    .code(status)
    .type("application/json; charset=utf-8")
    .send(body);
}

/** Fastify with our limits and error bodies, and no routes. A slow or endless request ends by itself: Fastify's own limit is none. */
function bareServer(logger: FastifyServerOptions["logger"]): FastifyInstance {
  const app = Fastify({
    logger: logger ?? false,
    logController: new LogController({ disableRequestLogging: true }),
    requestTimeout: 15_000,
    connectionTimeout: 0,
    keepAliveTimeout: 72_000,
    bodyLimit: 1024,
    forceCloseConnections: true,
    trustProxy: false,
    // A command says what it means: nothing is dropped from it, filled in or turned into another type.
    ajv: { customOptions: { removeAdditional: false, coerceTypes: false, useDefaults: false } },
    routerOptions: { maxParamLength: 300 },
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000, maxHeaderSize: 16 * 1024 },
    rewriteUrl: ({ url = "/" }) => readableTarget(url),
    frameworkErrors: (_error, _request, reply) => {
      sendError(reply as FastifyReply, 400, { code: "BadTarget", message: "The request target cannot be read as a path." });
    },
  });
  app.server.maxConnections = MAX_CONNECTIONS;
  app.setErrorHandler((error: Error & { readonly statusCode?: number }, request, reply) => {
    if (error instanceof ApiFailure) return sendError(reply, error.status, error.body);
    const status = error.statusCode ?? 500;
    if (status < 500) return sendError(reply, status, { code: "BadRequest", message: "The request cannot be read." });
    // What went wrong inside is for the log, never for the wire.
    request.log.error({ err: error }, "request failed");
    return sendError(reply, 500, { code: "InternalError", message: "The server failed to answer this; its log says why." });
  });
  app.setNotFoundHandler((_request, reply) => sendError(reply, 404, { code: "NotFound", message: "There is nothing at this path." }));
  return app;
}

/** The server, not listening: inject requests, or give it a port. Every request passes the guard before its route is looked at. */
export function buildServer(context: RouteContext, logger?: FastifyServerOptions["logger"]): FastifyInstance {
  const app = bareServer(logger);
  app.addHook("onRequest", async (request, reply) => {
    reply.headers(SAFETY_HEADERS);
    reply.header("cache-control", "no-store");
    const path = request.url.split("?", 1)[0] ?? "/";
    // Counts of the whole cluster are not for everybody where people sign in.
    const isOpen = context.rights === undefined && context.door.signIn === undefined;
    const isProbe = PROBES.includes(path) && (isOpen || path !== PATHS.metrics);
    if (context.probesFromAnyHost && isProbe && (request.method === "GET" || request.method === "HEAD")) return;
    const { rawHeaders } = request.raw;
    const purpose =
      isPagePath(path) || isDocsPath(path)
        ? "page"
        : (context.lab !== undefined && isLabCommand(path)) || (context.door.signIn !== undefined && isSessionCommand(path))
          ? "command"
          : "data";
    const refusal = refusalOf({ method: request.method, url: request.raw.url ?? "", rawHeaders }, context.allowedHosts(), purpose);
    if (refusal !== undefined) {
      if (refusal.status === 405) reply.header("allow", purpose === "command" ? "POST" : "GET, HEAD");
      throw new ApiFailure(refusal.status, refusal.code, refusal.message);
    }
    const viewer = context.door.viewerOf(request);
    if (viewer === undefined) {
      if (isProbe || context.assets.byPath.has(path) || isDocsPath(path)) return;
      if (context.door.signIn !== undefined && (path === PATHS.signIn || wantsPage(request))) return;
      throw notSignedIn();
    }
    admit(request, viewer);
    context.door.onAdmitted?.(request, reply);
    // Who may see nothing may still say who they are, and go.
    if (path === PATHS.session || path === PATHS.signOut) return;
    // By the route that will answer: a path may be written in many ways.
    if (!(await seeWithin(context.rights, request, viewer, request.routeOptions.url ?? path))) return;
    // As it is when the answer is begun: what another cluster's page asked of this one is told apart.
    reply.header(LOG_HEADER, context.readingOf(request).epoch);
  });
  keyframeRoute(app, context);
  streamRoute(app, context);
  explainRoute(app, context);
  nodeRoute(app, context);
  eligibilityRoute(app, context);
  taintsRoute(app, context);
  labelsRoute(app, context);
  daemonSetPodsRoute(app, context);
  podsNamedRoute(app, context);
  eventsRoute(app, context);
  nodePodsRoute(app, context);
  podRoute(app, context);
  nodeCapacityRoute(app, context);
  fitRoute(app, context);
  revisionsRoute(app, context);
  yamlRoute(app, context);
  reachRoute(app, context);
  logsRoute(app, context);
  rightsRoute(app, context);
  healthRoutes(app, context);
  metricsRoute(app, context);
  daemonSetMetricsRoute(app, context);
  if (context.lab !== undefined) labRoute(app, context.lab);
  if (context.door.signIn !== undefined) signInRoutes(app, context.door.signIn);
  sessionRoute(app, context.door.signIn !== undefined);
  assetsRoute(app, context);
  return app;
}

/** Probes and metrics alone, for a port that others may reach: nothing on it names an object, unless `namesDaemonSets`. */
export function buildHealthServer(
  context: Pick<RouteContext, "live" | "readiness" | "version" | "watchCounts" | "webhookCounts">,
  namesDaemonSets: boolean,
): FastifyInstance {
  const app = bareServer(false);
  app.addHook("onRequest", async (_request, reply) => {
    reply.headers(SAFETY_HEADERS);
    reply.header("cache-control", "no-store");
  });
  healthRoutes(app, context);
  metricsRoute(app, context);
  if (namesDaemonSets) daemonSetMetricsRoute(app, context);
  return app;
}
