import type { PodAnswer } from "@daemonscope/daemonset/describe/pod-answer";
import type { ExplainAnswer } from "@daemonscope/shared/http/answers";

/** What somebody who opens a cell asks, by what is there: a pod that fails, is well, or is between the two; or no pod that belongs here. */
export type Asked =
  /** What went wrong, where else, and what comes next. */
  | { readonly kind: "failing"; readonly pod: PodAnswer }
  /** One line: all is well. */
  | { readonly kind: "well"; readonly pod: PodAnswer }
  /** How far it is. */
  | { readonly kind: "coming"; readonly pod: PodAnswer }
  /** Wanted, and no pod is there. */
  | { readonly kind: "missing" }
  /** Not wanted, whether one is there or not: the check that decides. */
  | { readonly kind: "unwanted" };

/** A pod in trouble is asked about before the one that counts first: under maxSurge the old one beside it is well. */
export function askedOf({ placement, pods }: Pick<ExplainAnswer, "placement" | "pods">): Asked {
  const failing = pods.find((pod) => pod.trouble !== undefined);
  if (placement.verdict !== "run") return { kind: "unwanted" };
  if (failing !== undefined) return { kind: "failing", pod: failing };
  const [first] = pods;
  if (first === undefined) return { kind: "missing" };
  return first.available && first.terminatingSinceMs === undefined ? { kind: "well", pod: first } : { kind: "coming", pod: first };
}
