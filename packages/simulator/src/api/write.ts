import { applyJsonPatch } from "../patch/json-patch.ts";
import { applyMergePatch } from "../patch/merge-patch.ts";
import { applyStrategicMerge } from "../patch/strategic-merge.ts";
import type { DeleteOptions, StoredObject } from "../store/contract.ts";
import { badRequest, notFound, StoreError } from "../store/failures.ts";
import { isJsonObject, type JsonObject, objectIn } from "../store/json.ts";
import type { Resource } from "../store/resources.ts";
import type { SimulatorStore } from "../store/store.ts";
import { checkFields } from "./field-validation.ts";
import type { Target } from "./request-target.ts";
import { selectorOf } from "./selectors.ts";

export interface WriteRequest {
  readonly store: SimulatorStore;
  readonly target: Target;
  readonly query: URLSearchParams;
  readonly mediaType: string;
  readonly body: unknown;
}

export interface Written {
  readonly code: number;
  /** The object written, or a Status. */
  readonly body: unknown;
  readonly warnings?: readonly string[];
}

const success = (details?: unknown): unknown => ({
  kind: "Status",
  apiVersion: "v1",
  metadata: {},
  status: "Success",
  ...(details === undefined ? {} : { details }),
});

const isDryRun = (query: URLSearchParams): boolean => query.getAll("dryRun").includes("All");

function current({ store, target: { resource, namespace, name } }: WriteRequest): StoredObject {
  const object = name === undefined ? undefined : store.get(resource.name, namespace, name);
  if (object === undefined) throw notFound(resource, name ?? "");
  return object;
}

function bodyObject(body: unknown, resource: Resource): JsonObject {
  if (!isJsonObject(body)) throw badRequest(`the object provided is unrecognized (must be of type ${resource.kind})`);
  const { kind, apiVersion } = body;
  if ((kind ?? resource.kind) !== resource.kind || (apiVersion ?? resource.groupVersion) !== resource.groupVersion)
    throw badRequest(
      `the object provided is unrecognized (must be of type ${resource.kind}): it is ${JSON.stringify(apiVersion ?? "")}, Kind=${JSON.stringify(kind ?? "")}`,
    );
  return body;
}

/** The object as the request names it; throws 400 when the two disagree. */
function placed(object: JsonObject, { resource, namespace, name }: Target): StoredObject {
  const metadata = objectIn(object, "metadata");
  if (resource.namespaced && (metadata.namespace ?? "") !== "" && metadata.namespace !== namespace)
    throw badRequest(
      `the namespace of the provided object does not match the namespace sent on the request: ${JSON.stringify(metadata.namespace)} != ${JSON.stringify(namespace)}`,
    );
  if (name !== undefined && (metadata.name ?? "") !== "" && metadata.name !== name)
    throw badRequest(`the name of the object (${String(metadata.name)}) does not match the name on the URL (${name})`);
  return {
    ...object,
    metadata: { ...metadata, ...(name === undefined ? {} : { name }), ...(resource.namespaced ? { namespace } : {}) },
  } as unknown as StoredObject;
}

/** POST: creates, binds or evicts. */
export function create(request: WriteRequest): Written {
  const { store, target, query, body } = request;
  const { resource, namespace, name, subresource } = target;
  if (subresource === "binding" && name !== undefined) {
    store.bind(namespace ?? "", name, String(objectIn(body, "target").name ?? ""));
    return { code: 201, body: success() };
  }
  if (subresource === "eviction" && name !== undefined) {
    // No PodDisruptionBudget is served, so nothing can be in the way.
    const options = deleteOptions(objectIn(body, "deleteOptions"), query);
    if (isDryRun(query)) store.tryDelete("pods", namespace, name, options);
    else store.delete("pods", namespace, name, options);
    return { code: 201, body: success() };
  }
  const { object, warnings } = checkFields(resource, bodyObject(body, resource), query.get("fieldValidation"));
  const complete = { ...placed(object, target) };
  const made = isDryRun(query) ? store.tryCreate(resource.name, complete) : store.create(resource.name, complete);
  return { code: 201, body: made, warnings };
}

function update({ store, target, query }: WriteRequest, wanted: JsonObject): Written {
  const { resource, subresource } = target;
  const { object, warnings } = checkFields(resource, wanted, query.get("fieldValidation"));
  const complete = placed(object, target);
  const part = subresource === "status" ? "status" : undefined;
  const body = isDryRun(query) ? store.tryUpdate(resource.name, complete, part) : store.update(resource.name, complete, part);
  return { code: 200, body, warnings };
}

