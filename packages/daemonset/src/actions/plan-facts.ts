import type { ContainerPort, DaemonSetUpdateStrategy, StringMap } from "@daemonscope/kube/objects";
import type { MatchingGates } from "@daemonscope/kube/toleration";
import type { PlacementNode } from "../placement/placement-node.ts";
import type { PlacementTemplate } from "../records/placement-template.ts";
import type { DaemonSetRecord } from "../records/records.ts";
import type { Manifest } from "./change.ts";
import type { KubectlTarget } from "./kubectl-line.ts";

/** A node as a plan reads it. A node's record is one. */
export interface NodeFacts extends PlacementNode {
  /** Absent where it was not asked for: then a patch does not say which node of that name it means. */
  readonly uid?: string;
  readonly unschedulable?: boolean;
}

/** Nodes with equal taints and equal values of every label that the steps read or change: one answer holds for each. */
export interface NodeGroup<Node extends NodeFacts> {
  /** One of the nodes, as it is now. */
  readonly one: Node;
  /** Sorted. */
  readonly names: readonly string[];
}

/** Nodes in groups. */
export interface GroupedNodes {
  groups(): Iterable<NodeGroup<NodeFacts>>;
  /** The names of some groups, sorted. */
  namesOf(groups: readonly NodeGroup<NodeFacts>[]): readonly string[];
}

/** How its rollout stands. */
export type RolloutFacts = Pick<DaemonSetRecord, "revisions" | "budget" | "derived" | "underWay" | "concern" | "causes" | "onUnready">;

/** A container as a plan reads it; ports and requests are absent where it has none. */
export interface ContainerFacts {
  readonly name: string;
  readonly image: string;
  readonly ports?: readonly ContainerPort[];
  readonly requests?: StringMap;
}

/** A DaemonSet as a plan reads it. */
export interface DaemonSetFacts {
  readonly namespace: string;
  readonly name: string;
  readonly uid?: string;
  readonly template: PlacementTemplate;
  /** Containers of the template in its order. */
  readonly containers: readonly ContainerFacts[];
  readonly priorityClassName?: string;
  /** Its label selector in kubectl's words, where that was asked for. */
  readonly selector?: string;
  /** Of the fields of `rollingUpdate`, those that are known. */
  readonly updateStrategy: DaemonSetUpdateStrategy;
  /** Which change of its spec was seen last, for plans of which more than one field was promised; absent: nothing is said of it. */
  readonly generation?: number;
  /** Nodes that run a pod of it now and would get a new one with a new revision. */
  readonly desired: number;
  readonly rollout?: RolloutFacts;
}

/** What a plan asks of a reading of a cluster; nothing of it is changed. */
export interface PlanFacts {
  readonly cluster: KubectlTarget | undefined;
  readonly gates?: MatchingGates;
  node(name: string): NodeFacts | undefined;
  nodes(): readonly NodeFacts[];
  /** The same nodes in groups of which one answer holds for each member; absent where nobody grouped them. */
  readonly grouped?: GroupedNodes;
  daemonSet(namespace: string, name: string): DaemonSetFacts | undefined;
  /** Nodes that changes before made different, over the facts without those changes. */
  readonly changed?: { readonly nodes: ReadonlyMap<string, NodeFacts>; readonly over: Pick<PlanFacts, "node" | "nodes"> };
  /** Of a pod by its name, where pods are known: then a deletion is of that one. */
  podUid?(namespace: string, name: string): string | undefined;
  /** The object as somebody would write it down, where all of it is known: what is watched is not. */
  manifestOf?(kind: "Node" | "DaemonSet", name: string, namespace?: string): Manifest | undefined;
}
