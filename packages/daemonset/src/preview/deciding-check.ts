import { taintText } from "@daemonscope/kube/matching/kubectl-notation";
import type { MatchingGates } from "@daemonscope/kube/matching/toleration";
import { decisiveCheck } from "../placement/decisive-check.ts";
import { explainPlacement } from "../placement/explain-placement.ts";
import type { PlacementCheck } from "../placement/placement.ts";
import { matchesNodeName } from "../placement/required-labels.ts";
import type { NodeRecord } from "../records/records.ts";
import type { NodeTransitions } from "./node-transitions.ts";
import type { PreviewDaemonSet, PreviewPair } from "./preview-daemonset.ts";

/** Returns a key that is equal for checks of the same requirement, regardless of the nodes' values. */
export function checkKey(check: PlacementCheck | undefined): string {
  if (check === undefined) return "";
  switch (check.kind) {
    case "taint":
      return `taint ${taintText(check.taint)}`;
    case "nodeSelector":
      return `nodeSelector ${check.key}=${check.want}`;
    default:
      return check.kind;
  }
}

const isCounterpart = (a: PlacementCheck, b: PlacementCheck): boolean => checkKey(a) === checkKey(b);

/** Finds the check that decides each pair of one DaemonSet: the failing check if the pair is not wanted afterwards,
 *  or the check that now passes if a pod comes. Evaluates one pair per class of nodes. */
export function decidingChecks(
  { before, after }: PreviewDaemonSet,
  nodes: NodeTransitions,
  gates: MatchingGates,
): (pair: PreviewPair) => PlacementCheck | undefined {
  const readsNames = [before, after].some((set) => set !== undefined && matchesNodeName(set.spec.template));
  const known = new Map<string, PlacementCheck | undefined>();
  const checksOf = (set: PreviewDaemonSet["after"], node: NodeRecord | undefined) =>
    set === undefined || node === undefined ? undefined : explainPlacement(set.spec.template, node, gates).checks;
  const findCheck = ({ node, after: verdict }: PreviewPair): PlacementCheck | undefined => {
    const checksAfter = checksOf(after, nodes.then.get(node));
    if (checksAfter === undefined) return undefined;
    if (verdict !== "run") return decisiveCheck(checksAfter);
    const failed = decisiveCheck(checksOf(before, nodes.now.get(node)) ?? []);
    return failed === undefined ? undefined : checksAfter.find((check) => check.passed && isCounterpart(check, failed));
  };
  return (pair) => {
    if (readsNames) return findCheck(pair);
    const key = `${nodes.classNow(pair.node)} ${nodes.classThen(pair.node)}`;
    if (known.has(key)) return known.get(key);
    const check = findCheck(pair);
    known.set(key, check);
    return check;
  };
}
