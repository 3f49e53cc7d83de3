import type { PodReason } from "./pod-reason.ts";

/** Cause of a used budget slot or of a problem on a node. `packages/words/src/facts` has its sentences. */
export type CauseFact =
  | PodReason
  /** Pods fail, are deleted and are created again. `reason` is that of the last pod. */
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
        /** The pod is terminating, and the kubelet that would end it does not respond. */
        | "kubeletSilent"
        /** The node no longer exists, and its pod is still there. */
        | "nodeGone"
        | "misscheduled";
    };
