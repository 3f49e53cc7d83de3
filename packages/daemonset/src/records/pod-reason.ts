/** The problem of a pod. `reason` has the words of the API; all image pull failures have one reason. Sentences:
 *  `packages/words/src/facts`. */
export type PodReason =
  /** Reason or message of the kubelet or the scheduler. `image`: the one that the kubelet could not pull, if known. */
  | { readonly kind: "reason"; readonly reason: string; readonly image?: string }
  /** A container ended with an error, and runs again or is about to. */
  | { readonly kind: "crashedOnce"; readonly reason: string }
  /** A container ended, and its own restartPolicy does not restart it. */
  | { readonly kind: "notRestarted"; readonly reason: string }
  /** The scheduler evicts other pods to free capacity for it. */
  | { readonly kind: "preempting"; readonly reason: string }
  /** The pod is pinned to a node that does not exist. */
  | { readonly kind: "noSuchNode" };
