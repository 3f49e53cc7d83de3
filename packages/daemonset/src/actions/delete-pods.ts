import type { PlacementAct } from "./action.ts";
import type { KubectlTarget } from "./kubectl-line.ts";
import { type Plan, planOf } from "./plan.ts";
import type { PlanFacts } from "./plan-facts.ts";

type DeletePods = Extract<PlacementAct, { readonly kind: "deletePods" }>;

/** More pods are nothing that somebody reads before it is run. */
export const MOST_AT_ONCE = 50;

/** Deleting pods by name, so that their controller makes them anew: the first MOST_AT_ONCE of them; undefined where there is none, or one of those is not known: a
 *  command that leaves one out would look whole. */
export function deletePodsPlan(
  cluster: KubectlTarget | undefined,
  namespace: string,
  pods: readonly (string | undefined)[],
): Plan<DeletePods> | undefined {
  const first = pods.slice(0, MOST_AT_ONCE);
  const known = first.filter((pod) => pod !== undefined);
  if (known.length === 0 || known.length < first.length) return undefined;
  const facts: PlanFacts = { cluster, node: () => undefined, nodes: () => [], daemonSet: () => undefined };
  return planOf(facts, { act: { kind: "deletePods", pods: known }, changes: [{ kind: "deletePods", namespace, pods: known }] });
}
