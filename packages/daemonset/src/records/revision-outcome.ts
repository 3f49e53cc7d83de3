import type { Reversal } from "./ownership.ts";

/** Observed outcome of a revision while it was the current one (rule R27). */
export type RevisionOutcome =
  /** On all nodes that wanted it, with each pod available. `tookMs` counts from when it became current, if that was
   *  observed. `isOfOtherNodes`: the number of nodes is another one now. */
  | { readonly kind: "reachedAll"; readonly nodes: number; readonly tookMs?: number; readonly isOfOtherNodes?: true }
  /** Another revision replaced it before it was on all nodes; `nodes` had an available pod of it. */
  | { readonly kind: "leftAfter"; readonly nodes: number }
  /** Its pods, on this number of nodes, were never available while it was the current one. */
  | { readonly kind: "neverAvailable"; readonly nodes: number; readonly forMs: number };

/** How an earlier revision last became the current one. Absent fields are unknown. */
export interface RevisionStart {
  /** Time of the return to its template. Absent if it never returned. */
  readonly returnedAtMs?: number;
  readonly changedBy?: string;
  readonly changedByUser?: string;
  /** The owner ended another revision by the return. */
  readonly reversal?: Reversal;
}
