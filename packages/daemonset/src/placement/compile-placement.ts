import { effectiveTolerations } from "@daemonscope/kube/automatic-tolerations";
import { expressionError, fieldError, ownValue, parseInt64 } from "@daemonscope/kube/node-affinity";
import type { LabelSelectorRequirement, NodeSelectorTerm, PodTemplateSummary, Taint } from "@daemonscope/kube/objects";
import { DEFAULT_GATES, type MatchingGates, toleratesTaint } from "@daemonscope/kube/toleration";
import type { Verdict } from "./placement.ts";
import type { PlacementNode } from "./placement-node.ts";

/** The verdict of one template on any node. */
export type CompiledPlacement = (node: PlacementNode) => Verdict;

/** So many kinds of taints are no cluster's; then it begins anew. */
const KINDS_LIMIT = 10_000;

type Test = (node: PlacementNode) => boolean;

function comparison(key: string, operator: string, limit: bigint): Test {
  return ({ labels }) => {
    const have = parseInt64(ownValue(labels, key) ?? "");
    return have !== undefined && (operator === "Gt" ? have > limit : have < limit);
  };
}

function labelTest({ key, operator, values = [] }: LabelSelectorRequirement): Test {
  switch (operator) {
    case "In":
      return ({ labels }) => {
        const have = ownValue(labels, key);
        return have !== undefined && values.includes(have);
      };
    case "NotIn":
      return ({ labels }) => {
        const have = ownValue(labels, key);
        return have === undefined || !values.includes(have);
      };
    case "Exists":
      return ({ labels }) => Object.hasOwn(labels, key);
    case "DoesNotExist":
      return ({ labels }) => !Object.hasOwn(labels, key);
    default: {
      const limit = parseInt64(values[0] ?? "");
      return limit === undefined ? () => false : comparison(key, operator, limit);
    }
  }
}

/** Without a name a node has no fields, and they are skipped. */
function fieldTest({ key, operator, values = [] }: LabelSelectorRequirement): Test {
  const isIn = operator === "In";
  const [value] = values;
  return ({ name }) => name === "" || ((key === "metadata.name" ? name : "") === value) === isIn;
}

/** Undefined for a term that matches no node: an empty one, or one with a requirement that cannot be read. */
function termTest({ matchExpressions = [], matchFields = [] }: NodeSelectorTerm): Test | undefined {
  if (matchExpressions.length === 0 && matchFields.length === 0) return undefined;
  if (matchExpressions.some((each) => expressionError(each) !== undefined)) return undefined;
  if (matchFields.some((each) => fieldError(each) !== undefined)) return undefined;
  const tests = [...matchExpressions.map(labelTest), ...matchFields.map(fieldTest)];
  const [only] = tests;
  return tests.length === 1 ? only : (node) => tests.every((test) => test(node));
}

/** Prepares a template for many nodes: what can be read of it is read once, and each kind of taint is held against its tolerations once.
 *  Gives the verdict without its proof, and agrees with explainPlacement always (law M3).
 *  Source: pkg/controller/daemon/daemon_controller.go, NodeShouldRunDaemonPod (rules P1–P10). */
export function compilePlacement(template: PodTemplateSummary, gates: MatchingGates = DEFAULT_GATES): CompiledPlacement {
  const { nodeName = "", requiredNodeAffinity } = template;
  const wanted = Object.entries(template.nodeSelector);
  const terms = requiredNodeAffinity?.nodeSelectorTerms ?? [];
  const termTests = terms.map(termTest).filter((test) => test !== undefined);
  const tolerations = effectiveTolerations(template.tolerations, template.hostNetwork);
  // A cluster has few kinds of taints, however many nodes.
  const known = new Map<string, boolean>();
  const tolerates = (taint: Taint): boolean => {
    const kind = `${taint.effect}\n${taint.key}\n${taint.value ?? ""}`;
    let answer = known.get(kind);
    if (answer === undefined) {
      answer = tolerations.some((toleration) => toleratesTaint(toleration, taint, gates));
      if (known.size >= KINDS_LIMIT) known.clear();
      known.set(kind, answer);
    }
    return answer;
  };
  return (node) => {
    if (nodeName !== "" && nodeName !== node.name) return "exclude";
    for (const [key, value] of wanted) if (ownValue(node.labels, key) !== value) return "exclude";
    if (requiredNodeAffinity !== undefined && !termTests.some((test) => test(node))) return "exclude";
    let verdict: Verdict = "run";
    for (const taint of node.taints) {
      if ((taint.effect !== "NoSchedule" && taint.effect !== "NoExecute") || tolerates(taint)) continue;
      if (taint.effect === "NoExecute") return "exclude";
      verdict = "keep";
    }
    return verdict;
  };
}
