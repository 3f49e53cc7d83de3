import type { ObjectMeta, OwnerReference } from "./objects.ts";

/** The controlling owner of an object; at most one by the API's rules. */
export function controllerOf(metadata: Pick<ObjectMeta, "ownerReferences">): OwnerReference | undefined {
  for (const owner of metadata.ownerReferences ?? []) if (owner.controller === true) return owner;
  return undefined;
}
