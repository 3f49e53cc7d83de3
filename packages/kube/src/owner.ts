import type { ObjectMeta, OwnerReference } from "./objects.ts";

/** The controlling owner of an object; at most one by the API's rules. */
export function controllerOf(metadata: Pick<ObjectMeta, "ownerReferences">): OwnerReference | undefined {
  return metadata.ownerReferences?.find((owner) => owner.controller === true);
}
