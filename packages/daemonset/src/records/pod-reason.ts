/** Why a pod does not go on, as facts for words in any language (describe/cause-text.ts has the English ones). What is under `reason` stays as the API has it. */
export type PodReason =
  /** The kubelet's or the scheduler's own word or sentence. `image`: the one that the kubelet could not pull, where it is known. */
  | { readonly kind: "reason"; readonly reason: string; readonly image?: string }
  /** A container ended with an error, and runs again, or is about to. */
  | { readonly kind: "crashedOnce"; readonly reason: string }
  /** The scheduler makes room for it. */
  | { readonly kind: "preempting"; readonly reason: string }
  /** The node that it is pinned to does not exist. */
  | { readonly kind: "noSuchNode" };
