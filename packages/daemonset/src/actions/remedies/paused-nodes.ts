import type { RolloutPlanFacts } from "../changes/plan-facts.ts";

/** Nodes on which a pod is being deleted. */
export const terminatingNodes = ({ causes }: Pick<RolloutPlanFacts, "causes">): number =>
  causes.reduce((sum, { state, count }) => (state === "terminating" ? sum + count : sum), 0);

/** Nodes whose pods have another revision than the current one; undefined if the count was not read. */
export function outdatedNodes({ revisions }: Pick<RolloutPlanFacts, "revisions">): number | undefined {
  const counts = revisions.filter(({ current }) => !current).map(({ nodes }) => nodes);
  return counts.includes(null) ? undefined : counts.reduce<number>((sum, nodes) => sum + (nodes ?? 0), 0);
}

/** The outdated nodes whose old pod is not being deleted yet: a pause holds these. Undefined if the count was not
 *  read. */
export function pausedNodes(rollout: Pick<RolloutPlanFacts, "revisions" | "causes">): number | undefined {
  const outdated = outdatedNodes(rollout);
  return outdated === undefined ? undefined : Math.max(0, outdated - terminatingNodes(rollout));
}
