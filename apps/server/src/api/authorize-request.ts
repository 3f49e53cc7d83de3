import { LOG_HEADER, PATHS } from "@daemonscope/shared/http/paths";
import type { FastifyReply, FastifyRequest } from "fastify";
import { userInCluster } from "../access/auth/accounts.ts";
import { OPEN_AUTHENTICATOR } from "../access/auth/authenticator.ts";
import { type Principal, SERVER_OWNER } from "../access/auth/principal.ts";
import { unauthenticated } from "../access/auth/request-principal.ts";
import { resolveAccessScope } from "../access/scoped/resolve-access-scope.ts";
import { clusterNameInPath } from "../clusters/request-cluster.ts";
import { stripBasePath } from "../platform/address/base-path.ts";
import { type ServerAddress, schemesOf } from "../platform/address/server-address.ts";
import { ApiFailure } from "../platform/failure/api-failure.ts";
import { selectMoment } from "../readings/moment.ts";
import { acceptsHtml, isDocsPath } from "./assets/assets.ts";
import type { RouteContext } from "./context.ts";
import { checkRequest, isPostRequest, type RequestKind } from "./safety/request-guard.ts";
import { SAFETY_HEADERS } from "./safety/response-headers.ts";

const PROBES: readonly string[] = [PATHS.livez, PATHS.readyz, PATHS.metrics];

/** Facts that the URL of a request gives before its routing. */
interface RoutingFacts {
  readonly clusterName: string | undefined;
  readonly isOutsideBasePath: boolean;
}

/** `routedTarget` runs before Fastify's request exists, so the raw request carries the facts to the first hook. */
const FACTS = Symbol("routing facts");

/** A raw request. It has facts only if they differ from `NO_FACTS`. */
interface RoutableRequest {
  readonly url?: string | undefined;
  [FACTS]?: RoutingFacts;
}

const NO_FACTS: RoutingFacts = { clusterName: undefined, isOutsideBasePath: false };

declare module "fastify" {
  interface FastifyRequest {
    /** The request is about a cluster, or about a moment of it. */
    isOfCluster: boolean;
  }
  interface FastifyContextConfig {
    readonly access?: Access;
  }
}

/**
 * Escapes the percent signs of a request target whose path cannot be decoded; returns any other target unchanged. A
 * mistyped link then gets the answer of any unknown path.
 */
export function readableTarget(target: string): string {
  const query = target.indexOf("?");
  const path = query < 0 ? target : target.slice(0, query);
  try {
    // Uses the result, because the bundler would remove a call that seems to have no effect.
    return decodeURI(path) === "" ? "/" : target;
  } catch {
    return path.replaceAll("%", "%25") + target.slice(path.length);
  }
}

/**
 * Returns the request target that routes know, without the base path. With several clusters it also removes the name of
 * the cluster and stores it. Probes are also served at the root, because a prober knows no prefix.
 */
export function routedTarget(request: RoutableRequest, { basePath }: ServerAddress, areNamed: boolean): string {
  const target = readableTarget(request.url ?? "/");
  const below = stripBasePath(target, basePath);
  const inCluster = areNamed && below !== undefined ? clusterNameInPath(below) : undefined;
  if (inCluster !== undefined) {
    request[FACTS] = { ...NO_FACTS, clusterName: inCluster.name };
    return inCluster.target;
  }
  if (below !== undefined) return below;
  if (!PROBES.includes(target.split("?", 1)[0] ?? "")) request[FACTS] = { ...NO_FACTS, isOutsideBasePath: true };
  return target;
}

/** Throws ApiFailure for a request that no browser of this page would send (request-guard). */
function guard(request: FastifyRequest, reply: FastifyReply, purpose: RequestKind, context: RouteContext): void {
  const forwardedHost = request.host === request.headers.host ? undefined : request.host;
  const { method } = request;
  const { rawHeaders, url = "" } = request.raw;
  const schemes = schemesOf(request, context.address);
  const refusal = checkRequest({ method, url, rawHeaders, forwardedHost, schemes }, context.allowedHosts(), purpose);
  if (refusal === undefined) return;
  if (refusal.status === 405) reply.header("allow", isPostRequest(purpose) ? "POST" : "GET, HEAD");
  throw new ApiFailure(refusal.status, refusal.code, refusal.message);
}

/**
 * Reports whether an answer reads the model, and therefore waits until no tick is applied in time slices. Streams and
 * keyframes are consistent at any time; probes and the page wait for nothing.
 */
export const needsSettledModel = (route: string): boolean =>
  route.startsWith("/api/") && route !== PATHS.stream && route !== PATHS.keyframe;

/** Precondition of a route. A route that declares nothing (`config: { access }`) needs `cluster`.
 *  - `none`: no user. The answer names no object of a cluster.
 *  - `page`: the page and its files. A user gets the page, and within their rights its first data.
 *  - `user`: a signed-in user, with or without rights.
 *  - `clusters`: a signed-in user. The route itself limits its answer to the user's rights in each cluster.
 *  - `ownRights`: a signed-in user, and the cluster in the URL. A user without rights gets an answer too.
 *  - `cluster`: rights in the cluster in the URL. */
