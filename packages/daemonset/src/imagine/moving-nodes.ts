import type { ClusterReading } from "../model/cluster-reading.ts";
import { type NodeClass, NodeClasses } from "../placement/node-classes.ts";
import { changedTraits } from "../placement/placement-node.ts";
import type { NodeRecord } from "../records/records.ts";
import type { ImaginedCluster } from "./imagined-cluster.ts";

/** The nodes of both moments, classed alike. */
export interface MovingNodes {
  readonly now: ReadonlyMap<string, NodeRecord>;
  readonly then: ReadonlyMap<string, NodeRecord>;
  /** Names of nodes that placement sees otherwise, that join, or that leave. */
  readonly touched: ReadonlySet<string>;
  classNow(name: string): NodeClass | undefined;
  classThen(name: string): NodeClass | undefined;
}

/** Gives the nodes of both moments their classes, once each. O(nodes). */
export function movingNodes(reading: ClusterReading, { nodes: then, daemonSets }: ImaginedCluster): MovingNodes {
  const now = new Map(reading.nodes().map((node) => [node.name, node]));
  const classes = new NodeClasses();
  for (const key of reading.daemonSetKeys()) {
    const object = reading.daemonSet(key);
    if (object !== undefined) classes.mention(object.spec.template);
  }
  for (const { spec } of daemonSets.values()) classes.mention(spec.template);
  const touched = new Set<string>();
  const classesNow = new Map<string, NodeClass>();
  const classesThen = new Map<string, NodeClass>();
  for (const node of now.values()) {
    classesNow.set(node.name, classes.classOf(node));
    const after = then.get(node.name);
    if (after === undefined) touched.add(node.name);
    else if (after !== node && changedTraits(node, after).length > 0) touched.add(node.name);
  }
  for (const node of then.values()) {
    const before = now.get(node.name);
    if (before === undefined) touched.add(node.name);
    const known = before === node ? classesNow.get(node.name) : undefined;
    classesThen.set(node.name, known ?? classes.classOf(node));
  }
  return {
    now,
    then,
    touched,
    classNow: (name) => classesNow.get(name),
    classThen: (name) => classesThen.get(name),
  };
}
