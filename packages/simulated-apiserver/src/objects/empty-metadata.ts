import type { StoredMeta } from "./contract.ts";

/** Removes empty fields. Go does not write them, so clients cannot tell them from missing ones. */
export function dropEmptyMetadata(metadata: StoredMeta): void {
  for (const field of ["labels", "annotations", "ownerReferences", "finalizers"] as const)
    if (Object.keys(metadata[field] ?? {}).length === 0) delete metadata[field];
}
