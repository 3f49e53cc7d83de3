import { ownValue } from "@daemonscope/kube/base/own-value";
import { matchesNodeSelector } from "@daemonscope/kube/matching/node-affinity";
import { toleratesTaint } from "@daemonscope/kube/matching/toleration";
import type { StoredObject } from "@daemonscope/simulated-apiserver/objects/contract";
import { objectIn } from "@daemonscope/simulated-apiserver/objects/json";
import { labelsOf, requiredAffinityOf, taintsOf } from "@daemonscope/simulated-apiserver/objects/objects";
import type { DaemonSetView } from "./daemon-set-view.ts";

export interface NodeDecision {
  readonly shouldRun: boolean;
  readonly shouldContinueRunning: boolean;
}

const RUN: NodeDecision = { shouldRun: true, shouldContinueRunning: true };
const KEEP: NodeDecision = { shouldRun: false, shouldContinueRunning: true };
const NEITHER: NodeDecision = { shouldRun: false, shouldContinueRunning: false };

/**
 * The simulated controller's own decision, written from upstream and separate from the dashboard's, so that each checks
 * the other. `contrarian` treats NoSchedule taints as tolerated: a wrong controller that the dashboard must contradict.
 */
export function decideNode(set: DaemonSetView, node: StoredObject, contrarian: boolean): NodeDecision {
  const { podSpec } = set;
  if (typeof podSpec.nodeName === "string" && podSpec.nodeName !== "" && podSpec.nodeName !== node.metadata.name) return NEITHER;
  const labels = labelsOf(node);
  for (const [key, value] of Object.entries(objectIn(podSpec, "nodeSelector"))) if (ownValue(labels, key) !== value) return NEITHER;
  if (!matchesNodeSelector(requiredAffinityOf(podSpec), { name: node.metadata.name, labels })) return NEITHER;
  const untolerated = taintsOf(node).filter((taint) => !set.tolerations.some((toleration) => toleratesTaint(toleration, taint)));
  const noExecute = untolerated.some((taint) => taint.effect === "NoExecute");
  const noSchedule = !contrarian && untolerated.some((taint) => taint.effect === "NoSchedule");
  return noExecute ? NEITHER : noSchedule ? KEEP : RUN;
}
