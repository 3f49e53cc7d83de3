import type { MatchingGates } from "@daemonscope/kube/matching/toleration";
import type {
  Condition,
  ContainerSummary,
  KubeControllerRevision,
  KubeDaemonSet,
  NodeAllocatable,
  NodeInfo,
} from "@daemonscope/kube/objects";
import type { BudgetHolder } from "../budget/budget-holders.ts";
import type { FoundCause, PodSurroundings } from "../causes/classify.ts";
import type { CellByte } from "../pair/cell/cell.ts";
import type { SetFacts } from "../pair/pair.ts";
import type { Rejections } from "../pair/rejections.ts";
import type { Placement, PlacementVerdict } from "../placement/placement.ts";
import type { JoinSteps } from "../pods/join-steps.ts";
import type { PodFacts } from "../pods/pod-facts.ts";
import type { DaemonSetKey, DaemonSetRecord, ModelSource, NodeRecord } from "../records/records.ts";
import type { RevisionNodes } from "../revisions/nodes-by-revision.ts";

/** Facts of a node that are read on demand and not drawn. */
export interface NodeConditions {
  readonly conditions: readonly Condition[];
  readonly kubeletVersion: string | undefined;
  readonly nodeInfo?: NodeInfo | undefined;
  readonly allocatable?: NodeAllocatable;
}

/** Read-only queries of pages, routes and commands on a cluster. Only the creator of a reading knows whether it is
 *  live, from history or a preview. A query by an unknown key or name returns undefined or an empty list. Records,
 *  cells and budget holders belong to the last settled state. */
export interface ClusterReading {
  /** Cluster time of the answers, in milliseconds since the epoch. */
  readonly nowMs: number;
  /** The gates that its verdicts use. */
  readonly gates: MatchingGates;
  readonly podCount: number;
  /** Reports whether a kind was read completely, so that it counts. */
  isRead(source: ModelSource): boolean;

  /** In no order. O(nodes). */
  nodes(): readonly NodeRecord[];
  nodeRecord(name: string): NodeRecord | undefined;
  conditionsOf(name: string): NodeConditions | undefined;

  /** Sorted. */
  daemonSetKeys(): readonly DaemonSetKey[];
  /** Sorted by key. */
  daemonSets(): readonly DaemonSetRecord[];
  daemonSet(key: DaemonSetKey): KubeDaemonSet | undefined;
  daemonSetRecord(key: DaemonSetKey): DaemonSetRecord | undefined;
  setFacts(key: DaemonSetKey): SetFacts | undefined;
  /** Every used slot of its budget by node name; empty under OnDelete. */
  budgetHoldersOf(key: DaemonSetKey): readonly BudgetHolder[];

  /** In no order; the current one is the same object as in currentRevisionOf. */
  revisionsOf(key: DaemonSetKey): readonly KubeControllerRevision[];
  currentRevisionOf(key: DaemonSetKey): KubeControllerRevision | undefined;
  /** The nodes that run each revision, by hash (rule R14). O(nodes × log nodes). */
  nodesByRevision(key: DaemonSetKey): ReadonlyMap<string, RevisionNodes>;
  /** Containers of the template from which a pod with this hash was created; undefined if its revision is missing. */
  containersOf(key: DaemonSetKey, hash: string | undefined): readonly ContainerSummary[] | undefined;

  /** In the controller's order: the first is the one that counts. */
  podsOf(key: DaemonSetKey, node: string): readonly PodFacts[];
  hasPod(podUid: string): boolean;
  /** What events and the node report about the pods of a pair. */
  surroundingsOf(key: DaemonSetKey, node: string): PodSurroundings;
  /** Returns why a node lacks an available pod that it wants, or has an unwanted one, with what is known about it;
   *  undefined if nothing is wrong there. */
  causeOn(key: DaemonSetKey, node: string): FoundCause | undefined;
  /** Pods of the known DaemonSets, without those that are gone, in no order. */
  pods(): Iterable<{ readonly key: DaemonSetKey; readonly pod: PodFacts }>;
  /** The DaemonSet that owns a pod; undefined if the pod or its DaemonSet is unknown. */
  daemonSetOfPod(podUid: string): DaemonSetKey | undefined;
  /** The node of a pod; undefined if the pod is unknown. */
  nodeOfPod(podUid: string): string | undefined;
  /** Times from the creation of a node to its first pod of a DaemonSet; undefined if they are unknown (rule N4). */
  joinOf(key: DaemonSetKey, node: string): JoinSteps | undefined;
  /** The observed number of successive pod failures of this pair; undefined if none failed recently. */
  rejectionsOf(key: DaemonSetKey, node: string): Rejections | undefined;

  /** `exclude` if the pair does not exist. */
  verdictOf(key: DaemonSetKey, node: string): PlacementVerdict;
  placementOf(key: DaemonSetKey, node: string): Placement | undefined;
  /** 0 if the pair does not exist. */
  cellAt(key: DaemonSetKey, node: string): CellByte;
}
