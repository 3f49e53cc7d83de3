import { evictPod } from "../control/evict-pod.ts";
import { badRequest } from "../store/failures.ts";
import { objectIn } from "../store/json.ts";
import { readDeleteOptions } from "./delete-options.ts";
import { checkDisruption } from "./disruption.ts";
import { checkFields, checkWriteOptions } from "./field-validation.ts";
import { selectorOf } from "./selectors.ts";
import {
  bodyObject,
  checkNamespaceLives,
  currentObject,
  isDryRun,
  placedObject,
  trackedObject,
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

/** A Binding or Eviction of another pod than the path's. */
function checkPodName(kind: "Binding" | "Eviction", body: unknown, name: string): void {
  if (objectIn(body, "metadata").name !== name) throw badRequest(`name in URL does not match name in ${kind} object`);
}

/** POST: creates, binds or evicts. */
export function create(request: WriteRequest): Written {
  const { store, target, query, body } = request;
  const { resource, namespace, name, subresource } = target;
  if (subresource === "binding" && name !== undefined) {
    checkPodName("Binding", body.value, name);
    if (isDryRun(query)) return { code: 201, body: success() };
    store.bind(namespace ?? "", name, String(objectIn(body.value, "target").name ?? ""));
    return { code: 201, body: success() };
  }
  if (subresource === "eviction" && name !== undefined) {
    checkPodName("Eviction", body.value, name);
    const pod = currentObject(request);
    checkDisruption(store, pod);
    const { options, dryRun } = readDeleteOptions(objectIn(body.value, "deleteOptions"), query);
    store.tryDelete("pods", namespace, name, options);
    if (!dryRun && !isDryRun(query)) evictPod(store, request.nowMs, pod, options);
    return { code: 201, body: success() };
  }
  checkWriteOptions("CreateOptions", query);
  const { object, warnings } = checkFields(resource, bodyObject(body, resource), query.get("fieldValidation"));
  checkNamespaceLives(request, objectIn(object, "metadata").name);
  const complete = { ...trackedObject(request, placedObject(object, target), undefined) };
  const made = isDryRun(query) ? store.tryCreate(resource.name, complete) : store.create(resource.name, complete);
  return { code: 201, body: made, warnings };
}

/** PUT of an object that exists. */
export function replace(request: WriteRequest): Written {
  const { store, target, query, body } = request;
  const { resource, subresource } = target;
  const before = currentObject(request);
  checkWriteOptions("UpdateOptions", query);
  const { object, warnings } = checkFields(resource, bodyObject(body, resource), query.get("fieldValidation"));
  const tracked = trackedObject(request, placedObject(object, target), before);
  const part = subresource === "status" ? "status" : undefined;
  const written = isDryRun(query) ? store.tryUpdate(resource.name, tracked, part) : store.update(resource.name, tracked, part);
  return { code: 200, body: written, warnings };
}

/** What a deletion brought. Throws the API's 400 where it cannot be read: nothing is deleted for a question that was not understood. */
function readableBody({ body }: WriteRequest): unknown {
  if (body.problem !== undefined) throw badRequest(`couldn't get version/kind; json parse error: ${body.problem}`);
  return body.value;
}

/** DELETE of one object. A pod's answer is the pod; others answer with a Status once they are gone. */
export function remove(request: WriteRequest): Written {
  const { store, target, query } = request;
  const { resource, namespace } = target;
  const { options, dryRun } = readDeleteOptions(readableBody(request), query);
  const { name, uid } = currentObject(request).metadata;
  const last = dryRun ? store.tryDelete(resource.name, namespace, name, options) : store.delete(resource.name, namespace, name, options);
  const remains = dryRun ? last.metadata.deletionTimestamp !== undefined : store.get(resource.name, namespace, name) !== undefined;
  if (remains || resource.name === "pods") return { code: 200, body: last };
  const group = resource.groupVersion.includes("/") ? { group: resource.groupVersion.split("/")[0] } : {};
  return { code: 200, body: success({ name, ...group, kind: resource.name, uid }) };
}

/** DELETE of everything that the selectors match. */
export function removeAll(request: WriteRequest): Written {
  const { store, target, query } = request;
  const body = readableBody(request);
  const { resource, namespace } = target;
  const { options, dryRun } = readDeleteOptions(body, query);
  const selected = selectorOf(resource.name, query);
  const items = store.list(resource.name, namespace).filter((object) => selected === undefined || selected(object));
  if (!dryRun)
    // Deleting one may have taken another along.
    for (const { metadata } of items)
      if (store.get(resource.name, metadata.namespace, metadata.name) !== undefined)
        store.delete(resource.name, metadata.namespace, metadata.name, options);
  const metadata = { resourceVersion: String(store.resourceVersion) };
  return { code: 200, body: { kind: `${resource.kind}List`, apiVersion: resource.groupVersion, metadata, items } };
}
