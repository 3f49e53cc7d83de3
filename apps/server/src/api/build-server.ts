import type { ApiError } from "@daemonscope/shared/http/paths";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyServerOptions, LogController } from "fastify";
import { fullAccessClusters } from "../clusters/full-access-clusters.ts";
import { PLAIN_ADDRESS, type ServerAddress } from "../platform/address/server-address.ts";
import type { TlsMaterial } from "../platform/address/tls-material.ts";
import { ApiFailure } from "../platform/failure/api-failure.ts";
import { assetRoutes } from "./assets/assets.ts";
import { authorizeRequest, routedTarget, waitForSettledModel } from "./authorize-request.ts";
import type { RouteContext } from "./context.ts";
import { metricsRoutes } from "./metrics/metrics-routes.ts";
import { actionRoutes } from "./routes/actions.ts";
import { clusterRoutes } from "./routes/clusters.ts";
import { historyRoutes } from "./routes/history.ts";
import { labRoutes } from "./routes/lab.ts";
import { nodeRoutes } from "./routes/nodes/node-routes.ts";
import { objectRoutes } from "./routes/objects/object-routes.ts";
import { sessionRoutes } from "./routes/session.ts";
import { streamRoutes } from "./routes/stream.ts";
import { isLoopbackHost } from "./safety/request-guard.ts";
import { SAFETY_HEADERS } from "./safety/response-headers.ts";
import { RouteInventory } from "./safety/route-inventory.ts";

const MAX_CONNECTIONS = 2500;

/**
 * Sends an error as JSON. A browser that opened the address directly gets only the sentence, because a page was
 * expected.
 */
function sendError(reply: FastifyReply, status: number, body: ApiError): FastifyReply {
  const isDocument = reply.request.headers["sec-fetch-dest"] === "document";
  return reply
    .headers({ ...SAFETY_HEADERS, "cache-control": "no-store" })
    .code(status)
    .type(isDocument ? "text/plain; charset=utf-8" : "application/json; charset=utf-8")
    .send(isDocument ? `${body.message}\n` : body);
}

/**
 * Declares the state of a request, so that all requests have one shape. Each owner of a property declares its type.
 * Fastify shares a default between requests, so it rejects an object.
 */
function decorateRequestState(app: FastifyInstance): void {
  app.decorateRequest("clusterName", undefined);
  app.decorateRequest("principal", undefined);
  app.decorateRequest("accessScope", undefined);
  app.decorateRequest("reading", undefined);
  app.decorateRequest("releaseFromSession", undefined);
  app.decorateRequest("preview", undefined);
  app.decorateRequest("isOfCluster", false);
}

/** One year, in seconds. */
const HSTS = "max-age=31536000";

/**
 * Makes browsers return only over https after any response of a TLS server. The header is set on the response of the
 * socket, so that streams and errors have it too. Loopback names are excluded: a browser applies the header to all
 * ports of a name, and other services on localhost mostly speak plain http.
 */
function requireHttps(server: Pick<FastifyInstance["server"], "prependListener">): void {
  server.prependListener("request", (request, response) => {
    if (!isLoopbackHost(request.headers.host ?? "")) response.setHeader("strict-transport-security", HSTS);
  });
}

function noSchemas(): never {
  throw new Error("a route has a schema: use bodyMatches");
}

/**
 * Creates a Fastify instance with this server's limits and error bodies, and no routes. Slow or endless requests time
 * out; Fastify's own default has no limit.
 */
function bareServer(
  logger: FastifyServerOptions["logger"],
  address: ServerAddress,
  tls: Pick<TlsMaterial, "cert" | "key"> | undefined,
  areNamed = false,
): FastifyInstance {
  const { given } = address.forwardedFrom;
  // One type for http and https, because both instances have the used members.
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
    // Routes have no schemas: Fastify would load both compilers at the start (`bodyMatches`).
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
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

/** A plugin whose feature is disabled registers no routes. */
const PLUGINS = [
  streamRoutes,
  objectRoutes,
  nodeRoutes,
  actionRoutes,
  historyRoutes,
  labRoutes,
  clusterRoutes,
  sessionRoutes,
  assetRoutes,
] as const;

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
  // On the root instance and before the plugins, so that every route and every unknown path has these hooks.
  app.addHook("onRequest", (request, reply) => authorizeRequest(request, reply, context));
  app.addHook("preHandler", (request, reply) => waitForSettledModel(request, reply, context));
  for (const plugin of PLUGINS) app.register(plugin, context);
  app.register(metricsRoutes, { ...context, readableClusters: (request) => fullAccessClusters(clusters, request), namesDaemonSets: true });
  return app;
}

/**
 * Serves only probes, the version and metrics, on a port that others may reach. It exposes no object names, unless
 * `namesDaemonSets` is set.
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
  app.register(metricsRoutes, { ...context, readableClusters: async () => context.clusters.all, namesDaemonSets });
  return app;
}
