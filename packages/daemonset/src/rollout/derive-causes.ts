import { assertNever } from "@daemonscope/kube/assert-never";
import { unavailableCause } from "../budget/budget-unit.ts";
import { type Grouping, type NodeGroup, NodeGroups } from "../budget/group-nodes.ts";
import { type CellByte, cellState, hasFlag } from "../cell/cell.ts";
import type { Pair } from "../pair/pair.ts";
import { isRefused, type PodFacts, unavailableSinceMs } from "../pods/pod-facts.ts";
import type { CauseFact } from "../records/cause-fact.ts";
import { causeOfSetKey, isOneCauseOfSet } from "../records/cause-key.ts";
import type { Cause } from "../records/records.ts";
import { firstNodes } from "./first-nodes.ts";

/** What is wrong on one node. */
export interface NodeCause {
  readonly state: Cause["state"];
  readonly cause: CauseFact;
  readonly sinceMs: number | undefined;
  /** How long it is ordinary before it calls for a person (rule R22): not at all, as long as a refusal, as long as a slow start; `never` where another rule tells. */
  readonly patience: "none" | "lasting" | "slow" | "never";
  /** From when that counts, where it is not `sinceMs`. */
  readonly fromMs?: number;
}

/** A node that has been NotReady since so soon after it came was never Ready: it joins. */
const JOINS_WITHIN_MS = 60_000;

function sickNode({ nodeReadySinceMs, nodeCreatedAtMs }: Pair): NodeCause {
  const sick = { state: "nodeUnready", cause: { kind: "nodeNotReady" }, sinceMs: nodeReadySinceMs } as const;
  const joins = nodeReadySinceMs !== undefined && nodeCreatedAtMs !== undefined && nodeReadySinceMs - nodeCreatedAtMs <= JOINS_WITHIN_MS;
  return joins ? { ...sick, patience: "slow", fromMs: nodeCreatedAtMs } : { ...sick, patience: "none" };
}

/** A container that never restarted has been not Ready since its condition says so: it may have been Ready before, and soon after it came. */
function startingFromMs(pod: PodFacts): number {
  return pod.restarts === 0 ? (pod.unreadySinceMs ?? pod.createdAtMs) : unavailableSinceMs(pod);
}

/** What is wrong with a DaemonSet on one node, from cell, pods and node; undefined when nothing is (rule R13). */
export function causeOf(pair: Pair, cell: CellByte): NodeCause | undefined {
  const state = cellState(cell);
  const pod = hasFlag(cell, "twoPods") ? (pair.pods.find((candidate) => !candidate.ready) ?? pair.pods[0]) : pair.pods[0];
  if (state === "misscheduled") {
    // A NotReady node is tainted, and its pod counts as misscheduled for that long: the node is what is wrong.
    if (pair.verdict === "keep" && pair.nodeUnready) return sickNode(pair);
    return { state, cause: { kind: "misscheduled" }, sinceMs: pair.misscheduledSinceMs, patience: "never" };
  }
  if (pair.verdict !== "run") return undefined;
  if (pod === undefined) return { state: "missing", cause: { kind: "noPod" }, sinceMs: pair.missingSinceMs, patience: "slow" };
  if (hasFlag(cell, "terminating"))
    return {
      state: "terminating",
      cause: { kind: pair.nodeUnready ? "terminatingOnNotReady" : "terminating" },
      sinceMs: pod.deletingSinceMs,
      // Until it is Ready no more it is available, and its grace period is its own.
      patience: pod.ready ? "never" : "slow",
      ...(pod.goneByMs === undefined ? {} : { fromMs: pod.goneByMs }),
    };
  switch (state) {
    case "failing":
      return { state, cause: pod.reason ?? { kind: "failing" }, sinceMs: unavailableSinceMs(pod), patience: "never" };
    case "unscheduled":
      return { state, cause: unavailableCause(pod, pair), sinceMs: pod.createdAtMs, patience: isRefused(pod) ? "lasting" : "slow" };
    case "starting": {
      if (pair.nodeUnready) return sickNode(pair);
      const sinceMs = unavailableSinceMs(pod);
      return { state, cause: unavailableCause(pod, pair), sinceMs, patience: "slow", fromMs: startingFromMs(pod) };
    }
    case "excluded":
    case "missing":
    case "ready":
    case "available":
    case "unknown":
      return pair.nodeUnready ? sickNode(pair) : undefined;
    default:
      return assertNever(state);
  }
}

export const BY_CAUSE: Grouping<NodeCause> = {
  keyOf: ({ cause, state }) => `${causeOfSetKey(cause)}\n${state}`,
  isOne: (a, b) => a.state === b.state && isOneCauseOfSet(a.cause, b.cause),
};

/** Groups the nodes where something is wrong by what it is, largest first. O(causes). */
export function groupCauses(causes: Iterable<readonly [node: string, cause: NodeCause]>): readonly Cause[] {
  const groups = new NodeGroups(BY_CAUSE);
  for (const [node, found] of causes) groups.add(found, node, found.sinceMs);
  return causesOfGroups(groups.list());
}

/** Adds the misscheduled pods of NotReady nodes, where there is one on a Ready node too: the concern and the status count all of them (R11). `kept`: the first nodes, sorted. */
export function withKeptOnUnready(causes: readonly Cause[], count: number, kept: readonly string[]): readonly Cause[] {
  return causes.map((cause) =>
    cause.state === "misscheduled" ? { ...cause, count: cause.count + count, nodes: firstNodes([...cause.nodes, ...kept]) } : cause,
  );
}

/** The same of nodes that are in groups already. */
export function causesOfGroups(groups: readonly NodeGroup<NodeCause>[]): readonly Cause[] {
  return groups.map(({ value, count, nodes, sinceMs }) => ({ state: value.state, cause: value.cause, count, nodes, sinceMs }));
}
