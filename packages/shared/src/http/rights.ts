/** How far a right reaches: everywhere, in these namespaces (sorted), or nowhere. */
export type RightReach = "all" | "none" | readonly string[];

/** One kind of object, and what a person may see of it. */
export interface RightOfKind {
  /** `nodes`, `daemonsets`, `pods/log`… */
  readonly kind: string;
  readonly group: string;
  /** As a rule of a role names it. */
  readonly resource: string;
  readonly verbs: readonly string[];
  readonly reach: RightReach;
  /** False where what may be seen of it is left out nevertheless: not everywhere that DaemonSets are seen. */
  readonly isShown: boolean;
}

/** Of GET /api/rights: what the person who asks may see. */
export type RightsAnswer =
  /** All that the server sees; also where nobody signs in. */
  | { readonly kind: "everything" }
  | {
      /** `nothing`: not one DaemonSet. */
      readonly kind: "part" | "nothing";
      readonly userName: string;
      readonly groups: readonly string[];
      /** The context, or what stands for it. */
      readonly cluster: string;
      readonly rights: readonly RightOfKind[];
      /** Namespaces with DaemonSets of which nothing was asked, for there are so many. */
      readonly namespacesNotAsked: number;
    };
