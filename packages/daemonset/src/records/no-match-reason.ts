/** Reason why no node wants a DaemonSet (rule R28). `check` uses the common notation: `disk=ssd`, `zone In [a, b]`,
 *  `dedicated=db:NoSchedule`. */
export type NoMatchReason =
  | { readonly kind: "noNodes" }
  /** The template names a node, and no node has that name. */
  | { readonly kind: "name"; readonly check: string }
  /** No node meets this label requirement. The first one if there are several. */
  | { readonly kind: "label"; readonly check: string }
  /** Some node meets each requirement, but no node meets all of them. */
  | { readonly kind: "together" }
  /** Name, selector and affinity match this number of nodes, and taints keep the DaemonSet off all of them. `check`
   *  is the most frequent taint. */
  | { readonly kind: "taint"; readonly check: string; readonly nodes: number };
