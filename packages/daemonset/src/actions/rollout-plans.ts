import type { DaemonSetRecord, NodeRecord } from "../records/records.ts";
import type { RolloutAct } from "./action.ts";
import { daemonSetFactsOf } from "./daemonset-facts.ts";
import type { KubectlTarget } from "./kubectl-line.ts";
import { type Plan, planOf } from "./plan.ts";
import type { PlanFacts } from "./plan-facts.ts";
import { rolloutActions } from "./rollout-actions.ts";

const NOBODY: Pick<PlanFacts, "node" | "nodes"> = { node: () => undefined, nodes: () => [] };

/** The nodes of a cluster as a plan asks for them. */
export function nodeQuestions(nodes: readonly NodeRecord[]): Pick<PlanFacts, "node" | "nodes"> {
  return { node: (name) => nodes.find((each) => each.name === name), nodes: () => nodes };
}

/** What can be done about a DaemonSet as it stands, planned: from its record, and where nodes keep it off from theirs. What would be a command with more names than anybody reads is left out. */
export function rolloutPlans(
  record: DaemonSetRecord,
  cluster: KubectlTarget | undefined,
  nodes: Pick<PlanFacts, "node" | "nodes"> = NOBODY,
): readonly Plan<RolloutAct>[] {
  const facts: PlanFacts = { cluster, ...nodes, daemonSet: () => daemonSetFactsOf(record) };
  return rolloutActions(record, facts)
    .map((action) => planOf(facts, action))
    .filter(({ kubectl }) => kubectl !== undefined);
}
