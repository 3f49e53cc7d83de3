import type { ObjectMeta, OwnerReference } from "./objects.ts";

/** Returns the controlling owner of an object. The API allows at most one. */
export function controllerOf(metadata: Pick<ObjectMeta, "ownerReferences">): OwnerReference | undefined {
  for (const owner of metadata.ownerReferences ?? []) if (owner.controller === true) return owner;
  return undefined;
}
