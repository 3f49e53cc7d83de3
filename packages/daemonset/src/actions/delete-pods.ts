import type { PlacementIntent } from "./changes/action.ts";
import type { KubectlTarget } from "./changes/kubectl-line.ts";
import type { PlanFacts } from "./changes/plan-facts.ts";
import { type Plan, planOf } from "./plan.ts";

type DeletePods = Extract<PlacementIntent, { readonly kind: "deletePods" }>;

/** Limit of pods in a command: a user would not read more before running it. */
export const MAX_DELETIONS_AT_ONCE = 50;

/** Plans the deletion of pods by name, so that their controller recreates them: the first MAX_DELETIONS_AT_ONCE.
 *  Returns undefined if there is none, or if the name of one is unknown, because a command that omits a pod would look
 *  complete. */
export function deletePodsPlan(
  cluster: KubectlTarget | undefined,
  namespace: string,
  pods: readonly (string | undefined)[],
): Plan<DeletePods> | undefined {
  const first = pods.slice(0, MAX_DELETIONS_AT_ONCE);
  const known = first.filter((pod) => pod !== undefined);
  if (known.length === 0 || known.length < first.length) return undefined;
  const facts: PlanFacts = { cluster, node: () => undefined, nodes: () => [], daemonSet: () => undefined };
  return planOf(facts, { act: { kind: "deletePods", pods: known }, changes: [{ kind: "deletePods", namespace, pods: known }] });
}
