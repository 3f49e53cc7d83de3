import { isEqualJson } from "@daemonscope/kube/equal-json";
import type { PodTemplateSummary } from "@daemonscope/kube/objects";

/** Says whether two templates ask the same of nodes, so that no verdict differs (rules P1, P2). */
export function asksTheSame(a: PodTemplateSummary, b: PodTemplateSummary): boolean {
  return (
    a.nodeName === b.nodeName &&
    a.hostNetwork === b.hostNetwork &&
    isEqualJson(a.nodeSelector, b.nodeSelector) &&
    isEqualJson(a.requiredNodeAffinity, b.requiredNodeAffinity) &&
    isEqualJson(a.tolerations, b.tolerations)
  );
}
