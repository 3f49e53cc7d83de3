import type { PodTemplateSummary } from "@daemonscope/kube/objects";
import type { Placement } from "../placement/placement.ts";
import type { PlacementNode } from "../placement/placement-node.ts";
import { placementVerdict } from "../placement/placement-verdict.ts";
import { taintText } from "./check-words.ts";

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
}

/** One argument for a POSIX shell. */
export function shellQuote(text: string): string {
  return /^[A-Za-z0-9_./:=@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

const nodesText = (count: number): string => `${count} ${count === 1 ? "node" : "nodes"}`;

function desiredWith(template: PodTemplateSummary, nodes: Iterable<PlacementNode>): number {
  let desired = 0;
  for (const node of nodes) if (placementVerdict(template, node) === "run") desired++;
  return desired;
}

function taintRemedies(facts: RemedyFacts): readonly Remedy[] {
  const blocking = facts.placement.checks.filter((check) => check.kind === "taint").filter((check) => !check.passed);
  const first = blocking[0];
  if (first === undefined) return [];
  const { template, node, contextFlag } = facts;
  const taints = blocking.map((check) => check.taint);
  const allNodes = [...facts.nodes];
  const tolerant: PodTemplateSummary = {
    ...template,
    tolerations: [...template.tolerations, ...taints.map((taint) => ({ key: taint.key, operator: "Exists", effect: taint.effect }))],
  };
  const wanted = desiredWith(tolerant, allNodes) - facts.desired;
  const managed = taints.every((taint) => taint.key.startsWith("node.kubernetes.io/"));
  const takeOff: Remedy = {
    title:
      taints.length === 1 ? `Take the taint ${taintText(first.taint)} off ${node.name}` : `Take ${taints.length} taints off ${node.name}`,
    effect: `Then every pod may come to ${node.name}, not only this DaemonSet's; desired goes from ${facts.desired} to ${facts.desired + 1}.`,
    command: taints
      .map((taint) => `kubectl${contextFlag} taint nodes ${shellQuote(node.name)} ${shellQuote(`${taintText(taint)}-`)}`)
      .join("\n"),
  };
  const patch = JSON.stringify([
    ...(template.tolerations.length === 0 ? [{ op: "add", path: "/spec/template/spec/tolerations", value: [] }] : []),
    ...taints.map((taint) => ({
      op: "add",
      path: "/spec/template/spec/tolerations/-",
      value: { key: taint.key, operator: "Exists", effect: taint.effect },
    })),
  ]);
  const replaced = facts.onDelete
    ? "its pods keep the old one until each is deleted by hand"
    : `it replaces all ${facts.desired} pods within the budget`;
  const tolerate: Remedy = {
    title: `Give ${facts.daemonSet} a toleration for ${taints.map((taint) => taint.key).join(", ")}`,
    effect: `Then only this DaemonSet comes, to ${nodesText(wanted)} more: desired goes from ${facts.desired} to ${facts.desired + wanted}. It is a new revision: ${replaced}.`,
    command: `kubectl${contextFlag} -n ${shellQuote(facts.namespace)} patch daemonset ${shellQuote(facts.daemonSet)} --type=json -p ${shellQuote(patch)}`,
  };
  // Taints of the node lifecycle controller come back by themselves: taking one off is no remedy.
  return managed ? [tolerate] : [takeOff, tolerate];
}

function labelRemedies(facts: RemedyFacts): readonly Remedy[] {
  const missing = facts.placement.checks.filter((check) => check.kind === "nodeSelector").filter((check) => !check.passed);
  if (missing.length === 0) return [];
  const { node, contextFlag } = facts;
  const pairs = missing.map((check) => `${check.key}=${check.want}`);
  const overwrite = missing.some((check) => check.have !== undefined) ? " --overwrite" : "";
  const labelled: PlacementNode = {
    ...node,
    labels: { ...node.labels, ...Object.fromEntries(missing.map((check) => [check.key, check.want])) },
  };
  const runs = placementVerdict(facts.template, labelled) === "run";
  return [
    {
      title: `Label ${node.name} with ${pairs.join(", ")}`,
      effect: runs
        ? `Then this DaemonSet comes to ${node.name}: desired goes from ${facts.desired} to ${facts.desired + 1}. Whatever else selects that label comes too.`
        : `Not enough by itself: another check fails too. Whatever else selects that label comes.`,
      command: `kubectl${contextFlag} label nodes ${shellQuote(node.name)}${overwrite} ${pairs.map(shellQuote).join(" ")}`,
    },
  ];
}

/** What would bring a pod to this node, each with its effect; empty when it is wanted there already. O(nodes). */
export function remediesFor(facts: RemedyFacts): readonly Remedy[] {
  if (facts.placement.verdict === "run") return [];
  return [...labelRemedies(facts), ...taintRemedies(facts)];
}
