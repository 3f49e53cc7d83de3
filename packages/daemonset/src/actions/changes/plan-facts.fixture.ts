import type { PlacementTemplate } from "../../records/placement-template.ts";
import type { NodeFacts, PlanFacts } from "./plan-facts.ts";

/** Facts of one DaemonSet and the nodes of its cluster. */
export function pairFacts(
  { namespace, daemonSet }: { readonly namespace: string; readonly daemonSet: string },
  template: PlacementTemplate,
  nodes: readonly NodeFacts[],
  { desired = 0, onDelete = false }: { readonly desired?: number; readonly onDelete?: boolean } = {},
): PlanFacts {
  const updateStrategy = { type: onDelete ? "OnDelete" : "RollingUpdate" };
  return {
    cluster: undefined,
    node: (name) => nodes.find((node) => node.name === name),
    nodes: () => nodes,
    daemonSet: () => ({ namespace, name: daemonSet, template, containers: [], updateStrategy, desired }),
  };
}
