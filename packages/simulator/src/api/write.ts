import { applyJsonPatch } from "../patch/json-patch.ts";
import { applyMergePatch } from "../patch/merge-patch.ts";
import { applyStrategicMerge } from "../patch/strategic-merge.ts";
import type { DeleteOptions, StoredObject } from "../store/contract.ts";
import { badRequest, notFound, StoreError } from "../store/failures.ts";
import { isJsonObject, objectIn } from "../store/json.ts";
import type { Resource } from "../store/resources.ts";
import type { SimulatorStore } from "../store/store.ts";

export interface Target {
  readonly resource: Resource;
  readonly namespace: string | undefined;
  readonly name: string | undefined;
  readonly subresource: string | undefined;
}

const success = (details?: unknown): unknown => ({
  kind: "Status",
  apiVersion: "v1",
  metadata: {},
  status: "Success",
  ...(details === undefined ? {} : { details }),
});

function current(store: SimulatorStore, { resource, namespace, name }: Target): StoredObject {
  const object = name === undefined ? undefined : store.get(resource.name, namespace, name);
  if (object === undefined) throw notFound(resource, name ?? "");
  return object;
}

function bodyObject(body: unknown, resource: Resource): Record<string, unknown> {
  if (!isJsonObject(body)) throw badRequest(`the object provided is unrecognized (must be of type ${resource.kind})`);
  if (body.kind !== undefined && body.kind !== resource.kind)
    throw badRequest(
      `${resource.kind} in version "${resource.groupVersion.split("/").at(-1)}" cannot be handled as a ${resource.kind}: kind in body is ${JSON.stringify(body.kind)}`,
    );
  return body;
}

/** POST: creates, binds or evicts. */
export function create(
  store: SimulatorStore,
  target: Target,
  body: unknown,
  dryRun: boolean,
): { readonly code: number; readonly body: unknown } {
  const { resource, namespace, name, subresource } = target;
  if (resource.name === "pods" && subresource === "binding" && name !== undefined) {
    store.bind(namespace ?? "", name, String(objectIn(body, "target").name ?? ""));
    return { code: 201, body: success() };
  }
  if (resource.name === "pods" && subresource === "eviction" && name !== undefined) {
    const grace = objectIn(body, "deleteOptions").gracePeriodSeconds;
    if (!dryRun) store.delete("pods", namespace, name, typeof grace === "number" ? { gracePeriodSeconds: grace } : {});
    return { code: 201, body: success() };
  }
  const object = bodyObject(body, resource);
  const metadata = objectIn(object, "metadata");
  if (resource.namespaced && metadata.namespace !== undefined && metadata.namespace !== namespace)
    throw badRequest(`the namespace of the provided object does not match the namespace sent on the request`);
  const complete = { ...object, metadata: resource.namespaced ? { ...metadata, namespace } : metadata };
  if (dryRun) return { code: 201, body: complete };
  return { code: 201, body: store.create(resource.name, complete) };
}

export function replace(store: SimulatorStore, target: Target, body: unknown, dryRun: boolean): unknown {
  const before = current(store, target);
  const object = bodyObject(body, target.resource);
  const metadata = {
    ...objectIn(object, "metadata"),
    name: before.metadata.name,
    ...(target.namespace === undefined ? {} : { namespace: target.namespace }),
  };
  const complete = { ...object, metadata } as unknown as StoredObject;
  return dryRun ? complete : store.update(target.resource.name, complete, target.subresource === "status" ? "status" : undefined);
}

/** PATCH in three of the API's forms; server-side apply is answered 415, as docs/simulator.md says. */
export function patch(store: SimulatorStore, target: Target, contentType: string, body: unknown, dryRun: boolean): unknown {
  const before = current(store, target);
  let next: unknown;
  switch (contentType) {
    case "application/json-patch+json": {
      const patched = applyJsonPatch(before, body);
      if ("problem" in patched)
        throw new StoreError({
          code: 422,
          reason: "Invalid",
          message: `the server rejected our request due to an error in our request: ${patched.problem}`,
        });
      next = patched.value;
      break;
    }
    case "application/merge-patch+json":
      next = applyMergePatch(before, body);
      break;
    case "application/strategic-merge-patch+json":
      next = applyStrategicMerge(before, body);
      break;
    default:
      throw new StoreError({
        code: 415,
        reason: "UnsupportedMediaType",
        message: `the body of the request was in an unknown format - accepted media types include: application/json-patch+json, application/merge-patch+json, application/strategic-merge-patch+json`,
      });
  }
  if (!isJsonObject(next) || !isJsonObject(next.metadata)) throw badRequest("the patch leaves no object");
  return dryRun
    ? next
    : store.update(target.resource.name, next as unknown as StoredObject, target.subresource === "status" ? "status" : undefined);
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

export function remove(store: SimulatorStore, target: Target, body: unknown, query: URLSearchParams, dryRun: boolean): unknown {
  const before = current(store, target);
  if (dryRun) return before;
  const last = store.delete(target.resource.name, target.namespace, before.metadata.name, deleteOptions(body, query));
  const left = store.get(target.resource.name, target.namespace, before.metadata.name);
  return (
    left ??
    (target.resource.name === "pods" ? last : success({ name: before.metadata.name, kind: target.resource.name, uid: before.metadata.uid }))
  );
}
