import type { DaemonSetRecord, NodeRecord } from "../records/records.ts";
import type { RolloutIntent } from "./changes/action.ts";
import type { KubectlTarget } from "./changes/kubectl-line.ts";
import type { PlanFacts } from "./changes/plan-facts.ts";
import { daemonSetFactsOf } from "./daemonset-facts.ts";
import { type Plan, planOf } from "./plan.ts";
import { rolloutActions } from "./remedies/rollout-actions.ts";

const NO_NODES: Pick<PlanFacts, "node" | "nodes"> = { node: () => undefined, nodes: () => [] };

/** Returns the node queries of a plan. O(nodes) for each query by name. */
export function nodeQuestions(nodes: readonly NodeRecord[]): Pick<PlanFacts, "node" | "nodes"> {
  return { node: (name) => nodes.find((each) => each.name === name), nodes: () => nodes };
}

/** Plans the possible actions for a DaemonSet from its record, and from the nodes if they keep its pods off.
 *  Omits plans whose command would have too many names to read. */
export function rolloutPlans(
  record: DaemonSetRecord,
  cluster: KubectlTarget | undefined,
  nodes: Pick<PlanFacts, "node" | "nodes"> = NO_NODES,
): readonly Plan<RolloutIntent>[] {
  const facts: PlanFacts = { cluster, ...nodes, daemonSet: () => daemonSetFactsOf(record) };
  return rolloutActions(record, facts)
    .map((action) => planOf(facts, action))
    .filter(({ kubectl }) => kubectl !== undefined);
}
