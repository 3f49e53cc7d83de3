import { decisiveCheck } from "@daemonscope/daemonset/placement/decisive-check";
import { explainPlacement } from "@daemonscope/daemonset/placement/explain-placement";
import type { PlacementNode } from "@daemonscope/daemonset/placement/placement-node";
import type { MatchingGates } from "@daemonscope/kube/matching/toleration";
import type { KubeDaemonSet } from "@daemonscope/kube/objects";
import { requirementOf } from "@daemonscope/words/english/check-text";
import { plural } from "@daemonscope/words/english/plural";
import { escapeControl } from "../../platform/text/escape-control.ts";
import { type AnnotatedPlace, annotationLine } from "../print/github-annotations.ts";
import { targetKeyOf } from "./explain-target.ts";

/** Returns one annotation for each DaemonSet: how many nodes would run it, and why others would not, by frequency. */
export function explainAnnotations(
  daemonSets: readonly KubeDaemonSet[],
  nodes: readonly PlacementNode[],
  gates: MatchingGates,
  places: ReadonlyMap<string, AnnotatedPlace> = new Map(),
): readonly string[] {
  return daemonSets.map((daemonSet) => {
    const reasons = new Map<string, number>();
    let wanted = 0;
    for (const node of nodes) {
      const { verdict, checks } = explainPlacement(daemonSet.spec.template, node, gates);
      const check = decisiveCheck(checks);
      const reason = check === undefined ? undefined : requirementOf(check);
      if (verdict === "run") wanted++;
      else if (reason !== undefined) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    }
    const key = targetKeyOf(daemonSet);
    const lines = [...reasons].sort(([, a], [, b]) => b - a).map(([reason, count]) => `${plural(count, "node")} not eligible: ${reason}`);
    return annotationLine({
      level: wanted === 0 ? "warning" : "notice",
      title: `DaemonSet ${key}`,
      message: [`${wanted} of ${plural(nodes.length, "node")} would run it`, ...lines].map(escapeControl).join("\n"),
      place: places.get(key),
    });
  });
}
