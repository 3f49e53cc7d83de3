import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { Clock } from "../clock.ts";
import { badRequest, notFound, StoreError } from "../store/failures.ts";
import type { SimulatorStore } from "../store/store.ts";
import { forbidden, reviewSelf } from "./access.ts";
import { answerControl, type ControlVerbs } from "./control-endpoints.ts";
import { discovery, isServedGroup, SERVER_VERSION } from "./discovery.ts";
import { createEventEncoder } from "./event-lines.ts";
import { createFaults, type Faults, type Verb } from "./faults.ts";
import { checkOrigin } from "./host-guard.ts";
import { list, type PageCache } from "./list.ts";
import { emptyOpenApiV2, OPENAPI_V2_PROTOBUF } from "./openapi-v2.ts";
import { patchObject } from "./patch-object.ts";
import { servePodLog } from "./pod-log.ts";
import { checkLogOptions } from "./pod-log-options.ts";
import { switchIn } from "./query-values.ts";
import { representationOf, representList, representOne } from "./representation.ts";
import { mediaTypeOf, readBody } from "./request-body.ts";
import { type Target, targetOf, verbOf } from "./request-target.ts";
import { resourceVersionOf } from "./resource-version.ts";
import { sendFailure, sendJson, sendJsonList } from "./respond.ts";
import { methodNotAllowed, unknownPath } from "./status-body.ts";
import { untilVersion } from "./until-version.ts";
import { watch } from "./watch.ts";
import { create, remove, removeAll, replace } from "./write.ts";
import type { Written } from "./write-request.ts";

export interface ApiOptions {
  readonly store: SimulatorStore;
  /** Gives the stamps and ages of what is served; connections live in real time. */
  readonly clock: Clock;
  /** Closes the API when aborted. */
  readonly signal?: AbortSignal;
  /** 0 takes a free one. */
  readonly port?: number;
  readonly host?: string;
  /** Registers /simulator/…: for tests on virtual time and for the lab, never else. */
  readonly control?: ControlVerbs;
  /** Between two bookmarks of a watch, in real milliseconds. */
  readonly bookmarkEveryMs?: number;
}

