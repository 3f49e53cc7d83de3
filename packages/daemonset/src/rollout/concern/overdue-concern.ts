import type { ConcernDetail, CountedCause } from "../../records/concern-detail.ts";
import type { Concern } from "../../records/rollout.ts";
import { firstNodesOf } from "./first-nodes.ts";
import type { OverdueGroup } from "./overdue.ts";

/** Returns a concern about these overdue nodes; undefined if there are none. */
function aboutOverdue(
  kind: Concern["kind"],
  found: readonly OverdueGroup[],
  detail: (count: number, causes: readonly CountedCause[]) => ConcernDetail,
): Concern | undefined {
  if (found.length === 0) return undefined;
  const since = found.flatMap(({ sinceMs }) => sinceMs ?? []);
  return {
    kind,
    detail: detail(
      found.reduce((nodes, { count }) => nodes + count, 0),
      found.map(({ cause, count, detail: known }) => ({ count, cause, ...(known === undefined ? {} : { detail: known }) })),
    ),
    sinceMs: since.length === 0 ? undefined : Math.min(...since),
    nodes: firstNodesOf(found),
    stuck: false,
  };
}

const MAX_CAUSES = 3;

/** Returns the concern about nodes without an available pod for longer than is ordinary, by cause (rule R22). */
export function unavailableConcern(overdue: readonly OverdueGroup[]): Concern | undefined {
  const found = overdue.filter(({ isNodeUnready }) => !isNodeUnready);
  return aboutOverdue("unavailable", found, (count, causes) => ({
    kind: "unavailable",
    count,
    causes: causes.slice(0, MAX_CAUSES),
    more: Math.max(0, causes.length - MAX_CAUSES),
  }));
}

/** Returns the concern about pods on nodes that are NotReady and are not just joining (rule R22). */
export function nodesUnreadyConcern(overdue: readonly OverdueGroup[]): Concern | undefined {
  const found = overdue.filter(({ isNodeUnready }) => isNodeUnready);
  return aboutOverdue("nodesUnready", found, (count) => ({ kind: "nodesUnready", count }));
}
