import type { MatchingGates } from "@daemonscope/kube/matching/toleration";
import type { ContainerPort, DaemonSetUpdateStrategy, StringMap } from "@daemonscope/kube/objects";
import type { PlacementNode } from "../../placement/placement-node.ts";
import type { Ownership } from "../../records/ownership.ts";
import type { PlacementTemplate } from "../../records/placement-template.ts";
import type { DaemonSetRecord, NodeRecord } from "../../records/records.ts";
import type { Manifest } from "./change.ts";
import type { KubectlTarget } from "./kubectl-line.ts";

/** The facts of a node that a plan reads. A node's record has this type. */
export interface NodeFacts extends PlacementNode, Partial<Pick<NodeRecord, "ready" | "readySinceMs" | "createdAtMs">> {
  /** Absent if not requested: then a patch does not identify the node beyond its name. */
  readonly uid?: string;
  readonly unschedulable?: boolean;
}

/** Nodes that are equal in their taints, in `unschedulable` and in every label that the steps read or change. One
 *  answer holds for each of them. */
export interface NodeGroup<Node extends NodeFacts> {
  /** One of the nodes, in its current state. */
  readonly one: Node;
  /** Sorted. */
  readonly names: readonly string[];
}

export interface GroupedNodes {
  groups(): Iterable<NodeGroup<NodeFacts>>;
  /** The names of some groups, sorted. */
  namesOf(groups: readonly NodeGroup<NodeFacts>[]): readonly string[];
}

/** The fields of a DaemonSet's record that describe its rollout. */
export type RolloutPlanFacts = Pick<
  DaemonSetRecord,
  "revisions" | "budget" | "derived" | "underWay" | "concern" | "causes" | "onUnready" | "managedBy"
>;

/** The facts of a container that a plan reads; ports and requests are absent if it has none. */
export interface ContainerFacts {
  readonly name: string;
  readonly image: string;
  readonly ports?: readonly ContainerPort[];
  readonly requests?: StringMap;
}

/** The facts of a DaemonSet that a plan reads. */
export interface DaemonSetFacts {
  readonly namespace: string;
  readonly name: string;
  readonly uid?: string;
  readonly template: PlacementTemplate;
  /** Containers of the template in its order. */
  readonly containers: readonly ContainerFacts[];
  readonly priorityClassName?: string;
  /** Its label selector in the syntax of kubectl, if it was requested. */
  readonly selector?: string;
  /** Contains only the known fields of `rollingUpdate`. */
  readonly updateStrategy: DaemonSetUpdateStrategy;
  /** The last seen generation, for plans that promise more than one field; absent: not tested. */
  readonly generation?: number;
  /** Nodes that run its pod now and would get a new one with a new revision. */
  readonly desired: number;
  readonly rollout?: RolloutPlanFacts;
  /** Absent if no tool is known to own it. */
  readonly ownership?: Ownership;
}

/** The read-only queries of a plan on a reading of a cluster. */
export interface PlanFacts {
  readonly cluster: KubectlTarget | undefined;
  readonly gates?: MatchingGates;
  node(name: string): NodeFacts | undefined;
  nodes(): readonly NodeFacts[];
  /** The same nodes in groups in which one answer holds for each member; absent if the nodes are not grouped. */
  readonly grouped?: GroupedNodes;
  daemonSet(namespace: string, name: string): DaemonSetFacts | undefined;
  /** Nodes that earlier changes modified, and the facts without those changes. */
  readonly changed?: { readonly nodes: ReadonlyMap<string, NodeFacts>; readonly over: Pick<PlanFacts, "node" | "nodes"> };
  /** The uid of a pod by its name, if pods are known: then a deletion applies to that pod only. */
  podUid?(namespace: string, name: string): string | undefined;
  /** The object in the form that a user writes, if it is completely known. Watched objects are not. */
  manifestOf?(kind: "Node" | "DaemonSet", name: string, namespace?: string): Manifest | undefined;
}
