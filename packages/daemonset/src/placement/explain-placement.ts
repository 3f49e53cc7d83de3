import { automaticTolerations, effectiveTolerations } from "@daemonscope/kube/automatic-tolerations";
import { checkTerm, isEmptyTerm, ownValue } from "@daemonscope/kube/node-affinity";
import type { NodeSelector, PodTemplateSummary, Taint, Toleration } from "@daemonscope/kube/objects";
import { DEFAULT_GATES, type MatchingGates, toleratesTaint } from "@daemonscope/kube/toleration";
import type { AffinityTermCheck, Placement, PlacementCheck, TaintOutcome, Verdict } from "./placement.ts";
import type { PlacementNode } from "./placement-node.ts";

function checkAffinity(affinity: NodeSelector, node: PlacementNode): PlacementCheck {
  const terms: AffinityTermCheck[] = (affinity.nodeSelectorTerms ?? []).map((term) => {
    const requirements = checkTerm(term, node);
    const empty = isEmptyTerm(term);
    return { empty, requirements, passed: !empty && requirements.every((requirement) => requirement.passed) };
  });
  return { kind: "nodeAffinity", terms, passed: terms.some((term) => term.passed) };
}

function outcomeOf(taint: Taint, tolerated: boolean): TaintOutcome {
  if (taint.effect !== "NoSchedule" && taint.effect !== "NoExecute") return "ignored";
  if (tolerated) return "tolerated";
  return taint.effect === "NoSchedule" ? "blocksNew" : "evicts";
}

function checkTaint(taint: Taint, tolerations: readonly Toleration[], added: readonly Toleration[], gates: MatchingGates): PlacementCheck {
  const toleration = tolerations.find((candidate) => toleratesTaint(candidate, taint, gates));
  const outcome = outcomeOf(taint, toleration !== undefined);
  const passed = outcome === "tolerated" || outcome === "ignored";
  if (toleration === undefined) return { kind: "taint", passed, taint, outcome };
  return { kind: "taint", passed, taint, outcome, toleration, tolerationOrigin: added.includes(toleration) ? "controller" : "template" };
}

function verdictOf(checks: readonly PlacementCheck[]): Verdict {
  let verdict: Verdict = "run";
  for (const check of checks) {
    if (check.passed) continue;
    if (check.kind !== "taint" || check.outcome === "evicts") return "exclude";
    verdict = "keep";
  }
  return verdict;
}

/** What of a template placement reads. */
export type PlacementTemplate = Pick<
  PodTemplateSummary,
  "nodeName" | "nodeSelector" | "requiredNodeAffinity" | "tolerations" | "hostNetwork"
>;

/** Says whether the DaemonSet controller wants a pod on this node, and every check that led there, passed or failed.
 *  Order: node name, node selector by key, affinity terms, taints as listed on the node; all untolerated taints are kept, not only the first.
 *  Ignores PreferNoSchedule taints, conditions, cordons and resource requests, as the controller does. Never throws: an unreadable term
 *  becomes a failed check that carries why.
 *  Source: pkg/controller/daemon/daemon_controller.go, NodeShouldRunDaemonPod (rules P1–P10). */
export function explainPlacement(template: PlacementTemplate, node: PlacementNode, gates: MatchingGates = DEFAULT_GATES): Placement {
  const checks: PlacementCheck[] = [];
  if (template.nodeName !== undefined && template.nodeName !== "")
    checks.push({ kind: "nodeName", passed: template.nodeName === node.name, want: template.nodeName, have: node.name });
  for (const key of Object.keys(template.nodeSelector).sort()) {
    const want = template.nodeSelector[key] ?? "";
    const have = ownValue(node.labels, key);
    checks.push({ kind: "nodeSelector", passed: have === want, key, want, have });
  }
  if (template.requiredNodeAffinity !== undefined) checks.push(checkAffinity(template.requiredNodeAffinity, node));
  const tolerations = effectiveTolerations(template.tolerations, template.hostNetwork);
  const added = automaticTolerations(template.hostNetwork);
  for (const taint of node.taints) checks.push(checkTaint(taint, tolerations, added, gates));
  return { verdict: verdictOf(checks), checks };
}
