import { isEqualJson } from "@daemonscope/kube/equal-json";
import type { Taint } from "@daemonscope/kube/objects";
import type { MatchingGates } from "@daemonscope/kube/toleration";
import { toleratingEdit } from "../actions/remedies.ts";
import type { Step } from "../actions/step.ts";
import { compilePlacement } from "../placement/compile-placement.ts";
import { explainPlacement } from "../placement/explain-placement.ts";
import type { NodeRecord } from "../records/records.ts";
import type { ImaginedSet } from "./imagined-set.ts";

/** The edit of tolerations by which a DaemonSet stays wanted on nodes that it would lose; undefined where they do not bring it back to each of them. O(lost nodes). */
export function keepBy({ after }: ImaginedSet, lost: readonly NodeRecord[], gates: MatchingGates): Step | undefined {
  if (after === undefined || lost.length === 0) return undefined;
  const { template } = after.spec;
  const taints: Taint[] = [];
  for (const node of lost)
    for (const check of explainPlacement(template, node, gates).checks)
      if (check.kind === "taint" && !check.passed && !taints.some((taint) => isEqualJson(taint, check.taint))) taints.push(check.taint);
  if (taints.length === 0) return undefined;
  const edit = toleratingEdit(template.tolerations, taints);
  if (edit.kind !== "tolerations") return undefined;
  const verdictOn = compilePlacement({ ...template, tolerations: edit.to }, gates);
  if (!lost.every((node) => verdictOn(node) === "run")) return undefined;
  return { kind: "edit", namespace: after.metadata.namespace, name: after.metadata.name, edit };
}
