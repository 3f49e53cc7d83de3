import type { ExplainAnswer } from "@daemonscope/shared/http/answers";
import type { PodAnswer } from "@daemonscope/words/answers/pod-answer";

/** The question of a user who opens a cell. It depends on the pod: failing, healthy, in between, or absent. */
export type PairSituation =
  /** The problem, other nodes with it, and the next step. */
  | { readonly kind: "failing"; readonly pod: PodAnswer }
  /** One line: the pod is healthy. */
  | { readonly kind: "well"; readonly pod: PodAnswer }
  /** The progress of the pod. */
  | { readonly kind: "coming"; readonly pod: PodAnswer }
  /** A pod is wanted and missing. */
  | { readonly kind: "missing" }
  /** No pod is wanted, whether one exists or not: the check that decides. */
  | { readonly kind: "unwanted" };

/**
 * Returns the question. A pod with a problem precedes the pod that counts first. With maxSurge that old pod may be
 * healthy.
 */
export function pairSituationOf({ placement, pods }: Pick<ExplainAnswer, "placement" | "pods">): PairSituation {
  const failing = pods.find((pod) => pod.trouble !== undefined);
  if (placement.verdict !== "run") return { kind: "unwanted" };
  if (failing !== undefined) return { kind: "failing", pod: failing };
  const [first] = pods;
  if (first === undefined) return { kind: "missing" };
  return first.available && first.terminatingSinceMs === undefined ? { kind: "well", pod: first } : { kind: "coming", pod: first };
}
