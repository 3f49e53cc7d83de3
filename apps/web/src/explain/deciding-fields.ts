import { decisiveCheck } from "@daemonscope/daemonset/placement/decisive-check";
import type { PlacementCheck } from "@daemonscope/daemonset/placement/placement";
import { isConditionTaint } from "@daemonscope/kube/well-known";

/** A field of a node that somebody writes. All its taints are one. */
export type NodeField = { readonly kind: "taints" } | { readonly kind: "label"; readonly key: string };

/** What of a node the check reads that decides against it: taints, or the labels that it has. A taint of its condition has no author but Kubernetes. */
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
