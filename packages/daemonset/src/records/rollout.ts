import type { ConcernDetail } from "./concern-detail.ts";

/** State of a rollout by the rules of `kubectl rollout status` (R1–R5), with its sentence. */
export interface RolloutState {
  readonly kind: "unobserved" | "updating" | "waitingForAvailable" | "complete" | "onDelete" | "noNodes";
  /** kubectl's own sentence, word for word. */
  readonly message: string;
}

/** Our inference about a DaemonSet, never a Kubernetes status. It is the most urgent concern (rule R20), or null if no
 *  action is needed.
 *  `budgetHeld`: a rollout does not progress and uses all budget slots; not `stuck` if it may only be slow.
 *  `stalled`: it does not progress although slots are free, or the controller does not observe the spec.
 *  `backoffLoop`: pods repeatedly fail, are deleted and are created again. `desiredDropped`: existing nodes stopped
 *  wanting it without a change of the template.
 *  `revisionBreaksNodes`: nodes became NotReady after they received the new revision, more than chance explains.
 *  `surgeImpossible`: two pods cannot be on a node; without a rollout, a notice about the next one.
 *  `beingDeleted`: it waits for its pods or for a finalizer.
 *  `unavailable`: nodes have had no available pod for longer than usual. */
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
    | "beingDeleted"
    | "unavailable";
  /** Numbers and names of the concern. The reader forms the words (words/src/facts/concern-text.ts). The duration
   *  follows from `sinceMs`. */
  readonly detail: ConcernDetail;
  readonly sinceMs: number | undefined;
  /** Affected nodes, sorted; at most HOLDER_NODES_LIMIT. */
  readonly nodes: readonly string[];
  /** A rollout that waiting alone does not end: `daemonscope wait` stops waiting for it. */
  readonly stuck: boolean;
}
