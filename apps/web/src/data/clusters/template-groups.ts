import type { ClusterSummary } from "@daemonscope/shared/http/clusters";
import type { MatrixRow } from "./matrix.ts";

/** Clusters with equal templates of a DaemonSet, by name. */
export interface TemplateGroup {
  readonly template: number;
  readonly names: readonly string[];
  /** The key in the first of these clusters. */
  readonly key: string;
}

/** Returns the groups of equal templates, largest first. */
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
