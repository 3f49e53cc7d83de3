import type { StoredObject } from "../../objects/contract.ts";
import { equalJson } from "../../objects/json.ts";
import { labelsOf, taintsOf } from "../objects.ts";
import type { NodeDecision } from "./placement.ts";

/** Whether a change of a node is one that the controller hears: a new node, or other labels or taints. Conditions, capacity and
 *  `spec.unschedulable` are not. Source: daemon_controller.go, updateNode. */
export function nodeChangeMatters(previous: StoredObject | undefined, node: StoredObject): boolean {
  if (previous === undefined) return true;
  return !equalJson(labelsOf(previous), labelsOf(node)) || !equalJson(taintsOf(previous), taintsOf(node));
}

/** Whether a DaemonSet is looked at again because of a node. It is not when a pod that may stay lost its right to be there while nothing is
 *  misscheduled yet: a NoSchedule taint changes no number until something else happens. Source: daemon_controller.go, syncNodeUpdate. */
export function looksAgain({ shouldRun, shouldContinueRunning }: NodeDecision, hasPod: boolean, numberMisscheduled: number): boolean {
  return (shouldRun && !hasPod) || (!shouldContinueRunning && hasPod) || (hasPod && numberMisscheduled > 0);
}
