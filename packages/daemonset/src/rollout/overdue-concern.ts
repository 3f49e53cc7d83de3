import { NodeGroups } from "../budget/group-nodes.ts";
import { HOLDER_NODES_LIMIT } from "../records/budget.ts";
import { causeOfSetKey, isOneCauseOfSet } from "../records/cause-key.ts";
import type { ConcernDetail, CountedCause } from "../records/concern-detail.ts";
import type { Concern } from "../records/rollout.ts";
import type { Overdue } from "./overdue.ts";

/** A concern about some of the nodes that wait for too long; undefined when there are none. */
function aboutOverdue(
  kind: Concern["kind"],
  found: readonly Overdue[],
  detail: (count: number, causes: readonly CountedCause[]) => ConcernDetail,
): Concern | undefined {
  if (found.length === 0) return undefined;
  const groups = new NodeGroups<Overdue["cause"]>({ keyOf: causeOfSetKey, isOne: isOneCauseOfSet });
  for (const { node, cause, sinceMs } of found) groups.add(cause, node, sinceMs);
  const listed = groups.list();
  const since = listed.flatMap(({ sinceMs }) => sinceMs ?? []);
  return {
    kind,
    detail: detail(
      found.length,
      listed.map(({ value, count }) => ({ count, cause: value })),
    ),
    sinceMs: since.length === 0 ? undefined : Math.min(...since),
    nodes: [...new Set(listed.flatMap(({ nodes }) => nodes))].sort().slice(0, HOLDER_NODES_LIMIT),
    stuck: false,
  };
}

const CAUSES_TOLD = 3;

/** Nodes without an available pod for longer than is ordinary, by what they wait for (rule R22). */
export function unavailable(overdue: readonly Overdue[]): Concern | undefined {
  const found = overdue.filter(({ state }) => state !== "nodeUnready");
  return aboutOverdue("unavailable", found, (count, causes) => ({
    kind: "unavailable",
    count,
    causes: causes.slice(0, CAUSES_TOLD),
    more: Math.max(0, causes.length - CAUSES_TOLD),
  }));
}

/** Pods on nodes that are NotReady, and do not just join (rule R22). */
export function nodesUnready(overdue: readonly Overdue[]): Concern | undefined {
  const found = overdue.filter(({ state }) => state === "nodeUnready");
  return aboutOverdue("nodesUnready", found, (count) => ({ kind: "nodesUnready", count }));
}
