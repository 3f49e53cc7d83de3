/** Why no node wants a DaemonSet (rule R28). `check` is written as people write it: `disk=ssd`, `zone In [a, b]`, `dedicated=db:NoSchedule`. */
export type Nowhere =
  | { readonly kind: "noNodes" }
  /** The template names a node, and none has that name. */
  | { readonly kind: "name"; readonly check: string }
  /** No node meets this requirement on labels; of several the first. */
  | { readonly kind: "label"; readonly check: string }
  /** Each requirement is met by some node, all of them by none. */
  | { readonly kind: "together" }
  /** Its name, selector and affinity match so many nodes, and taints keep it off all of them; the taint that most have. */
  | { readonly kind: "taint"; readonly check: string; readonly nodes: number };
