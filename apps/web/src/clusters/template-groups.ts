import type { ClusterSummary } from "@daemonscope/shared/http/clusters";
import type { MatrixRow } from "./matrix.ts";

/** Clusters whose templates of a DaemonSet are equal, by name. */
export interface TemplateGroup {
  readonly template: number;
  readonly names: readonly string[];
  /** As it is called in the first of them. */
  readonly key: string;
}

/** The groups of equal templates, the largest first. */
export function templateGroups({ points }: MatrixRow, clusters: readonly ClusterSummary[]): readonly TemplateGroup[] {
  const groups = new Map<number, string[]>();
  const keys = new Map<string, string>();
  for (const [at, point] of points.entries()) {
    const name = clusters[at]?.name;
    if (point.kind !== "there" || name === undefined) continue;
    keys.set(name, point.agent.key);
    groups.set(point.agent.template, [...(groups.get(point.agent.template) ?? []), name].sort());
  }
  return [...groups]
    .map(([template, names]) => ({ template, names, key: keys.get(names[0] ?? "") ?? "" }))
    .sort((a, b) => b.names.length - a.names.length || a.template - b.template);
}
