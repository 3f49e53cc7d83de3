import { compareTexts } from "@daemonscope/kube/base/compare-texts";
import type { MatchingGates } from "@daemonscope/kube/matching/toleration";
import { type SignStage, signOfTaint } from "@daemonscope/kube/node-signs";
import type { KubeDaemonSet, Taint } from "@daemonscope/kube/objects";
import { TopN } from "../budget/top-n.ts";
import { endingCause, SHUTDOWN_CAUSE } from "../pair/pair-cause.ts";
import { type CompiledPlacement, compilePlacement } from "../placement/compile-placement.ts";
import type { PlacementVerdict } from "../placement/placement.ts";
import { HOLDER_NODES_LIMIT } from "../records/budget.ts";
import type { CauseFact } from "../records/cause-fact.ts";
import { causeKey } from "../records/cause-key.ts";
import { isEnding, type NodeLifecycle } from "../records/node-lifecycle.ts";
import type { LeavingNodes, NodeRecord } from "../records/records.ts";

interface LeavingInput {
  readonly daemonSet: KubeDaemonSet;
  readonly columns: {
    readonly totals: { readonly byLeavingNode: number };
    verdictAt(row: number): PlacementVerdict;
    countIn(field: "byLeavingNode", rows: Iterable<number>): number;
    rowsIn(field: "byLeavingNode"): readonly number[];
  };
  /** Rows of the nodes that are not simply Ready. */
  readonly lifecycles: Iterable<readonly [row: number, lifecycle: NodeLifecycle]>;
  readonly nameOf: (row: number) => string;
  readonly nodeAt: (row: number) => NodeRecord | undefined;
  readonly gates: MatchingGates;
}

/** Taints of these stages come with the end of a node. */
const STAGES_OF_END: ReadonlySet<SignStage | undefined> = new Set(["leaving", "shuttingDown", "condition"]);
const isOfEnd = (taint: Taint): boolean => STAGES_OF_END.has(signOfTaint(taint)?.stage);

/** Returns the nodes on their way out that the template selects, regardless of whether it tolerates the taints of that
 *  end (rule N2). The largest group is first. The cost is O(nodes that are not Ready). */
export function leavingNodesOf({ daemonSet, columns, lifecycles, nameOf, nodeAt, gates }: LeavingInput): readonly LeavingNodes[] {
  let verdictOn: CompiledPlacement | undefined;
  const isWanted = (row: number): boolean => {
    if (columns.verdictAt(row) === "run") return true;
    const node = nodeAt(row);
    verdictOn ??= compilePlacement(daemonSet.spec.template, gates);
    return node !== undefined && verdictOn({ ...node, taints: node.taints.filter((taint) => !isOfEnd(taint)) }) === "run";
  };
  const groups = new Map<string, { readonly cause: CauseFact; readonly names: TopN<string>; excluded: number }>();
  const add = (row: number, cause: CauseFact): void => {
    const key = causeKey(cause);
    const group = groups.get(key) ?? { cause, names: new TopN<string>(HOLDER_NODES_LIMIT, compareTexts), excluded: 0 };
    group.names.add(nameOf(row));
    if (columns.verdictAt(row) !== "run") group.excluded++;
    groups.set(key, group);
  };
  const ending = new Set<number>();
  for (const [row, lifecycle] of lifecycles) {
    if (!isEnding(lifecycle)) continue;
    ending.add(row);
    if (isWanted(row)) add(row, endingCause({ lifecycle }) ?? SHUTDOWN_CAUSE);
  }
  // A kubelet that shuts down rejects pods, and its node may not state the shutdown.
  if (columns.totals.byLeavingNode > columns.countIn("byLeavingNode", ending))
    for (const row of columns.rowsIn("byLeavingNode")) if (!ending.has(row)) add(row, SHUTDOWN_CAUSE);
  return [...groups]
    .sort(([a, x], [b, y]) => y.names.count - x.names.count || compareTexts(a, b))
    .map(([, { cause, names, excluded }]) => ({
      cause,
      count: names.count,
      ...(excluded === 0 ? {} : { excluded }),
      nodes: names.list(() => []),
    }));
}
