import type { FieldManager } from "@daemonscope/kube/objects";

/** Who wrote a field last. */
export interface ChangedField extends FieldManager {
  /** `atMs` is when that field was written; otherwise it was then or earlier, as its manager owns others too. */
  readonly isExact: boolean;
}

/** What of a node is known to have been written by whom. */
export interface NodeManagers {
  /** All its taints are one field; absent where nobody is known to have written them. */
  readonly taints?: ChangedField;
  /** Each key once; those of which that is not known are left out. */
  readonly labels: readonly (ChangedField & { readonly key: string })[];
}

/** Answer of GET /api/node-managers?name=: read from the cluster when asked for, and kept nowhere. */
export interface NodeManagersAnswer extends NodeManagers {
  readonly at: number;
}