/** PUT of an object that exists. */
export function replace(request: WriteRequest): Written {
  current(request);
  return update(request, bodyObject(request.body, request.target.resource));
}

const PATCHES = ["application/json-patch+json", "application/merge-patch+json", "application/strategic-merge-patch+json"];

function patched(before: StoredObject, mediaType: string, body: unknown): unknown {
  switch (mediaType) {
    case "application/json-patch+json": {
      const result = applyJsonPatch(before, body);
      if ("value" in result) return result.value;
      throw new StoreError({
        code: 422,
        reason: "Invalid",
        message: `the server rejected our request due to an error in our request: ${result.problem}`,
        details: {},
      });
    }
    case "application/merge-patch+json":
      return applyMergePatch(before, body);
    case "application/strategic-merge-patch+json":
      return applyStrategicMerge(before, body);
    default:
      throw new StoreError({
        code: 415,
        reason: "UnsupportedMediaType",
        message: `the body of the request was in an unknown format - accepted media types include: ${PATCHES.join(", ")}`,
        details: {},
      });
  }
}

/** PATCH in three of the API's forms; server-side apply gets 415. */
export function patch(request: WriteRequest): Written {
  if (!PATCHES.includes(request.mediaType)) patched({} as StoredObject, request.mediaType, undefined);
  const next = patched(current(request), request.mediaType, request.body);
  if (!isJsonObject(next) || !isJsonObject(next.metadata)) throw badRequest("the patch leaves no object");
  return update(request, next);
}

function deleteOptions(body: unknown, query: URLSearchParams): DeleteOptions {
  const given = isJsonObject(body) ? body : {};
  const grace = given.gracePeriodSeconds ?? (query.has("gracePeriodSeconds") ? Number(query.get("gracePeriodSeconds")) : undefined);
  const policy = given.propagationPolicy ?? query.get("propagationPolicy") ?? (given.orphanDependents === true ? "Orphan" : undefined);
  const { uid, resourceVersion } = objectIn(given, "preconditions");
  return {
    ...(typeof grace === "number" && Number.isFinite(grace) ? { gracePeriodSeconds: grace } : {}),
    ...(policy === "Background" || policy === "Foreground" || policy === "Orphan" ? { propagationPolicy: policy } : {}),
    ...(typeof uid === "string" ? { uid } : {}),
    ...(typeof resourceVersion === "string" ? { resourceVersion } : {}),
  };
}

const asksDryRun = (body: unknown, query: URLSearchParams): boolean => {
  const inBody = isJsonObject(body) ? body.dryRun : undefined;
  return isDryRun(query) || (Array.isArray(inBody) && inBody.includes("All"));
};

/** DELETE of one object. A pod's answer is the pod; others answer with a Status once they are gone. */
export function remove(request: WriteRequest): Written {
  const { store, target, query, body } = request;
  const { resource, namespace } = target;
  const { name, uid } = current(request).metadata;
  const options = deleteOptions(body, query);
  const dryRun = asksDryRun(body, query);
  const last = dryRun ? store.tryDelete(resource.name, namespace, name, options) : store.delete(resource.name, namespace, name, options);
  const remains = dryRun ? last.metadata.deletionTimestamp !== undefined : store.get(resource.name, namespace, name) !== undefined;
  if (remains || resource.name === "pods") return { code: 200, body: last };
  const group = resource.groupVersion.includes("/") ? { group: resource.groupVersion.split("/")[0] } : {};
  return { code: 200, body: success({ name, ...group, kind: resource.name, uid }) };
}

/** DELETE of everything that the selectors match. */
export function removeAll(request: WriteRequest): Written {
  const { store, target, query, body } = request;
  const { resource, namespace } = target;
  const selected = selectorOf(resource.name, query);
  const options = deleteOptions(body, query);
  const items = store.list(resource.name, namespace).filter((object) => selected === undefined || selected(object));
  if (!asksDryRun(body, query))
    // Deleting one may have taken another along.
    for (const { metadata } of items)
      if (store.get(resource.name, metadata.namespace, metadata.name) !== undefined)
        store.delete(resource.name, metadata.namespace, metadata.name, options);
  const metadata = { resourceVersion: String(store.resourceVersion) };
  return { code: 200, body: { kind: `${resource.kind}List`, apiVersion: resource.groupVersion, metadata, items } };
}
