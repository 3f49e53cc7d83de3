import type { CreationRefusal, ExplainAnswer } from "@daemonscope/shared/http/answers";
import type { PodAnswer } from "@daemonscope/words/answers/pod-answer";

/** The state of a pair that decides what its drawer answers first. */
export type PairSituation =
  /** The problem, other nodes with it, and the next step. */
  | { readonly kind: "failing"; readonly pod: PodAnswer }
  /** One line: the pod is healthy. */
  | { readonly kind: "well"; readonly pod: PodAnswer }
  /** The progress of the pod. */
  | { readonly kind: "coming"; readonly pod: PodAnswer }
  /** A pod is wanted and missing. `refusal`: why it cannot be created, if that is known. */
  | { readonly kind: "missing"; readonly refusal?: CreationRefusal }
  /** No pod is wanted, whether one exists or not: the check that decides. */
  | { readonly kind: "unwanted" };

/**
 * Returns the situation. A pod with a problem takes precedence over the first pod, which under maxSurge may be a
 * healthy old pod.
 */
export function pairSituationOf({ placement, pods, refusal }: Pick<ExplainAnswer, "placement" | "pods" | "refusal">): PairSituation {
  const failing = pods.find((pod) => pod.trouble !== undefined);
  if (placement.verdict !== "run") return { kind: "unwanted" };
  if (failing !== undefined) return { kind: "failing", pod: failing };
  const [first] = pods;
  if (first === undefined) return refusal === undefined ? { kind: "missing" } : { kind: "missing", refusal };
  return first.available && first.terminatingSinceMs === undefined ? { kind: "well", pod: first } : { kind: "coming", pod: first };
}
