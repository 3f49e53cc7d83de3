/** What of a node changed so that it wants no pod any more. */
export type LossCause =
  /** Keys that the template mentions. */
  | { readonly kind: "labels"; readonly keys: readonly string[] }
  /** `key=value:Effect`, as kubectl writes it. */
  | { readonly kind: "taint"; readonly taint: string };
