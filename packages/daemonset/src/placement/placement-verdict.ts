import { effectiveTolerations } from "@daemonscope/kube/automatic-tolerations";
import { matchesNodeLabels, matchesNodeSelector } from "@daemonscope/kube/node-affinity";
import type { PodTemplateSummary, Toleration } from "@daemonscope/kube/objects";
import { DEFAULT_GATES, type MatchingGates, toleratesTaint } from "@daemonscope/kube/toleration";
import type { Verdict } from "./placement.ts";
import type { PlacementNode } from "./placement-node.ts";

/** The verdict without its proof: what the model keeps for every pair. Agrees with explainPlacement always.
 *  `tolerations` are the effective ones, made once a DaemonSet.
 *  Source: pkg/controller/daemon/daemon_controller.go, NodeShouldRunDaemonPod (rule P1). */
export function placementVerdict(
  template: PodTemplateSummary,
  node: PlacementNode,
  tolerations: readonly Toleration[] = effectiveTolerations(template.tolerations, template.hostNetwork),
  gates: MatchingGates = DEFAULT_GATES,
): Verdict {
  if (template.nodeName !== undefined && template.nodeName !== "" && template.nodeName !== node.name) return "exclude";
  if (!matchesNodeLabels(template.nodeSelector, node.labels)) return "exclude";
  if (!matchesNodeSelector(template.requiredNodeAffinity, node)) return "exclude";
  let verdict: Verdict = "run";
  for (const taint of node.taints) {
    if (taint.effect !== "NoSchedule" && taint.effect !== "NoExecute") continue;
    if (tolerations.some((toleration) => toleratesTaint(toleration, taint, gates))) continue;
    if (taint.effect === "NoExecute") return "exclude";
    verdict = "keep";
  }
  return verdict;
}
