import { HOLDER_NODES_LIMIT } from "../budget/budget.ts";
import { NodeGroups } from "../budget/group-nodes.ts";
import type { Overdue } from "./overdue.ts";
import { plural } from "./plural.ts";
import type { Concern } from "./rollout.ts";

/** A concern about some of the nodes that wait for too long; undefined when there are none. */
function aboutOverdue(
  kind: Concern["kind"],
  found: readonly Overdue[],
  message: (count: number, causes: readonly string[]) => string,
): Concern | undefined {
  if (found.length === 0) return undefined;
  const groups = new NodeGroups<string>();
  for (const { node, cause, sinceMs } of found) groups.add(cause, cause, node, sinceMs);
  const listed = groups.list();
  const since = listed.flatMap(({ sinceMs }) => sinceMs ?? []);
  return {
    kind,
    message: message(
      found.length,
      listed.map(({ value, count }) => (listed.length === 1 ? value : `${count} ${value}`)),
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
  return aboutOverdue("unavailable", found, (count, causes) => {
    const more = causes.length - CAUSES_TOLD;
    return `${plural(count, "node")} without an available pod: ${causes.slice(0, CAUSES_TOLD).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  });
}

/** Pods on nodes that are NotReady, and do not just join (rule R22). */
export function nodesUnready(overdue: readonly Overdue[]): Concern | undefined {
  const found = overdue.filter(({ state }) => state === "nodeUnready");
  return aboutOverdue("nodesUnready", found, (count) => `${plural(count, "pod")} on ${count === 1 ? "a NotReady node" : "NotReady nodes"}`);
}
