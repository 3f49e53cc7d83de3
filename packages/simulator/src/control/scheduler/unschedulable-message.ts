import type { Misfit } from "./filters.ts";

const EXCLUDED = "node(s) didn't satisfy plugin(s) [NodeAffinity]";
const NO_VICTIMS = "No preemption victims found for incoming pod";
const NOT_HELPFUL = "Preemption is not helpful for scheduling";

const entries = (counts: ReadonlyMap<string, number>): string =>
  [...counts]
    .map(([reason, count]) => `${count} ${reason}`)
    .sort()
    .join(", ");

/** Why a pod fits nowhere: reasons counted and sorted as text, then what preemption could do.
 *  `excluded` is the number of nodes that the pod's pinning leaves out before any filter.
 *  Source: pkg/scheduler/framework, FitError.Error; interface of DefaultPreemption. */
export function unschedulableMessage(misfits: readonly Misfit[], excluded: number, preempts: boolean): string {
  const nodes = misfits.length + excluded;
  if (nodes === 0) return "no nodes available to schedule pods";
  const reasons = new Map<string, number>();
  const add = (counts: Map<string, number>, reason: string, by: number) => {
    if (by > 0) counts.set(reason, (counts.get(reason) ?? 0) + by);
  };
  for (const misfit of misfits) for (const reason of misfit.reasons) add(reasons, reason, 1);
  add(reasons, EXCLUDED, excluded);
  const head = `0/${nodes} nodes are available: ${entries(reasons)}.`;
  if (!preempts) return `${head} preemption: not eligible due to preemptionPolicy=Never.`;
  const preemption = new Map<string, number>();
  const helpful = misfits.filter((misfit) => misfit.preemptionMayHelp).length;
  add(preemption, NO_VICTIMS, helpful);
  add(preemption, NOT_HELPFUL, nodes - helpful);
  return `${head} preemption: 0/${nodes} nodes are available: ${entries(preemption)}.`;
}