type Access = "none" | "page" | "user" | "clusters" | "ownRights" | "cluster";

const accessOf = ({ routeOptions }: Pick<FastifyRequest, "routeOptions">): Access => routeOptions.config?.access ?? "cluster";

/**
 * Returns the name of the cluster that identifies the user: the name in the URL, even if this server has no such
 * cluster, otherwise the name of the cluster that answers.
 */
function accountOf(request: FastifyRequest, access: Access, { clusters }: RouteContext): string | undefined {
  const needsOne = access === "cluster" || access === "ownRights";
  return request.clusterName ?? (needsOne ? clusters.of(request) : clusters.find(request))?.name;
}

/**
 * Returns the user of a request, as the cluster of the request knows them. Undefined if no user is signed in there.
 * Throws ApiFailure.
 */
function viewerFor(request: FastifyRequest, access: Access, context: RouteContext): Principal | undefined {
  const viewer = context.authenticator.viewerOf(request);
  if (viewer === undefined || viewer.kind === "owner") return viewer;
  const person = userInCluster(viewer, accountOf(request, access, context));
  // A route of several clusters uses the account of each.
  return person !== undefined && access === "clusters" ? viewer : person;
}

/** Reports whether a request is answered without a user. */
function isAnonymousAllowed(request: FastifyRequest, path: string, access: Access, { assets, authenticator }: RouteContext): boolean {
  if (access === "none") return true;
  if (access !== "page") return false;
  return assets.byPath.has(path) || isDocsPath(path) || (authenticator.signIn !== undefined && acceptsHtml(request));
}

/** Runs before each route: the guard, the authenticator, and the access rights of the user. Throws ApiFailure. */
export async function authorizeRequest(request: FastifyRequest, reply: FastifyReply, context: RouteContext): Promise<unknown> {
  const { address } = context;
  reply.headers(SAFETY_HEADERS);
  reply.header("cache-control", "no-store");
  const { clusterName, isOutsideBasePath } = (request.raw as RoutableRequest)[FACTS] ?? NO_FACTS;
  request.clusterName = clusterName;
  const path = request.url.split("?", 1)[0] ?? "/";
  // Metrics count the whole cluster, so they require a sign-in if there is one.
  const isOpen = context.authenticator === OPEN_AUTHENTICATOR;
  const isProbe = PROBES.includes(path) && (isOpen || path !== PATHS.metrics);
  if (context.probesFromAnyHost && isProbe && (request.method === "GET" || request.method === "HEAD")) {
    if (isOpen) request.principal = SERVER_OWNER;
    return;
  }
  guard(request, reply, request.server.routeInventory.kindOf(request, path), context);
  if (isOutsideBasePath) {
    if (path === "/" || `${path}/` === address.basePath) return reply.redirect(address.basePath, 307);
    throw new ApiFailure(404, "OutsideBasePath", `This server answers only below ${address.basePath} (--base-path): use a path below it.`);
  }
  const access = accessOf(request);
  const viewer = viewerFor(request, access, context);
  if (viewer === undefined) {
    if (isAnonymousAllowed(request, path, access, context)) return;
    throw context.authenticator.missingCredentialsError?.() ?? unauthenticated();
  }
  request.principal = viewer;
  context.authenticator.onAdmitted?.(request, reply);
  if (access === "none" || access === "user" || access === "clusters") return;
  const part = access === "page" ? context.clusters.find(request) : context.clusters.of(request);
  // Only the page of all clusters belongs to no cluster.
  if (part === undefined) return;
  if (!(await resolveAccessScope(part.rights, request, viewer, access === "cluster"))) return;
  // Uses the matched route, because a path can be written in several ways.
  const route = request.routeOptions.url ?? path;
  await selectMoment(context, request, route);
  request.isOfCluster = true;
}

/**
 * Waits until the answer can begin, after the request and its body are read. The body may arrive slowly, and a tick may
 * begin meanwhile.
 */
export async function waitForSettledModel(request: FastifyRequest, reply: FastifyReply, context: RouteContext): Promise<void> {
  if (!request.isOfCluster) return;
  const route = request.routeOptions.url ?? "";
  if (needsSettledModel(route)) await context.liveOf(request).whole();
  // The epoch at the start of the answer, so that a page of another cluster can detect the difference.
  const { epoch } = context.readingOf(request);
  reply.header(LOG_HEADER, epoch);
  const expectedEpoch = request.headers[LOG_HEADER];
  // Several replicas share an address. A retry uses another connection, which may reach the replica with the wanted
  // log.
  if (expectedEpoch !== undefined && expectedEpoch !== epoch) reply.header("connection", "close");
}
