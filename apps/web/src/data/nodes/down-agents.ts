import { isEnding, nodeLifecycle } from "@daemonscope/daemonset/records/node-lifecycle";
import type { DaemonSetKey, DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { verdictKindOf } from "@daemonscope/daemonset/rollout/verdict-kind";
import { verdictWordOf } from "@daemonscope/daemonset/rollout/verdict-word";
import { compareTexts } from "@daemonscope/kube/base/compare-texts";
import { rowIdOf } from "@daemonscope/shared/state/row-ids";
import { isMissingAgent } from "./agent-tally.ts";
import type { NodeStates } from "./select-node-states.ts";

/** Agents that do not come by themselves, because their DaemonSet is in trouble or their node is NotReady. */
export interface DownAgents {
  /** Nodes with such an agent. */
  readonly nodes: number;
  /** NotReady nodes whose agents are all Ready: the kubelet itself reports NotReady. */
  readonly unready: number;
  /** Nodes on their way out. No agent is to blame there, so that none counts as down. */
  readonly ending: number;
  /** DaemonSets in trouble and the nodes without their agent, most nodes first. */
  readonly sets: readonly { readonly key: DaemonSetKey; readonly count: number }[];
  /** A DaemonSet is stuck or failing. */
  readonly isFailing: boolean;
}

/** Reports whether missing pods of a DaemonSet need a person. Otherwise they are on their way. */
export function isInTrouble(record: DaemonSetRecord): boolean {
  const word = verdictWordOf(record);
  return word === "stuck" || word === "failing" || (word === "degraded" && verdictKindOf(record) === "unavailable");
}

/** A node that is NotReady for this time after it joined gets its agents by itself. */
const JOINING_MS = 120_000;

/** Counts the nodes with an agent that is down. O(nodes × DaemonSets in trouble). */
export function downAgents(
  { rows, columns, cells, records, wants, lacks }: NodeStates,
  all: readonly DaemonSetRecord[],
  nowMs: number,
): DownAgents {
  const troubled = all.filter(isInTrouble);
  const sets = troubled.map(({ key }) => ({ key, bytes: cells[rowIdOf(columns, key) ?? -1]?.now, count: 0 }));
  let nodes = 0;
  let unready = 0;
  let ending = 0;
  for (let row = 0; row < rows.names.length; row++) {
    const record = records[row];
    if (record === undefined) continue;
    if (isEnding(nodeLifecycle(record))) {
      ending++;
      continue;
    }
    const isUnready = record.ready !== "True" && (wants[row] ?? 0) > 0 && nowMs - record.createdAtMs > JOINING_MS;
    let isDown = isUnready && (lacks[row] ?? 0) > 0;
    for (const set of sets) {
      if (!isMissingAgent(set.bytes?.[row] ?? 0)) continue;
      set.count++;
      isDown = true;
    }
    if (isDown) nodes++;
    else if (isUnready) unready++;
  }
  return {
    nodes,
    unready,
    ending,
    sets: sets
      .filter(({ count }) => count > 0)
      .map(({ key, count }) => ({ key, count }))
      .sort((a, b) => b.count - a.count || compareTexts(a.key, b.key)),
    isFailing: troubled.some((record) => verdictWordOf(record) !== "degraded"),
  };
}
