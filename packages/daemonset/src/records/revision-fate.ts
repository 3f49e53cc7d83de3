/** What was seen of a revision while it was the current one (rule R27); nothing where that was not seen. */
export type RevisionFate =
  /** On all nodes that wanted it, each pod available; `tookMs` since it became the current one, where that was seen. */
  | { readonly kind: "reachedAll"; readonly nodes: number; readonly tookMs?: number }
  /** Another took its place before it was on all nodes. */
  | { readonly kind: "leftAfter"; readonly nodes: number }
  /** None of its pods, on so many nodes, was available in all the time that it was the current one. */
  | { readonly kind: "neverAvailable"; readonly nodes: number; readonly forMs: number };
