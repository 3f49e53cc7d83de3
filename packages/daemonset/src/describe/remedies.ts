import type { PodTemplateSummary, Taint } from "@daemonscope/kube/objects";
import type { MatchingGates } from "@daemonscope/kube/toleration";
import { compilePlacement } from "../placement/compile-placement.ts";
import type { Placement } from "../placement/placement.ts";
import type { PlacementNode } from "../placement/placement-node.ts";
import { taintText } from "./check-words.ts";
import type { RemedyAct, RemedyOutcome } from "./remedy-facts.ts";
import { remedyEffect, remedyTitle } from "./remedy-text.ts";
import { shellQuote } from "./shell-quote.ts";
import { patchCommand, tolerationPatch, tolerationsFor } from "./toleration-patch.ts";

export { shellQuote } from "./shell-quote.ts";

/** A way to change an exclusion, with its effect before its command: in English for people who ask the server, and as facts for words in any language. */
export interface Remedy {
  readonly act: RemedyAct;
  readonly outcome: RemedyOutcome;
  readonly title: string;
  readonly effect: string;
  readonly command: string;
}

export interface RemedyFacts {
  readonly namespace: string;
  readonly daemonSet: string;
  readonly template: PodTemplateSummary;
  readonly node: PlacementNode;
  readonly placement: Placement;
  /** Names of its pods on the node that nobody deletes yet. */
  readonly pods: readonly string[];
  readonly nodes: Iterable<PlacementNode>;
  /** Nodes that run a pod of it now and would get a new one with a new revision. */
  readonly desired: number;
  readonly onDelete: boolean;
  /** ` --context x`, or empty. */
  readonly contextFlag: string;
  readonly gates?: MatchingGates;
}

function remedy(act: RemedyAct, outcome: RemedyOutcome, command: string): Remedy {
  return { title: remedyTitle(act), effect: remedyEffect(outcome), command, act, outcome };
}

function runsOn(facts: RemedyFacts, template: PodTemplateSummary, node: PlacementNode): boolean {
  return compilePlacement(template, facts.gates)(node) === "run";
}

/** What another template would do: to this node, to desired, and to the pods that run. */
function newRevision(facts: RemedyFacts, template: PodTemplateSummary): RemedyOutcome {
  const verdictOn = compilePlacement(template, facts.gates);
  let after = 0;
  for (const node of facts.nodes) if (verdictOn(node) === "run") after++;
  return {
    kind: "newRevision",
    isEnough: verdictOn(facts.node) === "run",
    before: facts.desired,
    after,
    replaces: facts.onDelete ? "byHand" : facts.desired === 0 ? "nothing" : "all",
  };
}

function patchOf({ contextFlag, namespace, daemonSet }: RemedyFacts, operations: readonly object[]): string {
  return patchCommand(contextFlag, namespace, daemonSet, operations);
}

function takeOffRemedy(facts: RemedyFacts, taints: readonly Taint[]): Remedy {
  const { node, contextFlag, desired } = facts;
  const bare = { ...node, taints: node.taints.filter((taint) => !taints.includes(taint)) };
  return remedy(
    { kind: "takeTaintsOff", node: node.name, taints: taints.map(taintText) },
    { kind: "nodeOpens", node: node.name, isEnough: runsOn(facts, facts.template, bare), desired },
    taints.map((taint) => `kubectl${contextFlag} taint nodes ${shellQuote(node.name)} ${shellQuote(`${taintText(taint)}-`)}`).join("\n"),
  );
}

function tolerateRemedy(facts: RemedyFacts, taints: readonly Taint[]): Remedy {
  const { template } = facts;
  const tolerations = [...template.tolerations, ...tolerationsFor(taints)];
  return remedy(
    { kind: "tolerate", daemonSet: facts.daemonSet, keys: taints.map(({ key }) => key) },
    newRevision(facts, { ...template, tolerations }),
    patchOf(facts, tolerationPatch(template.tolerations.length, taints)),
  );
}

function taintRemedies(facts: RemedyFacts): readonly Remedy[] {
  const taints = facts.placement.checks.flatMap((check) => (check.kind === "taint" && !check.passed ? [check.taint] : []));
  if (taints.length === 0) return [];
  // Taints of the node lifecycle controller come back by themselves: taking one off is no remedy.
  const managed = taints.every((taint) => taint.key.startsWith("node.kubernetes.io/"));
  const tolerate = tolerateRemedy(facts, taints);
  return managed ? [tolerate] : [takeOffRemedy(facts, taints), tolerate];
}

function labelRemedies(facts: RemedyFacts): readonly Remedy[] {
  const missing = facts.placement.checks.filter((check) => check.kind === "nodeSelector").filter((check) => !check.passed);
  if (missing.length === 0) return [];
  const { node, contextFlag, desired, template } = facts;
  const wanted = missing.map((check) => `${check.key}=${check.want}`);
  const overwrite = missing.some((check) => check.have !== undefined) ? " --overwrite" : "";
  const labels = Object.fromEntries([...Object.entries(node.labels), ...missing.map((check) => [check.key, check.want])]);
  const keys = new Set(missing.map((check) => check.key));
  const nodeSelector = Object.fromEntries(Object.entries(template.nodeSelector).filter(([key]) => !keys.has(key)));
  const pointer = (key: string) => `/spec/template/spec/nodeSelector/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
  return [
    remedy(
      { kind: "label", node: node.name, labels: wanted },
      { kind: "nodeFits", node: node.name, isEnough: runsOn(facts, template, { ...node, labels }), desired },
      `kubectl${contextFlag} label nodes ${shellQuote(node.name)}${overwrite} ${wanted.map(shellQuote).join(" ")}`,
    ),
    remedy(
      { kind: "dropSelector", daemonSet: facts.daemonSet, labels: wanted },
      newRevision(facts, { ...template, nodeSelector }),
      patchOf(
        facts,
        missing.map((check) => ({ op: "remove", path: pointer(check.key) })),
      ),
    ),
  ];
}

/** What a person may do with pods that are misscheduled; those that may not stay the controller deletes by itself. */
function misscheduledRemedies({ placement, pods, namespace, node, desired, contextFlag }: RemedyFacts): readonly Remedy[] {
  if (placement.verdict !== "keep" || pods.length === 0) return [];
  return [
    remedy(
      { kind: "deletePods", pods },
      { kind: "podsEnd", node: node.name, desired },
      `kubectl${contextFlag} -n ${shellQuote(namespace)} delete pod ${pods.map(shellQuote).join(" ")}`,
    ),
  ];
}

/** What would bring a pod to this node, or a misscheduled one away, each with its effect; empty when one is wanted there already. O(nodes). */
export function remediesFor(facts: RemedyFacts): readonly Remedy[] {
  if (facts.placement.verdict === "run") return [];
  return [...labelRemedies(facts), ...taintRemedies(facts), ...misscheduledRemedies(facts)];
}
