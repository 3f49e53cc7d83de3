import { labelSelectorText } from "@daemonscope/kube/matching/label-selector";
import type { LabelSelector } from "@daemonscope/kube/objects";
import type { StoredObject } from "../objects/contract.ts";
import { badRequest, invalid, StoreError } from "../objects/failures.ts";
import { isJsonObject, type JsonObject, objectIn } from "../objects/json.ts";
import { negative } from "../validation/fields/field-errors.ts";
import { currentObject, isDryRun, type WriteRequest, type Written } from "./write/write-request.ts";

/**
 * Returns the Scale of a workload: its wanted replicas, its current replicas, and their selector. Source:
 * pkg/registry/apps/deployment/storage, ScaleREST.
 */
export function scaleOf({ metadata, spec, status }: StoredObject): JsonObject {
  const { name, namespace, uid, resourceVersion, creationTimestamp } = metadata;
  return {
    kind: "Scale",
    apiVersion: "autoscaling/v1",
    metadata: { name, namespace, uid, resourceVersion, creationTimestamp },
    spec: { replicas: Number(objectIn({ spec }, "spec").replicas ?? 0) },
    status: {
      replicas: Number(objectIn({ status }, "status").replicas ?? 0),
      selector: labelSelectorText(objectIn(objectIn({ spec }, "spec"), "selector") as LabelSelector),
    },
  };
}

/** Carries out a PUT or a merge PATCH, strategic or not, of a Scale. Throws 415 for other patches. */
export function writeScale(request: WriteRequest, method: "update" | "patch"): Written {
  const { store, target, query, body, mediaType } = request;
  if (method === "patch" && !mediaType.endsWith("merge-patch+json"))
    throw new StoreError({ code: 415, reason: "UnsupportedMediaType", message: "415: Unsupported Media Type", details: {} });
  if (!isJsonObject(body.value)) throw badRequest("the body of the request is no Scale");
  const before = currentObject(request);
  const { replicas = method === "patch" ? objectIn(before, "spec").replicas : 0 } = objectIn(body.value, "spec");
  const errors = negative(replicas, "spec.replicas");
  if (!Number.isInteger(replicas)) throw badRequest(`spec.replicas of a Scale is a whole number: ${JSON.stringify(replicas)} is not`);
  if (errors.length > 0) throw invalid({ ...target.resource, kind: "Scale", groupVersion: "autoscaling/v1" }, before.metadata.name, errors);
  const { resourceVersion = before.metadata.resourceVersion } = objectIn(body.value, "metadata");
  const next = {
    ...before,
    spec: { ...objectIn(before, "spec"), replicas },
    metadata: { ...before.metadata, resourceVersion: String(resourceVersion) },
  } as StoredObject;
  const { name } = target.resource;
  return { code: 200, body: scaleOf(isDryRun(query) ? store.tryUpdate(name, next) : store.update(name, next)) };
}
