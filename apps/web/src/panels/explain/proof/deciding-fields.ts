import { decisiveCheck } from "@daemonscope/daemonset/placement/decisive-check";
import type { PlacementCheck } from "@daemonscope/daemonset/placement/placement";
import { isConditionTaint } from "@daemonscope/kube/well-known";

/** A field of a node that a user writes. All its taints count as one field. */
export type NodeField = { readonly kind: "taints" } | { readonly kind: "label"; readonly key: string };

/**
 * Returns the fields of a node that decide against it: its taints, or existing labels. A condition taint has no author
 * except Kubernetes.
 */
export function decidingFields(checks: readonly PlacementCheck[]): readonly NodeField[] {
  const decisive = decisiveCheck(checks);
  switch (decisive?.kind) {
    case "taint":
      return isConditionTaint(decisive.taint) ? [] : [{ kind: "taints" }];
    case "nodeSelector":
      return decisive.have === undefined ? [] : [{ kind: "label", key: decisive.key }];
    case "nodeAffinity": {
      const failed = decisive.terms.flatMap(({ requirements }) => requirements.filter((each) => !each.passed && each.have !== undefined));
      const keys = new Set(failed.flatMap(({ source, requirement }) => (source === "label" ? [requirement.key] : [])));
      return [...keys].map((key) => ({ kind: "label", key }));
    }
    case "nodeName":
    case undefined:
      return [];
  }
}
