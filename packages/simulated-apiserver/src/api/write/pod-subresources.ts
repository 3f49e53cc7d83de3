import type { Store, StoredObject } from "../../objects/contract.ts";
import { badRequest, StoreError } from "../../objects/failures.ts";
import { isJsonObject, type JsonObject, objectIn } from "../../objects/json.ts";
import { notSupported, required } from "../../validation/fields/field-errors.ts";
import { readDeleteOptions } from "./delete-options.ts";
import { allowanceOf, guards, isHealthy } from "./disruption-budgets.ts";
import { evictPod } from "./evict-pod.ts";
import { storageConflict } from "./replacement.ts";
import { currentObject, isDryRun, type WriteRequest } from "./write-request.ts";

/** Returns the body of a Binding or an Eviction if it refers to the path's pod. Throws the API's 400. */
function podSubresourceBody(kind: "Binding" | "Eviction", { body, target }: WriteRequest, name: string): JsonObject {
  const submitted = isJsonObject(body.value) ? body.value : {};
  const metadata = objectIn(submitted, "metadata");
  if ((metadata.namespace ?? "") !== "" && metadata.namespace !== target.namespace)
    throw badRequest("the namespace of the provided object does not match the namespace sent on the request");
  if (metadata.name !== name) throw badRequest(`name in URL does not match name in ${kind} object`);
  return submitted;
}

/**
 * Returns the node name in a Binding's target. Throws the API's plain 500 for an invalid target. Source:
 * pkg/apis/core/validation, ValidatePodBinding.
 */
function targetNode(binding: JsonObject): string {
  const { kind = "", name = "" } = objectIn(binding, "target");
  const errors = [
    ...(kind === "" || kind === "Node" ? [] : [notSupported("target.kind", kind, ["Node", "<empty>"])]),
    ...(name === "" ? [required("target.name")] : []),
  ].map(({ field, message }) => `${field}: ${message}`);
  if (errors.length > 0)
    throw new StoreError({ code: 500, reason: "", message: errors.length === 1 ? String(errors[0]) : `[${errors.join(", ")}]` });
  return String(name);
}

/** Carries out the POST of a Binding. Source: pkg/registry/core/pod/storage, BindingREST. */
export function bindPod(request: WriteRequest, name: string): void {
  const { store, target, query } = request;
  const binding = podSubresourceBody("Binding", request, name);
  const node = targetNode(binding);
  const pod = currentObject(request);
  const { uid = "", resourceVersion = "" } = objectIn(binding, "metadata");
  const { metadata } = pod;
  if (uid !== "" && uid !== metadata.uid) throw storageConflict(target.resource, pod, "UID", String(uid), metadata.uid);
  if (resourceVersion !== "" && resourceVersion !== metadata.resourceVersion)
    throw storageConflict(target.resource, pod, "ResourceVersion", String(resourceVersion), metadata.resourceVersion);
  if (!isDryRun(query)) store.bind(target.namespace ?? "", name, node);
}

/**
 * Throws the API's answer to an eviction that a PodDisruptionBudget forbids: 429, or 500 for a pod with several
 * budgets. Pods that do not run, have ended or are terminating may always be evicted. Source: kubernetes
 * pkg/registry/core/pod/storage/eviction.go.
 */
function checkDisruption(store: Store, pod: StoredObject): void {
  const { phase } = objectIn(pod, "status");
  if (phase !== "Running" || pod.metadata.deletionTimestamp !== undefined) return;
  const budgets = store.list("poddisruptionbudgets", pod.metadata.namespace).filter((budget) => guards(budget, pod));
  const [budget] = budgets;
  if (budget === undefined) return;
  if (budgets.length > 1)
    throw new StoreError({
      code: 500,
      reason: "InternalError",
      message: "Internal error occurred: This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.",
      details: {
        causes: [{ message: "This pod has more than one PodDisruptionBudget, which the eviction subresource does not support." }],
      },
    });
  const { allowed, needed, healthy } = allowanceOf(store, budget);
  if (allowed > 0) return;
  // A pod that is not ready may be evicted if the others suffice or the budget's policy allows it.
  const { unhealthyPodEvictionPolicy: policy } = objectIn(budget, "spec");
  if (!isHealthy(pod) && (policy === "AlwaysAllow" || (healthy >= needed && needed > 0))) return;
  const message = `The disruption budget ${budget.metadata.name} needs ${needed} healthy pods and has ${healthy} currently`;
  throw new StoreError({
    code: 429,
    reason: "TooManyRequests",
    message: "Cannot evict pod as it would violate the pod's disruption budget.",
    details: { causes: [{ reason: "DisruptionBudget", message }] },
  });
}

/** Carries out the POST of an Eviction. Source: pkg/registry/core/pod/storage/eviction.go, EvictionREST. */
export function evictPodSubresource(request: WriteRequest, name: string): void {
  const { store, target, query } = request;
  const { deleteOptions } = podSubresourceBody("Eviction", request, name);
  const { options, dryRun } = readDeleteOptions(isJsonObject(deleteOptions) ? deleteOptions : {}, query);
  const pod = currentObject(request);
  checkDisruption(store, pod);
  store.tryDelete("pods", target.namespace, name, options);
  if (!dryRun && !isDryRun(query)) evictPod(store, request.nowMs, pod, options);
}
