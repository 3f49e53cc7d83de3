import { type CellState, cellState } from "@daemonscope/daemonset/pair/cell/cell";
import { compareTexts } from "@daemonscope/kube/base/compare-texts";
import type { NodeAnswer } from "@daemonscope/shared/http/answers";

type Entry = NodeAnswer["daemonSets"][number];

/** A DaemonSet on a node: whether the node is eligible, and when its pod became ready. */
export interface Agent {
  readonly entry: Entry;
  /** The node is eligible and has no ready, non-terminating pod. */
  readonly isLacking: boolean;
  /** Undefined while it is not ready. */
  readonly readySinceMs: number | undefined;
}

/** Reports whether the DaemonSet selects the node. Only then a taint can be the reason for a missing pod. */
export const isSelected = ({ entry }: Pick<Agent, "entry">): boolean =>
  entry.checks.every((check) => check.passed || check.kind === "taint");

/** Reports whether the node is eligible and has no ready, non-terminating pod. */
const isLacking = ({ verdict, pods }: Entry): boolean =>
  verdict === "run" && !pods.some((pod) => pod.ready && pod.terminatingSinceMs === undefined);

function readySinceOf(entry: Entry): number | undefined {
  const times = entry.pods.flatMap((pod) => (pod.ready && pod.readySinceMs !== undefined ? [pod.readySinceMs] : []));
  return times.length === 0 ? undefined : Math.min(...times);
}

/** Reports whether the DaemonSet neither wants nor had a pod on the node. */
export const isResting = ({ entry: { verdict, pods, rejections } }: Pick<Agent, "entry">): boolean =>
  verdict !== "run" && pods.length === 0 && rejections === undefined;

/** Counts the agents that belong on a node, and those of them that are ready. */
export function countAgents(entries: readonly Entry[]): { readonly wanted: number; readonly ready: number } {
  const wanted = entries.filter(({ verdict }) => verdict === "run");
  return { wanted: wanted.length, ready: wanted.filter((entry) => !isLacking(entry)).length };
}

/** Returns since when the first failing agent is not available; undefined if none fails. */
export function failingSince(entries: readonly Entry[]): number | undefined {
  const failing = entries.filter(({ cell }) => cellState(cell) === "failing").flatMap(({ pods }) => pods);
  const times = failing.flatMap(({ unavailableSinceMs }) => unavailableSinceMs ?? []);
  return times.length === 0 ? undefined : Math.min(...times);
}

/** Order of the agents that a user must know of. */
const URGENT: readonly CellState[] = ["failing", "misscheduled"];

/** Returns the order of an agent in the table, the worst first. */
function rankOf(agent: Agent): number {
  const urgent = URGENT.indexOf(cellState(agent.entry.cell));
  if (urgent !== -1) return urgent;
  if (agent.isLacking) return URGENT.length;
  if (agent.readySinceMs !== undefined) return URGENT.length + 1;
  return URGENT.length + (isResting(agent) ? 3 : 2);
}

/** Returns the DaemonSets of a node: failing and misscheduled pods first, then missing ones, then in the order in which
 *  they became ready, then other pods, then DaemonSets that have nothing to do with the node. Pure. */
export function selectAgents(entries: readonly Entry[]): readonly Agent[] {
  const agents = entries.map((entry) => ({ entry, readySinceMs: readySinceOf(entry), isLacking: isLacking(entry) }));
  return agents.sort(
    (a, b) => rankOf(a) - rankOf(b) || (a.readySinceMs ?? 0) - (b.readySinceMs ?? 0) || compareTexts(a.entry.key, b.entry.key),
  );
}
