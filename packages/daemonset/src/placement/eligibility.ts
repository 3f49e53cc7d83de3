import { assertNever } from "@daemonscope/kube/base/assert-never";
import { requirementText, taintText } from "@daemonscope/kube/matching/kubectl-notation";
import type { MatchingGates } from "@daemonscope/kube/matching/toleration";
import type { PlacementTemplate } from "../records/placement-template.ts";
import { decisiveCheck } from "./decisive-check.ts";
import { explainPlacement } from "./explain-placement.ts";
import { NodeClasses } from "./node-classes.ts";
import type { CheckKind, Placement, PlacementCheck } from "./placement.ts";
import type { PlacementNode } from "./placement-node.ts";
import { matchesNodeName } from "./required-labels.ts";

/** The decisive check against a node. `what`: the taint, label or expression in API notation; empty if there is no
 *  single one. */
interface Ineligibility {
  readonly kind: CheckKind;
  readonly what: string;
}

/** Eligibility of a node for a pod of a DaemonSet. */
export type Eligibility =
  | { readonly kind: "eligible" }
  /** The node has NoSchedule or NoExecute taints, and all are tolerated. */
  | { readonly kind: "tolerated" }
  | Ineligibility;

export function ineligibilityOf(check: PlacementCheck): Ineligibility {
  switch (check.kind) {
    case "nodeName":
      return { kind: "nodeName", what: check.want };
    case "nodeSelector":
      return { kind: "nodeSelector", what: `${check.key}=${check.want}` };
    case "nodeAffinity": {
      const [only] = check.terms;
      const failed = check.terms.length === 1 ? only?.requirements.find((requirement) => !requirement.passed) : undefined;
      return { kind: "nodeAffinity", what: failed === undefined ? "" : requirementText(failed.requirement) };
    }
    case "taint":
      return { kind: "taint", what: taintText(check.taint) };
    default:
      return assertNever(check);
  }
}

export function eligibilityOf({ checks }: Pick<Placement, "checks">): Eligibility {
  const decisive = decisiveCheck(checks);
  if (decisive !== undefined) return ineligibilityOf(decisive);
  return { kind: checks.some((check) => check.kind === "taint" && check.outcome === "tolerated") ? "tolerated" : "eligible" };
}

/** Nodes with the same eligibility. */
export interface EligibleNodes {
  readonly eligibility: Eligibility;
  /** In input order. */
  readonly nodes: readonly string[];
}

/** Groups nodes by their eligibility, in the order of their first nodes. O(nodes), plus one proof for each class of
 *  nodes, or for each node if the template reads names. */
export function eligibleNodes(template: PlacementTemplate, nodes: Iterable<PlacementNode>, gates: MatchingGates): readonly EligibleNodes[] {
  const classes = new NodeClasses();
  classes.mention(template);
  const readsNames = matchesNodeName(template);
  const byClass = new Map<number, string[]>();
  const byText = new Map<string, { readonly eligibility: Eligibility; readonly nodes: string[] }>();
  for (const node of nodes) {
    const nodeClass = classes.classOf(node);
    let members = readsNames ? undefined : byClass.get(nodeClass);
    if (members === undefined) {
      const eligibility = eligibilityOf(explainPlacement(template, node, gates));
      const text = JSON.stringify(eligibility);
      const entry = byText.get(text) ?? { eligibility, nodes: [] };
      byText.set(text, entry);
      members = entry.nodes;
      byClass.set(nodeClass, members);
    }
    members.push(node.name);
  }
  return [...byText.values()];
}
