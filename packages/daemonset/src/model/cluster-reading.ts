import type { Condition, ContainerSummary, KubeControllerRevision, KubeDaemonSet } from "@daemonscope/kube/objects";
import type { MatchingGates } from "@daemonscope/kube/toleration";
import type { BudgetHolder } from "../budget/budget-holders.ts";
import type { CellByte } from "../cell/cell.ts";
import type { SetFacts } from "../pair/pair.ts";
import type { Rejections } from "../pair/rejections.ts";
import type { Placement, Verdict } from "../placement/placement.ts";
import type { PodFacts } from "../pods/pod-facts.ts";
import type { DaemonSetKey, DaemonSetRecord, ModelSource, NodeRecord } from "../records/records.ts";
import type { RevisionNodes } from "../revisions/nodes-by-revision.ts";

/** What of a node is read and not drawn. */
export interface NodeConditions {
  readonly conditions: readonly Condition[];
  readonly kubeletVersion: string | undefined;
}

/** Every question that pages, routes and commands ask of a cluster, and no way to change anything. Whether the answers are of now, of a time that is past
 *  or of a cluster that somebody imagines, only who made the reading knows.
 *  What is asked by key or name and is not there is undefined or empty. Records, cells and verdicts are of the last settled state. */
export interface ClusterReading {
  /** Cluster time of the answers, in milliseconds since the epoch. */
  readonly nowMs: number;
  /** The gates that its verdicts were made with. */
  readonly gates: MatchingGates;
  readonly podCount: number;
  /** Whether a kind counts: it was read whole. */
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
  /** Every used place of its budget by name; empty under OnDelete. */
  budgetHoldersOf(key: DaemonSetKey): readonly BudgetHolder[];

  /** In no order; the current one is the same object as in currentRevisionOf. */
  revisionsOf(key: DaemonSetKey): readonly KubeControllerRevision[];
  currentRevisionOf(key: DaemonSetKey): KubeControllerRevision | undefined;
  /** The nodes that run each revision, by hash (rule R14). O(nodes × log nodes). */
  nodesByRevision(key: DaemonSetKey): ReadonlyMap<string, RevisionNodes>;
  /** Containers of the template that a pod with this hash was made from; undefined where its revision is not there. */
  containersOf(key: DaemonSetKey, hash: string | undefined): readonly ContainerSummary[] | undefined;

  /** In the controller's order: the first is the one that counts. */
  podsOf(key: DaemonSetKey, node: string): readonly PodFacts[];
  /** Pods of the DaemonSets that there are, without those that are gone, in no order. */
  pods(): Iterable<{ readonly key: DaemonSetKey; readonly pod: PodFacts }>;
  /** The DaemonSet that owns a pod; undefined for one that is not known (any more), or whose DaemonSet is not. */
  daemonSetOfPod(podUid: string): DaemonSetKey | undefined;
  /** How often pods of this pair failed one after the other, as far as it was seen; undefined when none did lately. */
  rejectionsOf(key: DaemonSetKey, node: string): Rejections | undefined;

  /** `exclude` where there is no such pair. */
  verdictOf(key: DaemonSetKey, node: string): Verdict;
  placementOf(key: DaemonSetKey, node: string): Placement | undefined;
  /** 0 where there is no such pair. */
  cellAt(key: DaemonSetKey, node: string): CellByte;
}
