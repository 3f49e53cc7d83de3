import { assertNever } from "@daemonscope/kube/base/assert-never";
import type { GroupedNodes, GroupKey } from "../../budget/group-nodes.ts";
import { CAUSES } from "../../causes/causes.ts";
import { type CellByte, type CellState, cellState, hasFlag } from "../../pair/cell/cell.ts";
import type { Pair, SetFacts } from "../../pair/pair.ts";
import { endingCause, isNodeLagging, missingCause, startingFromMs, terminatingCause, unavailableCause } from "../../pair/pair-cause.ts";
import { unavailableSinceMs, wasRefusedByScheduler } from "../../pods/pod-facts.ts";
import type { CauseFact } from "../../records/cause-fact.ts";
import { causeKey, isSameCause } from "../../records/cause-key.ts";
import { isEnding } from "../../records/node-lifecycle.ts";
import type { Cause } from "../../records/records.ts";

/** The problem on one node. */
export interface NodeCause {
  readonly state: Cause["state"];
  readonly cause: CauseFact;
  readonly sinceMs: number | undefined;
  /** How long the problem is ordinary before it needs a user (rule R22): not at all, as long as a refusal, or as
   *  long as a slow start. `never` if another rule decides. */
  readonly patience: "none" | "lasting" | "slow" | "never";
  /** Start of that time, if it is not `sinceMs`. */
  readonly fromMs?: number;
}

function notReadyNodeCause({ lifecycle, nodeReadySinceMs, nodeCreatedAtMs }: Pair): NodeCause {
  const notReady = { state: "nodeUnready", cause: { kind: "nodeNotReady" }, sinceMs: nodeReadySinceMs } as const;
  return lifecycle.kind === "joining" && nodeCreatedAtMs !== undefined
    ? { ...notReady, patience: "slow", fromMs: nodeCreatedAtMs }
    : { ...notReady, patience: "none" };
}

/** Returns the problem on a node that is on its way out. Its pods end, and no agent is to blame (rule N2). */
function leavingNodeCause(pair: Pair, state: CellState, isTerminating: boolean): NodeCause | undefined {
  const cause = endingCause(pair);
  const isWell = !isTerminating && !pair.nodeUnready && (state === "available" || state === "ready");
  if (cause === undefined || isWell || state === "excluded" || state === "unknown") return undefined;
  return { state: "leaving", cause, sinceMs: pair.nodeUnready ? pair.nodeReadySinceMs : undefined, patience: "never" };
}

/** How long a pod that is missing or starts may take, with this cause. */
const patienceOf = ({ kind }: CauseFact): "lasting" | "slow" => (CAUSES[kind].normalFor === "lasting" ? "lasting" : "slow");

const earliest = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined || b === undefined ? (a ?? b) : Math.min(a, b);

/** Returns the problem of a DaemonSet on one node, from cell, pods and node; undefined if there is none (rule R13). */
export function causeOf(pair: Pair, cell: CellByte, set: SetFacts, nowMs: number): NodeCause | undefined {
  const state = cellState(cell);
  const pod = hasFlag(cell, "twoPods") ? (pair.pods.find((candidate) => !candidate.ready) ?? pair.pods[0]) : pair.pods[0];
  if (isEnding(pair.lifecycle)) return leavingNodeCause(pair, state, hasFlag(cell, "terminating"));
  if (state === "misscheduled") {
    // A NotReady node is tainted, and its pod counts as misscheduled during that time: the node is the problem.
    if (pair.verdict === "keep" && pair.nodeUnready) return notReadyNodeCause(pair);
    if (isNodeLagging(pair, nowMs)) return undefined;
    return { state, cause: { kind: "misscheduled" }, sinceMs: pair.misscheduledSinceMs, patience: "never" };
  }
  if (pair.verdict !== "run") return undefined;
  if (pod === undefined) {
    const { cause } = missingCause(set, "noPod");
    return { state: "missing", cause, sinceMs: earliest(pair.missingSinceMs, set.createError?.firstAtMs), patience: patienceOf(cause) };
  }
  if (hasFlag(cell, "terminating"))
    return {
      state: "terminating",
      cause: terminatingCause(pod, pair, nowMs),
      sinceMs: pod.deletingSinceMs,
      // The pod is available while it is Ready, and its grace period has its own length.
      patience: pod.ready ? "never" : "slow",
      ...(pod.goneByMs === undefined ? {} : { fromMs: pod.goneByMs }),
    };
  switch (state) {
    case "failing": {
      const { cause } = unavailableCause(pod, pair);
      const sinceMs = unavailableSinceMs(pod);
      // The kubelet shuts down, and its node does not state that yet.
      if (cause.kind === "nodeShutdown")
        return { state: "leaving", cause, sinceMs, patience: "slow", fromMs: pair.rejections?.firstAtMs ?? sinceMs };
      return { state, cause, sinceMs, patience: "never" };
    }
    case "unscheduled": {
      const { cause, detail } = unavailableCause(pod, pair);
      const sinceMs = pod.createdAtMs;
      // A pod that ends frees its port. Only after its grace period something else is wrong.
      if (cause.kind === "portEnding") return { state, cause, sinceMs, patience: "slow", fromMs: detail.endsAtMs ?? sinceMs };
      return { state, cause, sinceMs, patience: wasRefusedByScheduler(pod) ? "lasting" : "slow" };
    }
    case "starting": {
      if (pair.nodeUnready) return notReadyNodeCause(pair);
      const sinceMs = unavailableSinceMs(pod);
      const { cause } = unavailableCause(pod, pair);
      return { state, cause, sinceMs, patience: patienceOf(cause), fromMs: startingFromMs(pod) };
    }
    case "excluded":
    case "missing":
    case "ready":
    case "available":
    case "unknown":
      return pair.nodeUnready ? notReadyNodeCause(pair) : undefined;
    default:
      return assertNever(state);
  }
}

export const BY_CAUSE: GroupKey<NodeCause> = {
  keyOf: ({ cause, state }) => `${causeKey(cause)}\n${state}`,
  isOne: (a, b) => a.state === b.state && isSameCause(a.cause, b.cause),
};

/** Reports whether two nodes, or one node at two times, have the same problem. Times may differ. */
export const isSameProblem = (a: NodeCause | undefined, b: NodeCause | undefined): boolean =>
  a === b || (a !== undefined && b !== undefined && BY_CAUSE.isOne(a, b));

/** Converts existing groups of nodes to causes. */
export function causesOfGroups(groups: readonly GroupedNodes<NodeCause>[]): readonly Cause[] {
  return groups.map(({ value, count, nodes, sinceMs }) => ({ state: value.state, cause: value.cause, count, nodes, sinceMs }));
}
