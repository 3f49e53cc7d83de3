import type { StoredMeta } from "./contract.ts";

/** Takes out what is empty: Go does not write it, so that nobody can tell it from what is not there. */
export function dropEmptyMetadata(metadata: StoredMeta): void {
  for (const field of ["labels", "annotations", "ownerReferences", "finalizers"] as const)
    if (Object.keys(metadata[field] ?? {}).length === 0) delete metadata[field];
}
