import type { FilterFailure } from "./filters.ts";

const EXCLUDED = "node(s) didn't satisfy plugin(s) [NodeAffinity]";
const NOT_HELPFUL = "Preemption is not helpful for scheduling";
/**
 * Each plugin that can free a node states why it cannot. The plugin for devices comes first, even if the pod wants no
 * devices.
 */
const NO_WAY_OUT = "no new claims to deallocate, preemption:";

function entries(reasons: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts]
    .map(([reason, count]) => `${count} ${reason}`)
    .sort()
    .join(", ");
}

const repeated = (reason: string, count: number): readonly string[] => Array.from({ length: count }, () => reason);

/**
 * Returns why a pod fits nowhere: the reasons with counts, sorted as text. If preemption did not help, its reason
 * follows. `excluded` is the number of nodes that the pod's pinning excludes before any filter. Source:
 * pkg/scheduler/framework, FitError.Error.
 */
export function unschedulableMessage(misfits: readonly FilterFailure[], excluded: number, noPreemption: string | undefined): string {
  const nodes = misfits.length + excluded;
  if (nodes === 0) return "no nodes available to schedule pods";
  const head = `0/${nodes} nodes are available: ${entries([...misfits.flatMap(({ reasons }) => reasons), ...repeated(EXCLUDED, excluded)])}.`;
  return noPreemption === undefined ? head : `${head} ${NO_WAY_OUT} ${noPreemption}`;
}

/**
 * Returns why no node can be freed: the reasons of the candidates, and the number of the other nodes. Source:
 * pkg/scheduler/framework/preemption, Evaluator.Preempt.
 */
export function noCandidateMessage(reasonsByNode: readonly (readonly string[])[], notHelpful: number): string {
  return `0/${reasonsByNode.length + notHelpful} nodes are available: ${entries([...reasonsByNode.flat(), ...repeated(NOT_HELPFUL, notHelpful)])}.`;
}
