import type { StoredObject } from "@daemonscope/simulated-apiserver/objects/contract";
import { equalJson } from "@daemonscope/simulated-apiserver/objects/json";
import { labelsOf, taintsOf } from "@daemonscope/simulated-apiserver/objects/objects";
import type { NodeDecision } from "./placement.ts";

/**
 * Reports whether the controller reacts to a node change: a new node, or other labels or taints. Conditions, capacity
 * and `spec.unschedulable` do not count. Source: daemon_controller.go, updateNode.
 */
export function nodeChangeMatters(previous: StoredObject | undefined, node: StoredObject): boolean {
  if (previous === undefined) return true;
  return !equalJson(labelsOf(previous), labelsOf(node)) || !equalJson(taintsOf(previous), taintsOf(node));
}

/**
 * Reports whether a node change queues a DaemonSet. It does not if a pod that may stay should no longer run there and
 * nothing is misscheduled yet. So a NoSchedule taint changes no number until something else happens. Source:
 * daemon_controller.go, syncNodeUpdate.
 */
export function mustResync({ shouldRun, shouldContinueRunning }: NodeDecision, hasPod: boolean, numberMisscheduled: number): boolean {
  return (shouldRun && !hasPod) || (!shouldContinueRunning && hasPod) || (hasPod && numberMisscheduled > 0);
}
