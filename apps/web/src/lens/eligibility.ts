import { requirementText, taintText } from "@daemonscope/daemonset/describe/check-words";
import type { NodeRecord } from "@daemonscope/daemonset/model/records";
import type { PlacementTemplate } from "@daemonscope/daemonset/placement/explain-placement";
import { explainPlacement } from "@daemonscope/daemonset/placement/explain-placement";
import type { PlacementCheck } from "@daemonscope/daemonset/placement/placement";

/** Whether a node may have a pod of a DaemonSet, and what stands against it: the first failed check in the controller's order.
 *  `what`: the taint, the label or the expression, as the API writes it. */
export type Eligibility =
  | { readonly kind: "eligible" }
  /** It has NoSchedule or NoExecute taints, and all are tolerated. */
  | { readonly kind: "tolerated" }
  | { readonly kind: "nodeName" | "selector" | "affinity" | "taint"; readonly what: string };

function blockedBy(check: PlacementCheck): Eligibility {
  switch (check.kind) {
    case "nodeName":
      return { kind: "nodeName", what: check.want };
    case "nodeSelector":
      return { kind: "selector", what: `${check.key}=${check.want}` };
    case "nodeAffinity": {
      const [only] = check.terms;
      const failed = check.terms.length === 1 ? only?.requirements.find((requirement) => !requirement.passed) : undefined;
      return { kind: "affinity", what: failed === undefined ? "" : requirementText(failed.requirement) };
    }
    case "taint":
      return { kind: "taint", what: taintText(check.taint) };
  }
}

/** Placement is a function of a few facts, and nodes have few kinds of them: each record is looked at once. */
export function eligibilityOf(template: PlacementTemplate): (node: NodeRecord) => Eligibility {
  const known = new WeakMap<NodeRecord, Eligibility>();
  return (node) => {
    const before = known.get(node);
    if (before !== undefined) return before;
    const { checks } = explainPlacement(template, node);
    const failed = checks.filter((check) => !check.passed);
    // A taint that evicts decides over one that only keeps new pods away.
    const decisive =
      failed.find((check) => check.kind !== "taint") ??
      failed.find((check) => check.kind === "taint" && check.outcome === "evicts") ??
      failed[0];
    const isTolerated = checks.some((check) => check.kind === "taint" && check.outcome === "tolerated");
    const eligibility: Eligibility =
      decisive !== undefined ? blockedBy(decisive) : isTolerated ? { kind: "tolerated" } : { kind: "eligible" };
    known.set(node, eligibility);
    return eligibility;
  };
}
