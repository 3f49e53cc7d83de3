import { Buffer } from "node:buffer";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Clock } from "../clock.ts";
import type { ApiFailure, ResourceName } from "../store/contract.ts";
import { badRequest, notFound, StoreError } from "../store/failures.ts";
import { isJsonObject } from "../store/json.ts";
import { qualifiedName, resourceNamed } from "../store/resources.ts";
import type { SimulatorStore } from "../store/store.ts";
import { answerControl, type ControlVerbs } from "./control-endpoints.ts";
import { discovery } from "./discovery.ts";
import { createFaults, type Faults } from "./faults.ts";
import { list, type Snapshots } from "./list.ts";
import { representationOf, representList, representOne } from "./representation.ts";
import { selectorOf } from "./selectors.ts";
import { statusBody } from "./status-body.ts";
import { watch } from "./watch.ts";
import { create, patch, remove, replace, type Target } from "./write.ts";

export interface ApiOptions {
  readonly store: SimulatorStore;
  readonly clock: Clock;
  /** 0 takes a free one. */
  readonly port?: number;
  readonly host?: string;
  /** Registers /simulator/…: for tests on virtual time and for the lab, never else. */
  readonly control?: ControlVerbs;
}

export interface Api {
  readonly url: string;
  readonly port: number;
  readonly faults: Faults;
  /** Requests seen, as `GET /api/v1/nodes` without query, with their number. */
  readonly requests: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

const BODY_LIMIT = 4 * 1024 * 1024;
const PATH = /^\/(?:api\/v1|apis\/([a-z0-9.]+)\/v1)(?:\/namespaces\/([^/]+))?\/([a-z]+)(?:\/([^/]+))?(?:\/([a-z]+))?$/;

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    size += part.length;
    if (size > BODY_LIMIT)
      throw new StoreError({ code: 413, reason: "RequestEntityTooLarge", message: "Request entity too large: limit is 3145728" });
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function parseBody(bytes: Buffer, contentType: string): unknown {
  if (bytes.length === 0 || contentType.includes("protobuf")) return undefined;
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch (error) {
    throw badRequest(`the object provided is not JSON: ${error instanceof Error ? error.message : "unreadable"}`);
  }
}

function send(response: ServerResponse, code: number, body: unknown, headers: Record<string, string> = {}): void {
  const bytes = Buffer.from(JSON.stringify(body));
  response.writeHead(code, { "content-type": "application/json", "content-length": String(bytes.length), ...headers });
  response.end(bytes);
}

function sendFailure(response: ServerResponse, failure: ApiFailure): void {
  const retry = failure.details?.retryAfterSeconds;
  send(response, failure.code, statusBody(failure), typeof retry === "number" ? { "retry-after": String(retry) } : {});
}

function targetOf(path: string): Target | undefined {
  // `/api/v1/namespaces/x` is an object of its own; `/api/v1/namespaces/x/pods` is a place.
  const space = /^\/api\/v1\/namespaces(?:\/([^/]+))?$/.exec(path);
  const namespaces = resourceNamed("namespaces");
  if (space && namespaces)
    return {
      resource: namespaces,
      namespace: undefined,
      name: space[1] === undefined ? undefined : decodeURIComponent(space[1]),
      subresource: undefined,
    };
  const found = PATH.exec(path);
  const resource = resourceNamed(found?.[3] ?? "");
  if (!found || resource === undefined) return undefined;
  const group = resource.groupVersion.includes("/") ? resource.groupVersion.split("/")[0] : undefined;
  if (group !== found[1]) return undefined;
  const part = (at: number) => (found[at] === undefined ? undefined : decodeURIComponent(found[at]));
  return { resource, namespace: part(2), name: part(4), subresource: found[5] };
}

/** Serves a store over the Kubernetes HTTP API on loopback; the only way in for everybody but the control loops. */
export async function startApi({ store, clock, port = 0, host = "127.0.0.1", control }: ApiOptions): Promise<Api> {
  const faults = createFaults();
  const snapshots: Snapshots = { byId: new Map() };
  const requests = new Map<string, number>();

  function answerRead(request: IncomingMessage, response: ServerResponse, target: Target, query: URLSearchParams): void {
    const { resource, namespace, name } = target;
    const form = representationOf(request.headers.accept, query);
    if (form === undefined)
      throw new StoreError({
        code: 406,
        reason: "NotAcceptable",
        message: "only the following media types are accepted: application/json",
      });
    if (query.get("watch") === "true" || query.get("watch") === "1") {
      if (name !== undefined) query.set("fieldSelector", `metadata.name=${name}`);
      watch({ store, clock, faults, resource, namespace, query, form, response });
      return;
    }
    if (name !== undefined) {
      const object = store.get(resource.name, namespace, name);
      if (object === undefined) throw notFound(resource, name);
      send(response, 200, representOne(resource.name, object, form, clock.nowMs()));
      return;
    }
    const { objects, metadata } = list(store, snapshots, resource, namespace, query);
    send(response, 200, representList(resource.name, resource.kind, resource.groupVersion, objects, metadata, form, clock.nowMs()));
  }

  async function answerWrite(request: IncomingMessage, response: ServerResponse, target: Target, query: URLSearchParams): Promise<void> {
    const contentType = (request.headers["content-type"] ?? "application/json").split(";")[0]?.trim() ?? "";
    const bytes = await readBody(request);
    if (contentType.includes("protobuf") && request.method !== "DELETE")
      throw new StoreError({
        code: 415,
        reason: "UnsupportedMediaType",
        message: "the body of the request was in an unknown format - accepted media types include: application/json",
      });
    const body = parseBody(bytes, contentType);
    const dryRun = query.get("dryRun") === "All";
    switch (request.method) {
      case "POST": {
        const made = create(store, target, body, dryRun);
        return send(response, made.code, made.body);
      }
      case "PUT":
        return send(response, 200, replace(store, target, body, dryRun));
      case "PATCH":
        return send(response, 200, patch(store, target, contentType, body, dryRun));
      case "DELETE": {
        if (target.name !== undefined) return send(response, 200, remove(store, target, body, query, dryRun));
        const selected = selectorOf(target.resource.name, query);
        const objects = store.list(target.resource.name, target.namespace).filter((object) => selected === undefined || selected(object));
        for (const object of objects)
          remove(store, { ...target, namespace: object.metadata.namespace, name: object.metadata.name }, body, query, dryRun);
        return send(response, 200, {
          kind: `${target.resource.kind}List`,
          apiVersion: target.resource.groupVersion,
          metadata: { resourceVersion: String(store.resourceVersion) },
          items: objects,
        });
      }
      default:
        throw new StoreError({
          code: 405,
          reason: "MethodNotAllowed",
          message: "the server does not allow this method on the requested resource",
        });
    }
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://simulator");
    const path = url.pathname.length > 1 ? url.pathname.replace(/\/$/, "") : url.pathname;
    const seen = `${request.method} ${path}`;
    requests.set(seen, (requests.get(seen) ?? 0) + 1);
    if (path.startsWith("/simulator/") && control !== undefined) {
      const body = parseBody(await readBody(request), "application/json");
      const answered = answerControl(path, url.searchParams, body, control, faults, store, requests);
      return send(response, answered === undefined ? 404 : 200, answered ?? { message: "no such verb" });
    }
    if (path === "/livez" || path === "/readyz" || path === "/healthz") {
      response.writeHead(200, { "content-type": "text/plain" });
      response.end("ok");
      return;
    }
    const described = discovery(path);
    if (described !== undefined) return send(response, 200, described);
    if (path === "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews" && request.method === "POST") {
      const review = parseBody(await readBody(request), "application/json");
      const asked =
        isJsonObject(review) && isJsonObject(review.spec) && isJsonObject(review.spec.resourceAttributes)
          ? review.spec.resourceAttributes.resource
          : undefined;
      const allowed = !faults.forbidden.has(asked as ResourceName);
      return send(response, 201, { ...(isJsonObject(review) ? review : {}), status: { allowed } });
    }
    const target = targetOf(path);
    if (target === undefined)
      throw new StoreError({ code: 404, reason: "NotFound", message: "the server could not find the requested resource", details: {} });
    const verb =
      request.method === "GET"
        ? url.searchParams.get("watch")
          ? "watch"
          : target.name === undefined
            ? "list"
            : "get"
        : (request.method ?? "").toLowerCase();
    if (faults.forbidden.has(target.resource.name))
      throw new StoreError({
        code: 403,
        reason: "Forbidden",
        message: `${qualifiedName(target.resource)} is forbidden: User "simulated" cannot ${verb} resource "${target.resource.name}" in API group "${target.resource.groupVersion.includes("/") ? target.resource.groupVersion.split("/")[0] : ""}" at the cluster scope`,
        details: { kind: target.resource.name },
      });
    const failure = faults.takeFailure(target.resource.name);
    if (failure !== undefined)
      throw new StoreError({
        code: failure.status,
        reason: failure.status === 429 ? "TooManyRequests" : "ServiceUnavailable",
        message: "the server was told to refuse this request",
        details: failure.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: failure.retryAfterSeconds },
      });
    if (request.method === "GET") answerRead(request, response, target, url.searchParams);
    else await answerWrite(request, response, target, url.searchParams);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (response.headersSent) {
        response.destroy();
        return;
      }
      if (error instanceof StoreError) sendFailure(response, error.failure);
      else
        sendFailure(response, {
          code: 500,
          reason: "InternalError",
          message: `Internal error occurred: ${error instanceof Error ? error.message : "unknown"}`,
        });
    });
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((done, failed) => {
    server.once("error", failed);
    server.listen(port, host, () => done());
  });
  const address = server.address() as AddressInfo;
  return {
    url: `http://${host}:${address.port}`,
    port: address.port,
    faults,
    requests,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
