import { compareTexts } from "@daemonscope/kube/base/compare-texts";
import { taintText } from "@daemonscope/kube/matching/kubectl-notation";
import type { MatchingGates } from "@daemonscope/kube/matching/toleration";
import type { PodTemplateSummary } from "@daemonscope/kube/objects";
import type { NoMatchReason } from "../records/no-match-reason.ts";
import { explainPlacement } from "./explain-placement.ts";
import type { PlacementNode } from "./placement-node.ts";
import { selectorMatches } from "./selector-match.ts";

/** Returns the check that excludes a DaemonSet from all nodes, given that no node wants it (rule R28). `countOf`:
 *  the number of equivalent nodes that one node represents. O(nodes). */
export function noMatchReasonFor(
  template: PodTemplateSummary,
  nodes: readonly PlacementNode[],
  gates?: MatchingGates,
  countOf: (node: PlacementNode) => number = () => 1,
): NoMatchReason {
  if (nodes.length === 0) return { kind: "noNodes" };
  const { nodeName = "" } = template;
  if (nodeName !== "" && !nodes.some(({ name }) => name === nodeName)) return { kind: "name", check: nodeName };
  const match = selectorMatches([template], nodes)[0];
  if (match === undefined || match.nodes === 0) {
    const [first] = match?.unmet ?? [];
    return first === undefined ? { kind: "together" } : { kind: "label", check: first.text };
  }
  const counts = new Map<string, number>();
  let matching = 0;
  for (const node of nodes) {
    const failed = explainPlacement(template, node, gates).checks.filter(({ passed }) => !passed);
    if (failed.some(({ kind }) => kind !== "taint")) continue;
    const count = countOf(node);
    matching += count;
    for (const check of failed)
      if (check.kind === "taint") counts.set(taintText(check.taint), (counts.get(taintText(check.taint)) ?? 0) + count);
  }
  const [most] = [...counts].sort(([a, x], [b, y]) => y - x || compareTexts(a, b));
  return most === undefined ? { kind: "together" } : { kind: "taint", check: most[0], nodes: matching };
}
