import type { DeleteOptions, StoredObject } from "../objects/contract.ts";
import { CRD_CLEANUP_FINALIZER } from "../objects/custom-resources.ts";
import { forbidden, preconditionFailed } from "../objects/failures.ts";
import { listIn, objectIn, withFields } from "../objects/json.ts";
import type { Resource } from "../objects/resource.ts";
import { timestamp } from "../objects/timestamp.ts";

const IMMORTAL = ["default", "kube-system", "kube-public"];

/** The effect of a DELETE: nothing new, a mark on the object, or its removal. */
type Deletion = { readonly kind: "pending" } | { readonly kind: "marked"; readonly object: StoredObject } | { readonly kind: "gone" };

function checkPreconditions(resource: Resource, before: StoredObject, options: DeleteOptions): void {
  const { name, uid, resourceVersion } = before.metadata;
  if (options.uid !== undefined && options.uid !== uid)
    throw preconditionFailed(
      resource,
      name,
      `the UID in the precondition (${options.uid}) does not match the UID in record (${uid}). The object might have been deleted and then recreated`,
    );
  if (options.resourceVersion !== undefined && options.resourceVersion !== resourceVersion)
    throw preconditionFailed(
      resource,
      name,
      `the ResourceVersion in the precondition (${options.resourceVersion}) does not match the ResourceVersion in record (${resourceVersion}). The object might have been modified`,
    );
}

/**
 * Returns a pod's grace period in seconds. It is 0 for other kinds, for pods without a node and for pods that have
 * ended.
 */
function graceSeconds(resource: Resource, before: StoredObject, options: DeleteOptions): number {
  const spec = objectIn(before, "spec");
  const { phase } = objectIn(before, "status");
  if (resource.name !== "pods" || typeof spec.nodeName !== "string" || phase === "Succeeded" || phase === "Failed") return 0;
  return Math.max(0, options.gracePeriodSeconds ?? Number(spec.terminationGracePeriodSeconds ?? 30));
}

/**
 * Decides a DELETE; throws 409 if a precondition fails, and 403 for a namespace that must not be deleted. A second
 * DELETE can only shorten the grace period. Source: apiserver pkg/registry/rest/delete.go and
 * generic/registry/store.go; pod strategy CheckGracefulDelete.
 */
export function decideDeletion(resource: Resource, before: StoredObject, options: DeleteOptions, nowMs: number): Deletion {
  checkPreconditions(resource, before, options);
  const { metadata } = before;
  const finalizers = new Set(metadata.finalizers ?? []);
  if (options.propagationPolicy === "Orphan") finalizers.add("orphan");
  if (options.propagationPolicy === "Foreground") finalizers.add("foregroundDeletion");
  // The objects of a definition are deleted before the definition.
  if (resource.name === "customresourcedefinitions" && metadata.deletionTimestamp === undefined) finalizers.add(CRD_CLEANUP_FINALIZER);
  const grace = graceSeconds(resource, before, options);
  const mustEmpty = resource.name === "namespaces" && listIn(objectIn(before, "spec"), "finalizers").length > 0;
  if (mustEmpty && IMMORTAL.includes(metadata.name)) throw forbidden(resource, metadata.name, "this namespace may not be deleted");
  if (mustEmpty && metadata.deletionTimestamp !== undefined) return { kind: "pending" };
  if (grace === 0 && finalizers.size === 0 && !mustEmpty) return { kind: "gone" };
  let endsAtMs = nowMs + grace * 1000;
  if (metadata.deletionTimestamp !== undefined) {
    const running = metadata.deletionGracePeriodSeconds ?? 0;
    if (grace >= running || (options.gracePeriodSeconds === undefined && grace > 0)) return { kind: "pending" };
    endsAtMs = Date.parse(metadata.deletionTimestamp) - running * 1000 + grace * 1000;
  }
  return {
    kind: "marked",
    object: withFields(before, {
      ...(mustEmpty ? { status: { ...objectIn(before, "status"), phase: "Terminating" } } : {}),
      metadata: {
        ...metadata,
        deletionTimestamp: timestamp(endsAtMs),
        ...(mustEmpty ? {} : { deletionGracePeriodSeconds: grace }),
        ...(finalizers.size === 0 ? {} : { finalizers: [...finalizers] }),
        ...(metadata.generation === undefined || metadata.deletionTimestamp !== undefined ? {} : { generation: metadata.generation + 1 }),
      },
    }),
  };
}

/** Reports whether an object's deletion was requested and nothing holds it back. */
export function isRemovable({ metadata, spec }: StoredObject): boolean {
  return (
    metadata.deletionTimestamp !== undefined &&
    (metadata.finalizers ?? []).length === 0 &&
    (metadata.deletionGracePeriodSeconds ?? 0) === 0 &&
    // A namespace has these finalizers until it is empty.
    listIn(spec, "finalizers").length === 0
  );
}
