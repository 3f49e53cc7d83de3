/** The scope of a right: everywhere, in these namespaces (sorted), or nowhere. */
export type RightScope = "all" | "none" | readonly string[];

/** One kind of object, and the rights of a user to it. */
export interface KindRight {
  /** `nodes`, `daemonsets`, `pods/log`… */
  readonly kind: string;
  readonly group: string;
  /** As in a rule of a role. */
  readonly resource: string;
  readonly verbs: readonly string[];
  readonly scope: RightScope;
  /** False if the kind is hidden, because the user lacks the right in some scope where DaemonSets are visible. */
  readonly isShown: boolean;
}

/** Answer of GET /api/rights: the access scope of the caller. */
export type RightsAnswer =
  /** Everything that the server sees; also if no sign-in is configured. */
  | { readonly kind: "everything" }
  | {
      /** `nothing`: no DaemonSet at all. */
      readonly kind: "part" | "nothing";
      readonly userName: string;
      readonly groups: readonly string[];
      /** The context, as in ClusterIdentity. */
      readonly cluster: string;
      readonly rights: readonly KindRight[];
      /** Namespaces with DaemonSets that were not checked, because of their number. */
      readonly namespacesNotAsked: number;
    };
