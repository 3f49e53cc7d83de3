import type { ConcernDetail } from "./concern-detail.ts";

/** Where a rollout stands, by the rules of `kubectl rollout status` (R1–R6), with its sentence. */
export interface RolloutState {
  readonly kind: "unobserved" | "updating" | "waitingForAvailable" | "complete" | "onDelete" | "noNodes";
  /** kubectl's own sentence, word for word. */
  readonly message: string;
}

/** Our inference about a DaemonSet, never a Kubernetes status; it is null when nothing calls for a person. Of several the most urgent (rule R20).
 *  `budgetHeld`: a rollout stands still and every place of its budget is used; not `stuck` where it may only be slow. `stalled`: it stands still though places are free, or the controller does not
 *  observe the spec. `backoffLoop`: pods fail, are deleted and made again, over and over. `desiredDropped`: nodes that are there stopped wanting it without
 *  anybody having changed the template. `revisionBreaksNodes`: nodes went NotReady after they got the new revision, more than chance explains. `surgeImpossible`: two pods cannot be on a node; while nothing is rolled out a
 *  notice about the next rollout. `unavailable`: nodes are without an available pod for longer than is ordinary. */
export interface Concern {
  readonly kind:
    | "budgetHeld"
    | "stalled"
    | "revisionBreaksNodes"
    | "backoffLoop"
    | "surgeImpossible"
    | "desiredDropped"
    | "failing"
    | "waitsForYou"
    | "misscheduled"
    | "nodesUnready"
    | "unavailable";
  /** What there is to say, with numbers and names: words are made where they are read (describe/concern-text.ts). How long is for `sinceMs`. */
  readonly detail: ConcernDetail;
  readonly sinceMs: number | undefined;
  /** Whom it is about: sorted, at most HOLDER_NODES_LIMIT. */
  readonly nodes: readonly string[];
  /** A rollout that waiting alone does not end: what `daemonscope wait` gives up on. */
  readonly stuck: boolean;
}
