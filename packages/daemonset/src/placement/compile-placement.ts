import { ownValue } from "@daemonscope/kube/base/own-value";
import { expressionError, fieldError } from "@daemonscope/kube/matching/node-affinity";
import { DEFAULT_GATES, type MatchingGates, toleratesTaint } from "@daemonscope/kube/matching/toleration";
import type { LabelSelectorRequirement, NodeSelectorTerm, Taint } from "@daemonscope/kube/objects";
import { parseInt64 } from "@daemonscope/kube/values/int64";
import type { PlacementTemplate } from "../records/placement-template.ts";
import { effectiveTolerations } from "./automatic-tolerations.ts";
import type { CheckKind, PlacementVerdict } from "./placement.ts";
import type { PlacementNode } from "./placement-node.ts";

/** Returns the verdict of one template on any node. */
export type CompiledPlacement = (node: PlacementNode) => PlacementVerdict;

/** Far above the number of taint kinds in a real cluster. At the limit the cache is cleared. */
const KINDS_LIMIT = 10_000;

type Test = (node: PlacementNode) => boolean;

function comparison(key: string, operator: string, limit: bigint): Test {
  return ({ labels }) => {
    const actual = parseInt64(ownValue(labels, key) ?? "");
    return actual !== undefined && (operator === "Gt" ? actual > limit : actual < limit);
  };
}

function labelTest({ key, operator, values = [] }: LabelSelectorRequirement): Test {
  switch (operator) {
    case "In":
      return ({ labels }) => {
        const actual = ownValue(labels, key);
        return actual !== undefined && values.includes(actual);
      };
    case "NotIn":
      return ({ labels }) => {
        const actual = ownValue(labels, key);
        return actual === undefined || !values.includes(actual);
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

/** A node without a name has no fields, so this requirement passes. */
function fieldTest({ key, operator, values = [] }: LabelSelectorRequirement): Test {
  const isIn = operator === "In";
  const [value] = values;
  return ({ name }) => name === "" || ((key === "metadata.name" ? name : "") === value) === isIn;
}

/** Returns undefined for a term that matches no node: an empty one, or one with an invalid requirement. */
function termTest({ matchExpressions = [], matchFields = [] }: NodeSelectorTerm): Test | undefined {
  if (matchExpressions.length === 0 && matchFields.length === 0) return undefined;
  if (matchExpressions.some((each) => expressionError(each) !== undefined)) return undefined;
  if (matchFields.some((each) => fieldError(each) !== undefined)) return undefined;
  const tests = [...matchExpressions.map(labelTest), ...matchFields.map(fieldTest)];
  const [only] = tests;
  return tests.length === 1 ? only : (node) => tests.every((test) => test(node));
}

/** The verdict of one kind of check on any node. Undefined if the template has no such check. */
type Compiled = ((node: PlacementNode) => PlacementVerdict) | undefined;

function compileSelector({ nodeSelector }: PlacementTemplate): Compiled {
  const wanted = Object.entries(nodeSelector);
  if (wanted.length === 0) return undefined;
  return ({ labels }) => (wanted.every(([key, value]) => ownValue(labels, key) === value) ? "run" : "exclude");
}

function compileAffinity({ requiredNodeAffinity }: PlacementTemplate): Compiled {
  if (requiredNodeAffinity === undefined) return undefined;
  const tests = (requiredNodeAffinity.nodeSelectorTerms ?? []).map(termTest).filter((test) => test !== undefined);
  return (node) => (tests.some((test) => test(node)) ? "run" : "exclude");
}

function compileTaints({ tolerations: templateTolerations, hostNetwork }: PlacementTemplate, gates: MatchingGates): Compiled {
  const tolerations = effectiveTolerations(templateTolerations, hostNetwork);
  // A cluster has few kinds of taints, regardless of its number of nodes.
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
  return ({ taints }) => {
    let verdict: PlacementVerdict = "run";
    for (const taint of taints) {
      if ((taint.effect !== "NoSchedule" && taint.effect !== "NoExecute") || tolerates(taint)) continue;
      if (taint.effect === "NoExecute") return "exclude";
      verdict = "keep";
    }
    return verdict;
  };
}

/** Properties of a node that a template reads in addition to its taints, which it always reads. */
interface ReadProperties {
  /** Keys; may contain duplicates. */
  readonly labels: readonly string[];
  readonly name: boolean;
}

const NOTHING: ReadProperties = { labels: [], name: false };

function affinityReads({ requiredNodeAffinity }: PlacementTemplate): ReadProperties {
  const terms = requiredNodeAffinity?.nodeSelectorTerms ?? [];
  return {
    labels: terms.flatMap(({ matchExpressions = [] }) => matchExpressions.map(({ key }) => key)),
    name: terms.some(({ matchFields = [] }) => matchFields.length > 0),
  };
}

interface TemplateCheck {
  readonly compile: (template: PlacementTemplate, gates: MatchingGates) => Compiled;
  readonly reads: (template: PlacementTemplate) => ReadProperties;
}

/** Compiles each kind of check, and lists the node properties that it reads. */
export const TEMPLATE_CHECKS: Readonly<Record<CheckKind, TemplateCheck>> = {
  nodeName: {
    compile: ({ nodeName = "" }) => (nodeName === "" ? undefined : ({ name }) => (name === nodeName ? "run" : "exclude")),
    reads: ({ nodeName = "" }) => ({ labels: [], name: nodeName !== "" }),
  },
  nodeSelector: { compile: compileSelector, reads: ({ nodeSelector }) => ({ labels: Object.keys(nodeSelector), name: false }) },
  nodeAffinity: { compile: compileAffinity, reads: affinityReads },
  taint: { compile: compileTaints, reads: () => NOTHING },
};

/** Prepares a template for many nodes: reads the template once, and matches each kind of taint against its
 *  tolerations once.
 *  Returns the verdict without its proof. Always agrees with explainPlacement (law M3).
 *  Source: pkg/controller/daemon/daemon_controller.go, NodeShouldRunDaemonPod (rules P1–P10). */
export function compilePlacement(template: PlacementTemplate, gates: MatchingGates = DEFAULT_GATES): CompiledPlacement {
  const checks = Object.values(TEMPLATE_CHECKS).flatMap(({ compile }) => compile(template, gates) ?? []);
  return (node) => {
    let verdict: PlacementVerdict = "run";
    for (const check of checks) {
      const found = check(node);
      if (found === "exclude") return "exclude";
      if (found === "keep") verdict = "keep";
    }
    return verdict;
  };
}
