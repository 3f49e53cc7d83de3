import type { ServerResponse } from "node:http";
import { eventLine, type RawApiServer, type Request, startRawApiServer } from "@daemonscope/kube-client/http/api-server.fixture";

interface ObjectMeta {
  readonly name: string;
  readonly namespace?: string;
  uid?: string;
  resourceVersion?: string;
  creationTimestamp?: string;
}

interface ApiObject {
  readonly kind: string;
  readonly metadata: ObjectMeta;
}

/** A `List` of objects of any kind, as `kubectl get -o json` prints it. */
export interface RecordedObjects {
  /** The time of the recording. */
  readonly takenAt: string;
  readonly items: readonly ApiObject[];
}

interface Collection {
  readonly kind: string;
  readonly apiVersion: string;
  readonly resource: string;
}

const COLLECTIONS: readonly Collection[] = [
  ...Object.entries({
    Node: "nodes",
    Pod: "pods",
    Event: "events",
    Namespace: "namespaces",
    Service: "services",
    ResourceQuota: "resourcequotas",
  }).map(([kind, resource]) => ({ kind, resource, apiVersion: "v1" })),
  { kind: "DaemonSet", resource: "daemonsets", apiVersion: "apps/v1" },
  { kind: "ControllerRevision", resource: "controllerrevisions", apiVersion: "apps/v1" },
  { kind: "EndpointSlice", resource: "endpointslices", apiVersion: "discovery.k8s.io/v1" },
];

const PATH =
  /^\/(?:api|apis)\/(?<apiVersion>v1|[a-z0-9.]+\/v[0-9a-z]+)(?:\/namespaces\/(?<namespace>[^/]+))?\/(?<resource>[a-z]+)(?:\/(?<name>[^/]+))?$/;
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;
const FIRST_VERSION = 1001;

/** Moves every timestamp of a JSON value. Fractions of a second, as in `eventTime`, keep their form. */
function shifted(value: unknown, byMs: number): unknown {
  if (typeof value === "string") {
    if (byMs === 0 || !TIMESTAMP.test(value)) return value;
    const moved = new Date(Date.parse(value) + byMs).toISOString();
    return value.includes(".") ? moved.replace("Z", "000Z") : `${moved.slice(0, 19)}Z`;
  }
  if (Array.isArray(value)) return value.map((each) => shifted(each, byMs));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shifted(each, byMs)]));
}

function fieldOf(object: unknown, path: string): string {
  const value = path.split(".").reduce((at: unknown, key) => (at as Record<string, unknown> | undefined)?.[key], object);
  return value === undefined || value === null ? "" : String(value);
}

/** Reports whether an object matches a field selector: `type=Warning,involvedObject.uid!=x`. */
function matchesFields(object: ApiObject, selector: string): boolean {
  return selector.split(",").every((term) => {
    const [, path = "", operator = "", value = ""] = /^([^=!]+)(!=|==?)(.*)$/.exec(term) ?? [];
    return (fieldOf(object, path) === value) === (operator !== "!=");
  });
}

/** Reports whether an object has every label of a selector of the forms `key` and `key=value`. */
function matchesLabels(object: ApiObject, selector: string): boolean {
  const labels = (object.metadata as { readonly labels?: Readonly<Record<string, string>> }).labels ?? {};
  return selector.split(",").every((term) => {
    const [key = "", value] = term.split(/==?/);
    return value === undefined ? key in labels : labels[key] === value;
  });
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

const notFound = (response: ServerResponse): void =>
  send(response, 404, { kind: "Status", apiVersion: "v1", status: "Failure", reason: "NotFound", code: 404, message: "not found" });

/** Sends the initial events if they are requested, then nothing: the objects never change. */
function watch(
  { query }: Request,
  response: ServerResponse,
  { kind, apiVersion }: Collection,
  items: readonly ApiObject[],
  version: string,
): void {
  response.writeHead(200, { "content-type": "application/json" });
  response.flushHeaders();
  if (query.get("sendInitialEvents") !== "true") return;
  const annotations = { "k8s.io/initial-events-end": "true" };
  for (const object of items) response.write(eventLine("ADDED", object));
  response.write(eventLine("BOOKMARK", { kind, apiVersion, metadata: { resourceVersion: version, annotations } }));
}

/**
 * An API server with fixed objects on a free port of the loopback interface. It moves all times so that `takenAt`
 * becomes `nowMs`. It supports get, list and watch with initial events, field selectors, and simple label selectors.
 */
export function startStaticApiServer({ takenAt, items }: RecordedObjects, nowMs: number): Promise<RawApiServer> {
  const objects = shifted(items, nowMs - Date.parse(takenAt)) as ApiObject[];
  for (const [at, { metadata }] of objects.entries()) {
    metadata.resourceVersion ??= String(FIRST_VERSION + at);
    metadata.uid ??= `uid-${FIRST_VERSION + at}`;
    metadata.creationTimestamp ??= `${new Date(nowMs).toISOString().slice(0, 19)}Z`;
  }
  const version = String(FIRST_VERSION + objects.length);
  return startRawApiServer((request, response) => {
    const { path, query } = request;
    if (path === "/version") return send(response, 200, { major: "1", minor: "36", gitVersion: "v1.36.0" });
    if (path === "/livez" || path === "/readyz") return response.end("ok");
    const { apiVersion, namespace, resource, name } = PATH.exec(path)?.groups ?? {};
    const collection = COLLECTIONS.find((each) => each.apiVersion === apiVersion && each.resource === resource);
    if (collection === undefined) return notFound(response);
    const fields = query.get("fieldSelector") ?? "";
    const labels = query.get("labelSelector") ?? "";
    const selected = objects.filter(
      (object) =>
        object.kind === collection.kind &&
        (namespace === undefined || object.metadata.namespace === namespace) &&
        (name === undefined || object.metadata.name === name) &&
        (fields === "" || matchesFields(object, fields)) &&
        (labels === "" || matchesLabels(object, labels)),
    );
    if (name !== undefined) return selected[0] === undefined ? notFound(response) : send(response, 200, selected[0]);
    if (request.isWatch) return watch(request, response, collection, selected, version);
    const { kind } = collection;
    return send(response, 200, { kind: `${kind}List`, apiVersion, metadata: { resourceVersion: version }, items: selected });
  });
}
