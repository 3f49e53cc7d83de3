import type { PodTemplateSummary, Taint } from "@daemonscope/kube/objects";
import type { MatchingGates } from "@daemonscope/kube/toleration";
import { compilePlacement } from "../placement/compile-placement.ts";
import type { Placement } from "../placement/placement.ts";
import type { PlacementNode } from "../placement/placement-node.ts";
import { taintText } from "./check-words.ts";
import { shellQuote } from "./shell-quote.ts";
import { patchCommand, tolerationPatch, tolerationsFor } from "./toleration-patch.ts";

export { shellQuote } from "./shell-quote.ts";

/** A way to change an exclusion, with its effect before its command. */
export interface Remedy {
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
  readonly nodes: Iterable<PlacementNode>;
  /** Nodes that run a pod of it now and would get a new one with a new revision. */
  readonly desired: number;
  readonly onDelete: boolean;
  /** ` --context x`, or empty. */
  readonly contextFlag: string;
  readonly gates?: MatchingGates;
}

const NOT_ENOUGH = "Not enough by itself: another check fails too.";
const nodesText = (count: number): string => `${count} ${count === 1 ? "node" : "nodes"}`;
const podsText = (count: number): string => (count === 1 ? "its 1 pod" : `all ${count} pods`);

function runsOn(facts: RemedyFacts, template: PodTemplateSummary, node: PlacementNode): boolean {
  return compilePlacement(template, facts.gates)(node) === "run";
}

/** What another template would do: to this node, to desired, and to the pods that run. */
function newRevisionEffect(facts: RemedyFacts, template: PodTemplateSummary): string {
  const verdictOn = compilePlacement(template, facts.gates);
  let desired = 0;
  for (const node of facts.nodes) if (verdictOn(node) === "run") desired++;
  const more = desired - facts.desired;
  const replaced = facts.onDelete
    ? "its pods keep the old one until each is deleted by hand"
    : facts.desired === 0
      ? "there is no pod to replace"
      : `it replaces ${podsText(facts.desired)} within the budget`;
  const here = verdictOn(facts.node) === "run" ? "" : ` ${NOT_ENOUGH}`;
  const comes =
    more > 0
      ? `Then only this DaemonSet comes, to ${nodesText(more)} more: desired goes from ${facts.desired} to ${desired}.`
      : `Desired stays ${desired}.`;
  return `${comes}${here} It is a new revision: ${replaced}.`;
}

function patchOf({ contextFlag, namespace, daemonSet }: RemedyFacts, operations: readonly object[]): string {
  return patchCommand(contextFlag, namespace, daemonSet, operations);
}

function takeOffRemedy(facts: RemedyFacts, taints: readonly Taint[]): Remedy {
  const { node, contextFlag, desired } = facts;
  const bare = { ...node, taints: node.taints.filter((taint) => !taints.includes(taint)) };
  const [first] = taints;
  return {
    title: `Take ${taints.length === 1 && first !== undefined ? `the taint ${taintText(first)}` : `${taints.length} taints`} off ${node.name}`,
    effect: runsOn(facts, facts.template, bare)
      ? `Then every pod may come to ${node.name}, not only this DaemonSet's; desired goes from ${desired} to ${desired + 1}.`
      : `Then every pod may come to ${node.name}. ${NOT_ENOUGH}`,
    command: taints
      .map((taint) => `kubectl${contextFlag} taint nodes ${shellQuote(node.name)} ${shellQuote(`${taintText(taint)}-`)}`)
      .join("\n"),
  };
}

function tolerateRemedy(facts: RemedyFacts, taints: readonly Taint[]): Remedy {
  const { template } = facts;
  const tolerations = [...template.tolerations, ...tolerationsFor(taints)];
  return {
    title: `Give ${facts.daemonSet} a toleration for ${taints.map((taint) => taint.key).join(", ")}`,
    effect: newRevisionEffect(facts, { ...template, tolerations }),
    command: patchOf(facts, tolerationPatch(template.tolerations.length, taints)),
  };
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
    {
      title: `Label ${node.name} with ${wanted.join(", ")}`,
      effect: runsOn(facts, template, { ...node, labels })
        ? `Then this DaemonSet comes to ${node.name}: desired goes from ${desired} to ${desired + 1}. Whatever else selects that label comes too.`
        : `${NOT_ENOUGH} Whatever else selects that label comes.`,
      command: `kubectl${contextFlag} label nodes ${shellQuote(node.name)}${overwrite} ${wanted.map(shellQuote).join(" ")}`,
    },
    {
      title: `Take ${wanted.join(", ")} out of the nodeSelector of ${facts.daemonSet}`,
      effect: newRevisionEffect(facts, { ...template, nodeSelector }),
      command: patchOf(
        facts,
        missing.map((check) => ({ op: "remove", path: pointer(check.key) })),
      ),
    },
  ];
}

/** What would bring a pod to this node, each with its effect; empty when it is wanted there already. O(nodes). */
export function remediesFor(facts: RemedyFacts): readonly Remedy[] {
  if (facts.placement.verdict === "run") return [];
  return [...labelRemedies(facts), ...taintRemedies(facts)];
}
