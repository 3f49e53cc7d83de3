/** Change of a node after which the node wants no pod any longer. */
export type NodeLossCause =
  /** Label keys that the template mentions. */
  | { readonly kind: "labels"; readonly keys: readonly string[] }
  /** `key=value:Effect`, as kubectl writes it. */
  | { readonly kind: "taint"; readonly taint: string };
