import type { Taint } from "@daemonscope/kube/objects";
import { LABELS_PER_SLICE } from "../actions/changes/node-groups.ts";
import type { ClusterReading } from "../model/cluster-reading.ts";
import { type NodeClass, NodeClasses, taintsText } from "../placement/node-classes.ts";
import { changedTraits } from "../placement/placement-node.ts";
import type { NodeRecord } from "../records/records.ts";
import type { PreviewCluster } from "./preview-cluster.ts";

/** The nodes before and after, with common classes. */
export interface NodeTransitions {
  readonly now: ReadonlyMap<string, NodeRecord>;
  readonly then: ReadonlyMap<string, NodeRecord>;
  /** Names of nodes that change for placement, that join, or that leave. */
  readonly touched: ReadonlySet<string>;
  classNow(name: string): NodeClass | undefined;
  classThen(name: string): NodeClass | undefined;
}

/** Returns a function that numbers taints by their text. The text is computed once per array, because nodes that steps
 *  changed together share one array. */
function memoizedTaints(): (taints: readonly Taint[]) => string {
  const byArray = new Map<readonly Taint[], string>();
  const numbers = new Map<string, string>();
  return (taints) => {
    const known = byArray.get(taints);
    if (known !== undefined) return known;
    const text = taintsText(taints);
    const number = numbers.get(text) ?? String(numbers.size);
    numbers.set(text, number);
    byArray.set(taints, number);
    return number;
  };
}

/** Classifies the nodes before and after. O(nodes). */
export function* nodeTransitions(
  reading: ClusterReading,
  { nodes: then, daemonSets }: PreviewCluster,
): Generator<undefined, NodeTransitions> {
  const now = new Map(reading.nodes().map((node) => [node.name, node]));
  const classes = new NodeClasses();
  for (const key of reading.daemonSetKeys()) {
    const object = reading.daemonSet(key);
    if (object !== undefined) classes.mention(object.spec.template);
  }
  for (const { spec } of daemonSets.values()) classes.mention(spec.template);
  const taintNumber = memoizedTaints();
  const classOf = (node: NodeRecord): NodeClass => classes.classOf(node, taintNumber(node.taints));
  const touched = new Set<string>();
  let count = 0;
  const classesNow = new Map<string, NodeClass>();
  const classesThen = new Map<string, NodeClass>();
  for (const node of now.values()) {
    if (++count % LABELS_PER_SLICE === 0) yield;
    classesNow.set(node.name, classOf(node));
    const after = then.get(node.name);
    if (after === undefined) touched.add(node.name);
    else if (after !== node && changedTraits(node, after).length > 0) touched.add(node.name);
  }
  for (const node of then.values()) {
    if (++count % LABELS_PER_SLICE === 0) yield;
    const before = now.get(node.name);
    if (before === undefined) touched.add(node.name);
    const known = before === node ? classesNow.get(node.name) : undefined;
    classesThen.set(node.name, known ?? classOf(node));
  }
  return {
    now,
    then,
    touched,
    classNow: (name) => classesNow.get(name),
    classThen: (name) => classesThen.get(name),
  };
}