export interface Api {
  readonly url: string;
  readonly port: number;
  readonly faults: Faults;
  /** Requests seen, as `list /api/v1/nodes` without query (the verb, or the method where there is none), with their number. */
  readonly requests: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

const HEALTH = new Set(["/livez", "/readyz", "/healthz"]);
const REVIEWS = /^\/apis\/auth[a-z]+\.k8s\.io\/v1\//;
const KEEP_ALIVE_MS = 60_000;

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

/** Serves a store over the Kubernetes HTTP API; the only way in for everybody but the control loops. */
export async function startApi({
  store,
  clock,
  signal,
  port = 0,
  host = "127.0.0.1",
  control,
  bookmarkEveryMs = 60_000,
}: ApiOptions): Promise<Api> {
  const pages: PageCache = new Map();
  const faults = createFaults({
    ...store,
    restore(version) {
      // Versions are given out again: a page of one must not be another's.
      pages.clear();
      store.restore(version);
    },
  });
  const encode = createEventEncoder();
  const requests = new Map<string, number>();
  const count = (seen: string) => requests.set(seen, (requests.get(seen) ?? 0) + 1);

  async function answerRead(
    request: IncomingMessage,
    response: ServerResponse,
    target: Target,
    verb: Verb,
    query: URLSearchParams,
  ): Promise<void> {
    const { resource, namespace, name, subresource } = target;
    if (subresource === "log" && name !== undefined) {
      checkLogOptions(query, name);
      const pod = store.get("pods", namespace, name);
      if (pod === undefined) throw notFound(resource, name);
      servePodLog({ store, pod, query, nowMs: clock.nowMs(), response });
      return;
    }
    const form = representationOf(request.headers.accept, query);
    if (form === undefined)
      throw new StoreError({
        code: 406,
        reason: "NotAcceptable",
        message: "406: Not Acceptable\n\nAvailable representations: application/json",
        details: {},
      });
    if (verb === "watch") {
      if (name !== undefined) query.set("fieldSelector", `metadata.name=${name}`);
      await watch({ store, clock, faults, encode, bookmarkEveryMs, resource, namespace, query, form, response });
    } else if (name === undefined) {
      const { objects, metadata } = await list({ store, pages, resource, namespace, query });
      const represented = representList(resource, metadata, form, clock.nowMs());
      await sendJsonList(response, represented.head, represented.field, objects, represented.encode);
    } else {
      await untilVersion(store, resourceVersionOf(query.get("resourceVersion") ?? "", "watch"));
      const object = store.get(resource.name, namespace, name);
      if (object === undefined) throw notFound(resource, name);
      sendJson(response, 200, representOne(resource.name, object, form, clock.nowMs()));
    }
  }

  function sendWritten(request: IncomingMessage, response: ServerResponse, { resource }: Target, query: URLSearchParams, written: Written) {
    const form = representationOf(request.headers.accept, query);
    const warnings = (written.warnings ?? []).map((text) => `299 - ${JSON.stringify(text)}`).join(", ");
    const stored = "metadata" in (written.body as object) && (written.body as { kind?: unknown }).kind === resource.kind;
    const body = stored && form !== undefined ? representOne(resource.name, written.body as never, form, clock.nowMs()) : written.body;
    sendJson(response, written.code, body, warnings === "" ? {} : { warning: warnings });
  }

  async function answerResource(request: IncomingMessage, response: ServerResponse, target: Target, query: URLSearchParams): Promise<void> {
    const watching = switchIn(query, "watch");
    const verb = verbOf(request.method, target, watching);
    count(`${verb} ${target.subresource === undefined ? "" : `${target.subresource} of `}${target.resource.name}`);
    if (faults.delayMs > 0) await delay(faults.delayMs);
    if (faults.isForbidden(target.resource.name, verb)) throw forbidden(target, verb);
    const failure = faults.takeFailure(target.resource.name, verb);
    if (failure !== undefined)
      throw new StoreError({
        code: failure.status,
        reason: REFUSALS[failure.status] ?? "Unknown",
        message: "the server was told to refuse this request",
        details: failure.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: failure.retryAfterSeconds },
      });
    if (verb === "get" || verb === "list" || verb === "watch") {
      await answerRead(request, response, target, verb, query);
      return;
    }
    const body = await readBody(request);
    const userAgent = request.headers["user-agent"] ?? "";
    const written = WRITES[verb]({ store, target, query, mediaType: mediaTypeOf(request), body, userAgent, nowMs: clock.nowMs() });
    sendWritten(request, response, target, query, written);
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    checkOrigin(request.headers, host);
    const given = request.url ?? "/";
    if (!URL.canParse(given, "http://simulator")) throw badRequest("the path is not a URL");
    const { pathname, searchParams: query } = new URL(given, "http://simulator");
    const path = pathname.length > 1 ? pathname.replace(/\/$/, "") : pathname;
    const method = request.method ?? "GET";
    count(`${method} ${path}`);
    if (HEALTH.has(path)) {
      response.writeHead(200, { "content-type": "text/plain; charset=utf-8" });
      response.end("ok");
      return;
    }
    if (path.startsWith("/simulator/") && control !== undefined) {
      const body = await readBody(request);
      const answered = await answerControl({ method, path, query, body }, { control, faults, store, requests });
      if (answered === undefined) throw unknownPath();
      sendJson(response, 200, answered);
      return;
    }
    if (method === "GET" && path === "/openapi/v2") {
      response.writeHead(200, { "content-type": OPENAPI_V2_PROTOBUF });
      response.end(emptyOpenApiV2(SERVER_VERSION.gitVersion));
      return;
    }
    if (method === "POST" && REVIEWS.test(path)) {
      const review = reviewSelf(path, (await readBody(request)).value, faults);
      if (review === undefined) throw unknownPath();
      sendJson(response, 201, review);
      return;
    }
    const described = discovery(path);
    if (described !== undefined) {
      if (method !== "GET") throw methodNotAllowed();
      sendJson(response, 200, described);
      return;
    }
    const target = targetOf(path);
    if (target === undefined && !isServedGroup(path)) {
      response.writeHead(404, { "content-type": "text/plain; charset=utf-8" });
      response.end("404 page not found\n");
      return;
    }
    if (target === undefined) throw unknownPath();
    await answerResource(request, response, target, query);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else if (error instanceof StoreError) sendFailure(response, error.failure);
      else
        sendFailure(response, {
          code: 500,
          reason: "InternalError",
          message: `Internal error occurred: ${error instanceof Error ? error.message : "unknown"}`,
          details: {},
        });
    });
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  await new Promise<void>((done, failed) => {
    server.once("error", failed);
    server.listen(port, host, () => done());
  });
  const address = server.address() as AddressInfo;
  const close = (): Promise<void> =>
    new Promise((done) => {
      server.close(() => done());
      server.closeAllConnections();
    });
  signal?.addEventListener("abort", () => void close(), { once: true });
  if (signal?.aborted) await close();
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${address.port}`,
    port: address.port,
    faults,
    requests,
    close,
  };
}
