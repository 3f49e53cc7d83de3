import { compareTexts } from "@daemonscope/kube/base/compare-texts";
import type { KubeDaemonSet } from "@daemonscope/kube/objects";
import { TopN } from "../budget/top-n.ts";
import type { TallyTotals } from "../counts/tally.ts";
import type { PlacementVerdict } from "../placement/placement.ts";
import { HOLDER_NODES_LIMIT } from "../records/budget.ts";
import { type ManagedRollout, UPGRADE_PHASES, type UpgradePhase } from "../records/managed-rollout.ts";
import { controllerOf, partitionOf, phaseOfState } from "./upgrade-controllers.ts";

/** Rows of the nodes that exist, by their labels. */
export interface LabelledRows {
  rowsByValue(key: string): ReadonlyMap<string, ReadonlySet<number>>;
  valueAt(row: number, key: string): string | undefined;
}

export interface ManagedInput {
  readonly daemonSet: KubeDaemonSet;
  readonly columns: {
    readonly totals: Pick<TallyTotals, "desired" | "outdated" | "done">;
    verdictAt(row: number): PlacementVerdict;
    isOutdatedAt(row: number): boolean;
    isDoneAt(row: number): boolean;
  };
  readonly nodeLabels: LabelledRows;
  readonly nameOf: (row: number) => string;
}

interface Counted {
  readonly count: number;
  readonly nodes: readonly string[];
}

const phasesOf = (counts: ReadonlyMap<UpgradePhase, Counted>): ManagedRollout["phases"] =>
  UPGRADE_PHASES.flatMap((phase) => {
    const found = counts.get(phase);
    return found === undefined || found.count === 0 ? [] : [{ phase, ...found }];
  });

/** Corrects the phase of a label by the pod of the node, which the controller sees later. */
function phaseAt(columns: ManagedInput["columns"], row: number, phase: UpgradePhase): UpgradePhase {
  if (phase === "upgraded" && columns.isOutdatedAt(row)) return "notProcessed";
  return phase === "restarting" && columns.isDoneAt(row) ? "completing" : phase;
}

/** Counts the nodes that want the DaemonSet by their state label. Returns undefined if none has the label: the
 *  controller removes it while its upgrades are switched off. An old pod on an upgraded node belongs to a rollout that
 *  the controller has not begun. */
function phasesByLabel({ columns, nodeLabels, nameOf }: ManagedInput, stateLabel: string): ManagedRollout["phases"] | undefined {
  const names = new Map<UpgradePhase, TopN<string>>();
  let labelled = 0;
  for (const [state, rows] of nodeLabels.rowsByValue(stateLabel)) {
    if (state === "") continue;
    const phaseByLabel = phaseOfState(state);
    for (const row of rows) {
      if (columns.verdictAt(row) !== "run") continue;
      labelled++;
      const phase = phaseAt(columns, row, phaseByLabel);
      let found = names.get(phase);
      if (found === undefined) {
        found = new TopN(HOLDER_NODES_LIMIT, compareTexts);
        names.set(phase, found);
      }
      found.add(nameOf(row));
    }
  }
  if (labelled === 0) return undefined;
  const counts = new Map<UpgradePhase, Counted>();
  for (const [phase, found] of names) counts.set(phase, { count: found.count, nodes: found.list(() => []) });
  const begun = counts.get("notProcessed") ?? { count: 0, nodes: [] };
  counts.set("notProcessed", { ...begun, count: begun.count + Math.max(0, columns.totals.desired - labelled) });
  return phasesOf(counts);
}

/** Splits the nodes by the number of pods that are to stay old. */
function phasesByPartition(
  { desired, outdated, done }: ManagedInput["columns"]["totals"],
  partition: number | undefined,
): ManagedRollout["phases"] {
  const held = partition === undefined ? 0 : Math.min(partition, outdated);
  const counts: readonly (readonly [UpgradePhase, number])[] = [
    ["upgraded", done],
    ["restarting", desired - done - outdated],
    [partition === undefined ? "unknown" : "required", outdated - held],
    ["held", held],
  ];
  return phasesOf(new Map(counts.map(([phase, count]) => [phase, { count, nodes: [] }])));
}

/** Returns the controller that drives a DaemonSet, and its progress; undefined if no controller does (rule R31). The
 *  cost is O(nodes with its state label), and nothing for a DaemonSet without a mark. */
export function managedRolloutOf(input: ManagedInput): ManagedRollout | undefined {
  const { daemonSet, columns } = input;
  const row = controllerOf(daemonSet);
  if (row === undefined) return undefined;
  const { controller, stateLabel } = row;
  const phases =
    stateLabel === undefined
      ? phasesByPartition(columns.totals, partitionOf(daemonSet.metadata.annotations))
      : phasesByLabel(input, stateLabel);
  return phases === undefined ? undefined : { controller, phases };
}
