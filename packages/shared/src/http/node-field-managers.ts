import type { FieldManager } from "@daemonscope/kube/objects";

/** The last known writer of a field. */
export interface FieldOwner extends FieldManager {
  /**
   * `atMs` is the write time of this field. Otherwise the field was written then or earlier, because its manager owns
   * others too.
   */
  readonly isExact: boolean;
}

/** The known writers of the taints and labels of a node. */
export interface NodeFieldManagers {
  /** All taints are one field; absent if its writer is unknown. */
  readonly taints?: FieldOwner;
  /** Each key once; keys with an unknown writer are omitted. */
  readonly labels: readonly (FieldOwner & { readonly key: string })[];
}

/** Answer of GET /api/node-managers?name=: read from the cluster per request, and not cached. */
export interface NodeFieldManagersAnswer extends NodeFieldManagers {
  readonly at: number;
}
