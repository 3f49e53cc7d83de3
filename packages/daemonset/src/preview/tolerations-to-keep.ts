import type { MatchingGates } from "@daemonscope/kube/matching/toleration";
import type { KubeDaemonSet, Taint } from "@daemonscope/kube/objects";
import { addTolerationsEdit } from "../actions/remedies/remedies.ts";
import { compilePlacement } from "../placement/compile-placement.ts";
import { explainPlacement } from "../placement/explain-placement.ts";
import { taintsText } from "../placement/node-classes.ts";
import { matchesNodeName } from "../placement/required-labels.ts";
import type { NodeRecord } from "../records/records.ts";
import type { DaemonSetPreview } from "./effect-preview.ts";
import type { NodeTransitions } from "./node-transitions.ts";
import { PAIRS_PER_SLICE, type PreviewDaemonSet, type PreviewPair } from "./preview-daemonset.ts";

/** Returns one node of each class after the change, or every node if the template reads names. */
function* oneOfEachClass(
  template: KubeDaemonSet["spec"]["template"],
  unwanted: readonly PreviewPair[],
  nodes: NodeTransitions,
): Generator<undefined, readonly NodeRecord[]> {
  const found = new Map<string, NodeRecord>();
  const readsNames = matchesNodeName(template);
  for (const [at, { node: name }] of unwanted.entries()) {
    const node = nodes.then.get(name);
    const key = readsNames ? name : String(nodes.classThen(name));
    if (node !== undefined && !found.has(key)) found.set(key, node);
    if (at % PAIRS_PER_SLICE === 0) yield;
  }
  return [...found.values()];
}

/** Returns a step that edits tolerations and keeps a DaemonSet wanted on its unwanted nodes, and the tolerations that
 *  it adds; undefined if tolerations do not restore each of them. O(unwanted nodes). */
export function* tolerationsToKeep(
  { after }: PreviewDaemonSet,
  pairs: readonly PreviewPair[],
  nodes: NodeTransitions,
  gates: MatchingGates,
): Generator<undefined, Pick<DaemonSetPreview, "keepBy" | "keepTolerations"> | undefined> {
  if (after === undefined || pairs.length === 0) return undefined;
  const { template } = after.spec;
  const unwanted = yield* oneOfEachClass(template, pairs, nodes);
  const taints = new Map<string, Taint>();
  for (const node of unwanted) {
    for (const check of explainPlacement(template, node, gates).checks)
      if (check.kind === "taint" && !check.passed) taints.set(taintsText([check.taint]), check.taint);
    yield;
  }
  if (taints.size === 0) return undefined;
  const edit = addTolerationsEdit(template.tolerations, [...taints.values()]);
  yield;
  if (edit.kind !== "tolerations") return undefined;
  const verdictOn = compilePlacement({ ...template, tolerations: edit.to }, gates);
  if (!unwanted.every((node) => verdictOn(node) === "run")) return undefined;
  return {
    keepBy: { kind: "edit", namespace: after.metadata.namespace, name: after.metadata.name, edit },
    keepTolerations: edit.to.slice(template.tolerations.length),
  };
}
