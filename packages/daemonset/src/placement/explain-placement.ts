import { ownValue } from "@daemonscope/kube/base/own-value";
import { checkTerm, isEmptyTerm } from "@daemonscope/kube/matching/node-affinity";
import { DEFAULT_GATES, type MatchingGates, toleratesTaint } from "@daemonscope/kube/matching/toleration";
import type { Taint, Toleration } from "@daemonscope/kube/objects";
import type { PlacementTemplate } from "../records/placement-template.ts";
import { automaticTolerations, effectiveTolerations } from "./automatic-tolerations.ts";
import type { AffinityTermCheck, CheckKind, Placement, PlacementCheck, PlacementVerdict, TaintOutcome } from "./placement.ts";
import type { PlacementNode } from "./placement-node.ts";

type Check<Kind extends CheckKind> = (
  template: PlacementTemplate,
  node: PlacementNode,
  gates: MatchingGates,
) => readonly Extract<PlacementCheck, { readonly kind: Kind }>[];

const checkAffinity: Check<"nodeAffinity"> = ({ requiredNodeAffinity: affinity }, node) => {
  if (affinity === undefined) return [];
  const terms: AffinityTermCheck[] = (affinity.nodeSelectorTerms ?? []).map((term) => {
    const requirements = checkTerm(term, node);
    const empty = isEmptyTerm(term);
    return { empty, requirements, passed: !empty && requirements.every((requirement) => requirement.passed) };
  });
  return [{ kind: "nodeAffinity", terms, passed: terms.some((term) => term.passed) }];
};

function outcomeOf(taint: Taint, tolerated: boolean): TaintOutcome {
  if (taint.effect !== "NoSchedule" && taint.effect !== "NoExecute") return "ignored";
  if (tolerated) return "tolerated";
  return taint.effect === "NoSchedule" ? "blocksNew" : "evicts";
}

function checkTaint(
  taint: Taint,
  tolerations: readonly Toleration[],
  added: readonly Toleration[],
  gates: MatchingGates,
): Extract<PlacementCheck, { readonly kind: "taint" }> {
  const toleration = tolerations.find((candidate) => toleratesTaint(candidate, taint, gates));
  const outcome = outcomeOf(taint, toleration !== undefined);
  const passed = outcome === "tolerated" || outcome === "ignored";
  if (toleration === undefined) return { kind: "taint", passed, taint, outcome };
  return { kind: "taint", passed, taint, outcome, toleration, tolerationOrigin: added.includes(toleration) ? "controller" : "template" };
}

function verdictOf(checks: readonly PlacementCheck[]): PlacementVerdict {
  let verdict: PlacementVerdict = "run";
  for (const check of checks) {
    if (check.passed) continue;
    if (check.kind !== "taint" || check.outcome === "evicts") return "exclude";
    verdict = "keep";
  }
  return verdict;
}

/** In the controller's order. */
const CHECKS: { readonly [Kind in CheckKind]: Check<Kind> } = {
  nodeName: ({ nodeName = "" }, { name }) =>
    nodeName === "" ? [] : [{ kind: "nodeName", passed: nodeName === name, want: nodeName, have: name }],
  nodeSelector: ({ nodeSelector }, { labels }) =>
    Object.keys(nodeSelector)
      .sort()
      .map((key) => {
        const want = nodeSelector[key] ?? "";
        const have = ownValue(labels, key);
        return { kind: "nodeSelector", passed: have === want, key, want, have };
      }),
  nodeAffinity: checkAffinity,
  taint: ({ tolerations: templateTolerations, hostNetwork }, { taints }, gates) => {
    const tolerations = effectiveTolerations(templateTolerations, hostNetwork);
    const added = automaticTolerations(hostNetwork);
    return taints.map((taint) => checkTaint(taint, tolerations, added, gates));
  },
};

/** Decides whether the DaemonSet controller wants a pod on this node, and returns each check, passed or failed.
 *  Order: node name, node selector by key, affinity terms, taints as listed on the node. All untolerated taints are
 *  kept, not only the first.
 *  Ignores PreferNoSchedule taints, conditions, cordons and resource requests, as the controller does. Never throws:
 *  an invalid term becomes a failed check with its reason.
 *  Source: pkg/controller/daemon/daemon_controller.go, NodeShouldRunDaemonPod (rules P1–P10). */
export function explainPlacement(template: PlacementTemplate, node: PlacementNode, gates: MatchingGates = DEFAULT_GATES): Placement {
  const checks = Object.values(CHECKS).flatMap<PlacementCheck>((check) => check(template, node, gates));
  return { verdict: verdictOf(checks), checks };
}
