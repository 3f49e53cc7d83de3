import { badRequest, invalid } from "../../objects/failures.ts";
import { isJsonObject, listIn, objectIn } from "../../objects/json.ts";
import { groupOf, pluralOf } from "../../objects/resources.ts";
import { eachProblem } from "../../validation/fields/field-errors.ts";
import { labelKeyProblems } from "../../validation/fields/label-problems.ts";
import { unqualifiedFinalizer } from "../../validation/fields/validate-metadata.ts";
import { selectorOf } from "../request/selectors.ts";
import { readDeleteOptions } from "./delete-options.ts";
import { checkFields, checkWriteOptions } from "./field-validation.ts";
import { bindPod, evictPodSubresource } from "./pod-subresources.ts";
import { checkReplacement } from "./replacement.ts";
import {
  bodyObject,
  checkNamespaceLives,
  createdObject,
  currentObject,
  isDryRun,
  placedObject,
  trackedObject,
  updatedObject,
  type WriteRequest,
  type Written,
} from "./write-request.ts";

const success = (details?: unknown): unknown => ({
  kind: "Status",
  apiVersion: "v1",
  metadata: {},
  status: "Success",
  ...(details === undefined ? {} : { details }),
});

const CREATED = { ...(success() as object), code: 201 };

/** Carries out a POST: creates, binds or evicts. */
export function create(request: WriteRequest): Written {
  const { target, query, body } = request;
  const { resource, name, subresource } = target;
  if (subresource === "binding" && name !== undefined) {
    bindPod(request, name);
    return { code: 201, body: CREATED };
  }
  if (subresource === "eviction" && name !== undefined) {
    evictPodSubresource(request, name);
    return { code: 201, body: CREATED };
  }
  checkWriteOptions("CreateOptions", query);
  const { object, warnings } = checkFields(resource, bodyObject(body, resource), query.get("fieldValidation"), undefined, body.source);
  checkNamespaceLives(request, objectIn(object, "metadata").name);
  return createdObject(request, trackedObject(request, placedObject(object, target), undefined), warnings);
}

/** Kinds whose PUT creates a missing object. */
const MADE_BY_PUT: readonly string[] = ["events", "leases", "services"];

/** Removes the resource version, which a PUT of a missing object ignores. */
function withoutVersion(value: unknown): unknown {
  if (!isJsonObject(value)) return value;
  const { resourceVersion: _, ...metadata } = objectIn(value, "metadata");
  return { ...value, metadata };
}

/**
 * Carries out the PUT of a namespace's finalizers, which releases a stuck namespace. Source:
 * pkg/registry/core/namespace, FinalizeREST.
 */
function finalizeNamespace(request: WriteRequest): Written {
  const { store, target, query, body } = request;
  const { resource } = target;
  const before = currentObject(request);
  const { object, warnings } = checkFields(resource, bodyObject(body, resource), query.get("fieldValidation"));
  const placed = placedObject(object, target);
  checkReplacement(target, objectIn(object, "metadata"), before);
  const finalizers = listIn(objectIn(placed, "spec"), "finalizers");
  const errors = finalizers.flatMap((finalizer, at) => [
    ...eachProblem(`spec.finalizers[${at}]`, finalizer, labelKeyProblems(String(finalizer))),
    ...unqualifiedFinalizer(String(finalizer), `spec.finalizers[${at}]`),
  ]);
  if (errors.length > 0) throw invalid(resource, before.metadata.name, errors);
  const next = { ...before, spec: finalizers.length === 0 ? {} : { finalizers } };
  return { code: 200, body: isDryRun(query) ? store.tryUpdate("namespaces", next) : store.update("namespaces", next), warnings };
}

/** Carries out the PUT of an existing object, or for some kinds of a missing one. */
export function replace(request: WriteRequest): Written {
  if (request.target.subresource === "finalize") return finalizeNamespace(request);
  const { store, target, query, body } = request;
  const { resource, namespace, name, subresource } = target;
  const isAbsent = name !== undefined && store.get(resource.name, namespace, name) === undefined;
  if (isAbsent && subresource === undefined && MADE_BY_PUT.includes(resource.name))
    return create({ ...request, body: { ...body, value: withoutVersion(body.value) } });
  const before = currentObject(request);
  checkWriteOptions("UpdateOptions", query);
  const { object, warnings } = checkFields(resource, bodyObject(body, resource), query.get("fieldValidation"), undefined, body.source);
  checkReplacement(target, objectIn(object, "metadata"), before);
  const tracked = trackedObject(request, placedObject(object, target), before);
  return updatedObject(request, tracked, before, warnings);
}

/** Returns the body of a deletion. Throws the API's 400 if it cannot be read: then nothing is deleted. */
function readableBody({ body }: WriteRequest): unknown {
  if (body.problem !== undefined) throw badRequest(`couldn't get version/kind; json parse error: ${body.problem}`);
  return body.value;
}

/**
 * Kinds whose deletion returns the last object. The others return a Status, unless the object remains until its end.
 */
const GIVEN_BACK: readonly string[] = ["pods", "services", "serviceaccounts", "namespaces"];

/** Carries out the DELETE of one object. */
export function remove(request: WriteRequest): Written {
  const { store, target, query } = request;
  const { resource, namespace } = target;
  const { options, dryRun } = readDeleteOptions(readableBody(request), query);
  const { name, uid } = currentObject(request).metadata;
  const last = dryRun ? store.tryDelete(resource.name, namespace, name, options) : store.delete(resource.name, namespace, name, options);
  const remains = dryRun ? last.metadata.deletionTimestamp !== undefined : store.get(resource.name, namespace, name) !== undefined;
  if (remains || GIVEN_BACK.includes(resource.name)) return { code: 200, body: last };
  const group = resource.groupVersion.includes("/") ? { group: groupOf(resource.groupVersion) } : {};
  return { code: 200, body: success({ name, ...group, kind: pluralOf(resource), uid }) };
}

/** Carries out the DELETE of all objects that the selectors match. */
export function removeAll(request: WriteRequest): Written {
  const { store, target, query } = request;
  const body = readableBody(request);
  const { resource, namespace } = target;
  const { options, dryRun } = readDeleteOptions(body, query);
  const selected = selectorOf(resource.name, query);
  const items = store.list(resource.name, namespace).filter((object) => selected === undefined || selected(object));
  if (!dryRun)
    // The deletion of one object may delete another.
    for (const { metadata } of items)
      if (store.get(resource.name, metadata.namespace, metadata.name) !== undefined)
        store.delete(resource.name, metadata.namespace, metadata.name, options);
  const metadata = { resourceVersion: String(store.resourceVersion) };
  return { code: 200, body: { kind: `${resource.kind}List`, apiVersion: resource.groupVersion, metadata, items } };
}
