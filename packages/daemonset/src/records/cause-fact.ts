import type { PodReason } from "./pod-reason.ts";

/** Why a node holds a place of the budget, or what is wrong there, as facts for words in any language (describe/cause-text.ts has the English ones). */
export type CauseFact =
  | PodReason
  /** Pods that fail, are deleted and made again; `reason` is the last one's. */
  | { readonly kind: "loop"; readonly reason: string }
  | {
      readonly kind:
        | "awaitsScheduler"
        | "nodeNotReady"
        | "readyNotAvailable"
        | "runningNotReady"
        | "starting"
        | "failing"
        | "extraPods"
        | "twoPods"
        | "noPodYet"
        | "noPod"
        | "terminating"
        | "terminatingOnNotReady"
        | "misscheduled";
    };
