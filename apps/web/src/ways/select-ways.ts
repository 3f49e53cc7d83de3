import type { DaemonSetRecord } from "@daemonscope/daemonset/model/records";
import type { IntOrString } from "@daemonscope/kube/objects";
import { largerBudget } from "./larger-budget.ts";
import { type Undo, undoOf } from "./undo-of.ts";

/** Something that a person could do about a DaemonSet, with what it would do. Nothing of it is done here. */
export type Way =
  | Undo
  /** Nodes that hold places because they are not ready; at most NODES_NAMED. */
  | { readonly kind: "nodes"; readonly count: number; readonly nodes: readonly string[] }
  | {
      readonly kind: "raise";
      readonly field: "maxUnavailable" | "maxSurge";
      readonly now: string;
      /** Written as the field is: a percentage stays one. */
      readonly to: IntOrString;
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
  const { budget, concern, strategy } = record;
  const ways: Way[] = [];
  const undo = undoOf(record);
  if (undo !== undefined) ways.push(undo);
  const sick = budget.holders.filter(({ cause }) => cause.kind === "nodeNotReady");
  if (sick.length > 0)
    ways.push({
      kind: "nodes",
      count: sick.reduce((sum, { count }) => sum + count, 0),
      nodes: sick.flatMap(({ nodes }) => nodes).slice(0, NODES_NAMED),
    });
  const outdated = outdatedOf(record);
  if (strategy === "OnDelete") return [...ways, { kind: "resume", outdated }];
  // Where the new revision breaks nodes, a larger budget lets it break more of them; where no pod is old, there is nothing left for it to let go.
  if (
    outdated !== 0 &&
    (budget.kind === "maxUnavailable" || budget.kind === "maxSurge") &&
    record.underWay &&
    concern?.kind !== "revisionBreaksNodes"
  ) {
    const larger = largerBudget(budget, record.derived?.desiredNumberScheduled);
    if (larger !== undefined) ways.push({ kind: "raise", field: budget.kind, now: budget.spec, ...larger });
  }
  return [...ways, { kind: "hold", untouched: outdated }];
}
