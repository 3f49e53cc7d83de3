import type { DaemonSetRecord } from "@daemonscope/daemonset/model/records";

/** Something that a person could do about a DaemonSet, with what it would do. Nothing of it is done here. */
export type Way =
  /** `replaced`: nodes whose pods are of the current revision and would be replaced again; null where that was not read. `rounds`: how often the budget must
   *  come free for it; undefined where there is none. */
  | { readonly kind: "undo"; readonly toRevision: number; readonly replaced: number | null; readonly rounds: number | undefined }
  /** Nodes that hold places because they are not ready; at most NODES_NAMED. */
  | { readonly kind: "nodes"; readonly count: number; readonly nodes: readonly string[] }
  | {
      readonly kind: "raise";
      readonly field: "maxUnavailable" | "maxSurge";
      readonly now: string;
      readonly to: number;
      readonly more: number;
    }
  | { readonly kind: "hold"; readonly untouched: number | undefined }
  | { readonly kind: "resume"; readonly outdated: number | undefined };

const NODES_NAMED = 3;

/** Nodes whose pods are of another revision than the current one; undefined where that was not read. */
function outdatedOf({ revisions }: DaemonSetRecord): number | undefined {
  const counts = revisions.filter(({ current }) => !current).map(({ nodes }) => nodes);
  return counts.includes(null) ? undefined : counts.reduce<number>((sum, nodes) => sum + (nodes ?? 0), 0);
}

/** What can be done about a DaemonSet as it stands, what helps most first. A pause is not among them: the API has none, and OnDelete is what comes near. */
export function selectWays(record: DaemonSetRecord): readonly Way[] {
  const { budget, revisions, strategy } = record;
  const ways: Way[] = [];
  const at = revisions.findIndex(({ current }) => current);
  const before = at < 0 ? undefined : revisions[at + 1];
  const replaced = revisions[at]?.nodes ?? null;
  if (before !== undefined)
    ways.push({
      kind: "undo",
      toRevision: before.revision,
      replaced,
      rounds: replaced === null || strategy === "OnDelete" ? undefined : Math.ceil(replaced / Math.max(1, budget.allowed)),
    });
  const sick = budget.holders.filter(({ cause }) => cause.kind === "nodeNotReady");
  if (sick.length > 0)
    ways.push({
      kind: "nodes",
      count: sick.reduce((sum, { count }) => sum + count, 0),
      nodes: sick.flatMap(({ nodes }) => nodes).slice(0, NODES_NAMED),
    });
  const outdated = outdatedOf(record);
  if (strategy === "OnDelete") return [...ways, { kind: "resume", outdated }];
  if ((budget.kind === "maxUnavailable" || budget.kind === "maxSurge") && record.underWay && budget.used >= budget.allowed) {
    const to = Math.max(budget.allowed * 2, budget.used + 1);
    ways.push({ kind: "raise", field: budget.kind, now: budget.spec, to, more: to - budget.allowed });
  }
  return [...ways, { kind: "hold", untouched: outdated }];
}
