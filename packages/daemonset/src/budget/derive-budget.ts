import { scaleRoundUp } from "@daemonscope/kube/int-or-percent";
import type { DaemonSetUpdateStrategy, IntOrString } from "@daemonscope/kube/objects";
import type { Pair, SetFacts } from "../model/pair.ts";
import { availableAtMs, isAvailable, isUpdated, type PodFacts } from "../pods/pod-facts.ts";
import type { Budget, HolderReason } from "./budget.ts";
import { NodeGroups } from "./group-nodes.ts";

interface Unit {
  readonly reason: HolderReason;
  readonly cause: string;
  readonly sinceMs: number | undefined;
  readonly endsAtMs?: number;
}

/** Why a pod that lives is not available, in the shortest true words. */
export function unavailableCause(pod: PodFacts, pair: Pair): string {
  if (pod.reason !== undefined) return pod.reason;
  if (!pod.scheduled) return "Waits for the scheduler";
  if (pair.nodeUnready) return "Node NotReady";
  return pod.ready ? "Ready, not yet available" : "Starting";
}

function unavailableUnit(reason: HolderReason, pod: PodFacts, pair: Pair, set: SetFacts): Unit {
  const endsAtMs = availableAtMs(pod, set.minReadySeconds);
  const unit = { reason, cause: unavailableCause(pod, pair), sinceMs: pod.readySinceMs ?? pod.createdAtMs };
  return endsAtMs === undefined ? unit : { ...unit, endsAtMs };
}

/** *Invariant* of both branches: only pods without a deletionTimestamp are new or old; two of a kind make the node "not ok". */
function livePods(
  pair: Pair,
  set: SetFacts,
): { readonly fresh: readonly PodFacts[]; readonly old: readonly PodFacts[]; readonly terminating: PodFacts | undefined } {
  const current = { hash: set.currentHash, templateGeneration: set.templateGeneration };
  const live = pair.pods.filter((pod) => pod.deletingSinceMs === undefined);
  return {
    fresh: live.filter((pod) => isUpdated(pod, current)),
    old: live.filter((pod) => !isUpdated(pod, current)),
    terminating: pair.pods.find((pod) => pod.deletingSinceMs !== undefined),
  };
}

/** Source: pkg/controller/daemon/update.go, rollingUpdate, branch maxSurge == 0 (rules B3, B4). */
function unavailableUnitOf(pair: Pair, set: SetFacts, nowMs: number): Unit | undefined {
  const { fresh, old, terminating } = livePods(pair, set);
  if (fresh.length > 1 || old.length > 1) return { reason: "extraPods", cause: "More than one pod of a revision", sinceMs: undefined };
  const newPod = fresh[0];
  const oldPod = old[0];
  if (newPod !== undefined && oldPod !== undefined)
    return { reason: "twoPods", cause: "An old and a new pod", sinceMs: newPod.createdAtMs };
  if (newPod !== undefined)
    return isAvailable(newPod, set.minReadySeconds, nowMs) ? undefined : unavailableUnit("newUnavailable", newPod, pair, set);
  if (oldPod !== undefined)
    return isAvailable(oldPod, set.minReadySeconds, nowMs) ? undefined : unavailableUnit("oldUnavailable", oldPod, pair, set);
  if (terminating === undefined) return { reason: "noPod", cause: "No pod yet", sinceMs: undefined };
  const unit: Unit = {
    reason: "terminating",
    cause: pair.nodeUnready ? "Terminating, node NotReady" : "Terminating",
    sinceMs: terminating.deletingSinceMs,
  };
  return pair.nodeUnready || terminating.goneByMs === undefined ? unit : { ...unit, endsAtMs: terminating.goneByMs };
}

/** Source: the same, branch maxSurge > 0 (rule B5). */
function surgeUnitOf(pair: Pair, set: SetFacts, nowMs: number): Unit | undefined {
  const { fresh, old } = livePods(pair, set);
  if (fresh.length > 1 || old.length > 1) return { reason: "extraPods", cause: "More than one pod of a revision", sinceMs: undefined };
  const newPod = fresh[0];
  if (newPod === undefined || old.length === 0 || isAvailable(newPod, set.minReadySeconds, nowMs)) return undefined;
  return unavailableUnit("twoPods", newPod, pair, set);
}

const positive = (value: IntOrString | undefined, desired: number): number => Math.max(0, scaleRoundUp(value ?? 0, desired) ?? 0);

/** What the strategy allows and who uses it, for the nodes that run a pod or should.
 *  `pairs` must include nodes that are gone but still have claimed pods: the controller counts them (B3).
 *  With desired > 0 and both limits 0 the controller allows 1. Source: update.go, updatedDesiredNodeCounts (rules B1–B6). */
export function deriveBudget(
  strategy: DaemonSetUpdateStrategy,
  pairs: Iterable<Pair>,
  desired: number,
  set: SetFacts,
  nowMs: number,
): Budget {
  if (strategy.type !== "RollingUpdate") return { kind: "none", spec: "", allowed: 0, used: 0, holders: [] };
  const { maxSurge, maxUnavailable } = strategy.rollingUpdate ?? {};
  const surge = positive(maxSurge, desired);
  let allowed = surge > 0 ? surge : positive(maxUnavailable ?? 1, desired);
  if (surge === 0 && allowed === 0 && desired > 0) allowed = 1;
  const groups = new NodeGroups<Unit>();
  let used = 0;
  for (const pair of pairs) {
    if (pair.verdict !== "run" && pair.pods.length === 0) continue;
    const unit = surge > 0 ? surgeUnitOf(pair, set, nowMs) : unavailableUnitOf(pair, set, nowMs);
    if (unit === undefined) continue;
    used++;
    groups.add(`${unit.cause}\n${unit.reason}`, unit, pair.node, unit.sinceMs, unit.endsAtMs);
  }
  return {
    kind: surge > 0 ? "maxSurge" : "maxUnavailable",
    spec: String((surge > 0 ? maxSurge : (maxUnavailable ?? 1)) ?? ""),
    allowed,
    used,
    holders: groups.list().map(({ value, count, nodes, sinceMs, endsAtMs }) => ({
      reason: value.reason,
      cause: value.cause,
      count,
      nodes,
      sinceMs,
      ...(endsAtMs === undefined ? {} : { endsAtMs }),
    })),
  };
}
