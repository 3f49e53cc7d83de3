import { compareTexts } from "@daemonscope/kube/base/compare-texts";
import type { MatchingGates } from "@daemonscope/kube/matching/toleration";
import { explainPlacement } from "../placement/explain-placement.ts";
import type { UpgradeController } from "../records/managed-rollout.ts";
import type { NodeRecord } from "../records/records.ts";
import type { ManagedInput } from "./managed-rollout.ts";
import { isPausing, type PauseRow, pausesOfKey } from "./upgrade-controllers.ts";

/** How long a pause may outlast the upgrade. `slowMs`: no upgrade is known. */
export interface PauseTimeouts {
  readonly lastingMs: number;
  readonly slowMs: number;
}

/** A node that a label keeps off a DaemonSet while another DaemonSet is upgraded there. */
export interface PausedNode {
  readonly node: string;
  readonly controller: UpgradeController;
  /** How long the pause may outlast the upgrade, if no upgrade is under way on the node. `none`: the upgrade failed,
   *  and its controller does not end the pause. */
  readonly patience?: keyof PauseTimeouts | "none";
}

export interface PauseInput extends ManagedInput {
  readonly nodeAt: (row: number) => NodeRecord | undefined;
  readonly gates: MatchingGates;
}

/** Without an upgrade, a driver that starts pauses the operands, too. That may take as long as a slow start. */
function patienceAfter(state: string | undefined, { endOf }: PauseRow): PausedNode["patience"] {
  if (state === undefined || state === "") return "slowMs";
  const end = endOf(state);
  return end === undefined ? undefined : end === "failed" ? "none" : "lastingMs";
}

/** Returns the nodes that want no pod only because a label of their selector is set to a pause, sorted by name (rule
 *  R32). The cost is O(paused nodes), and nothing for a selector without such a label. */
export function pausedNodesOf({ daemonSet, columns, nodeLabels, nameOf, nodeAt, gates }: PauseInput): readonly PausedNode[] {
  const { template } = daemonSet.spec;
  const wanted = Object.entries(template.nodeSelector).filter(([key, value]) => pausesOfKey(key).length > 0 && !isPausing(key, value));
  const found = new Map<number, PausedNode>();
  for (const [key, pause] of wanted.flatMap(([label]) => pausesOfKey(label).map((each) => [label, each] as const))) {
    for (const row of nodeLabels.rowsByValue(key).get(pause.value) ?? []) {
      const node = columns.verdictAt(row) === "run" || found.has(row) ? undefined : nodeAt(row);
      if (node === undefined) continue;
      const restored = Object.fromEntries(wanted.filter(([label]) => isPausing(label, node.labels[label])));
      const before = { ...node, labels: { ...node.labels, ...restored } };
      if (explainPlacement(template, before, gates).verdict !== "run") continue;
      const patience = patienceAfter(nodeLabels.valueAt(row, pause.stateLabel), pause);
      found.set(row, { node: nameOf(row), controller: pause.controller, ...(patience === undefined ? {} : { patience }) });
    }
  }
  return [...found.values()].sort((a, b) => compareTexts(a.node, b.node));
}
