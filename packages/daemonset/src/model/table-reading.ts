import type { MatchingGates } from "@daemonscope/kube/matching/toleration";
import type { ContainerSummary, KubeControllerRevision, KubeDaemonSet } from "@daemonscope/kube/objects";
import { timeMs } from "@daemonscope/kube/values/time";
import { type BudgetHolder, budgetHolders } from "../budget/budget-holders.ts";
import type { FoundCause, PodSurroundings } from "../causes/classify.ts";
import type { CellByte } from "../pair/cell/cell.ts";
import type { Pair, SetFacts } from "../pair/pair.ts";
import { detailOf } from "../pair/pair-cause.ts";
import type { Rejections } from "../pair/rejections.ts";
import { explainPlacement } from "../placement/explain-placement.ts";
import type { Placement, PlacementVerdict } from "../placement/placement.ts";
import { type JoinSteps, joinSteps } from "../pods/join-steps.ts";
import { type PodFacts, withoutOvercomeLoops } from "../pods/pod-facts.ts";
import type { DaemonSetKey, DaemonSetRecord, ModelSource, NodeRecord } from "../records/records.ts";
import { nodesByRevision, type RevisionNodes } from "../revisions/nodes-by-revision.ts";
import type { EventEvidence } from "../tracking/event-evidence.ts";
import type { RejectionTracker } from "../tracking/rejection-tracker.ts";
import type { ClusterReading, NodeConditions } from "./cluster-reading.ts";
import type { DaemonSetEntry } from "./tables/daemon-set-entry.ts";
import type { NodeRows } from "./tables/node-rows.ts";
import type { PodTable } from "./tables/pod-table.ts";
import type { PortHolders } from "./tables/port-holders.ts";
import { containersOfRevision, rareEvidence } from "./tables/rare-evidence.ts";
import type { RevisionTable } from "./tables/revision-table.ts";

/** The tables of a model that its reading uses. */
interface ModelTables {
  readonly rows: Pick<NodeRows, "present" | "nodes" | "recordNamed" | "entryNamed" | "find" | "nameOf">;
  readonly sets: ReadonlyMap<string, DaemonSetEntry>;
  readonly uidByKey: ReadonlyMap<DaemonSetKey, string>;
  readonly revisions: Pick<RevisionTable, "of">;
  readonly pods: Pick<PodTable, "size" | "has" | "byUid" | "on" | "nodesOf" | "of">;
  readonly holders: Pick<PortHolders, "on">;
  readonly evidence: Pick<EventEvidence, "ofPods">;
  readonly rejections: Pick<RejectionTracker, "of">;
  readonly unread: ReadonlySet<ModelSource>;
  readonly gates: MatchingGates;
  readonly nowMs: () => number;
  /** Since when the model keeps times that objects lose; undefined before. */
  readonly rememberedSinceMs: () => number | undefined;
  /** The pair as it is now; undefined for an unknown node. */
  readonly pairOn: (set: DaemonSetEntry, node: string) => Pair | undefined;
}

/** Returns the start of the first revision after a time. A reused revision has the creation time of its first use. */
function firstRevisionAfter(
  atMs: number,
  currentSinceMs: number | undefined,
  revisions: readonly KubeControllerRevision[],
): number | undefined {
  const starts = [currentSinceMs, ...revisions.map(({ metadata }) => timeMs(metadata.creationTimestamp))];
  return starts.reduce((first, ms) => (ms === undefined || ms <= atMs || (first !== undefined && first <= ms) ? first : ms), undefined);
}

/** The reading of a model: it reads the model's tables, and changes with them. */
export class TableReading implements ClusterReading {
  readonly #tables: ModelTables;

  constructor(tables: ModelTables) {
    this.#tables = tables;
  }

  get nowMs(): number {
    return this.#tables.nowMs();
  }

  get gates(): MatchingGates {
    return this.#tables.gates;
  }

  get podCount(): number {
    return this.#tables.pods.size;
  }

  isRead(source: ModelSource): boolean {
    return !this.#tables.unread.has(source);
  }

  nodes(): readonly NodeRecord[] {
    const { rows } = this.#tables;
    const records: NodeRecord[] = [];
    for (const row of rows.present()) {
      const record = rows.nodes.recordAt(row);
      if (record !== undefined) records.push(record);
    }
    return records;
  }

  nodeRecord(name: string): NodeRecord | undefined {
    return this.#tables.rows.recordNamed(name);
  }

  conditionsOf(name: string): NodeConditions | undefined {
    return this.#tables.rows.entryNamed(name);
  }

  daemonSetKeys(): readonly DaemonSetKey[] {
    return [...this.#tables.uidByKey.keys()].sort();
  }

  daemonSets(): readonly DaemonSetRecord[] {
    return this.daemonSetKeys().flatMap((key) => this.daemonSetRecord(key) ?? []);
  }

  daemonSet(key: DaemonSetKey): KubeDaemonSet | undefined {
    return this.#entry(key)?.object;
  }

  daemonSetRecord(key: DaemonSetKey): DaemonSetRecord | undefined {
    return this.#entry(key)?.record;
  }

  setFacts(key: DaemonSetKey): SetFacts | undefined {
    return this.#entry(key)?.facts;
  }

  budgetHoldersOf(key: DaemonSetKey): readonly BudgetHolder[] {
    const set = this.#entry(key);
    if (set === undefined || set.object.spec.updateStrategy.type !== "RollingUpdate") return [];
    return budgetHolders(Array.from(set.columns.units, ([row, unit]) => [this.#tables.rows.nameOf(row), unit] as const));
  }

  revisionsOf(key: DaemonSetKey): readonly KubeControllerRevision[] {
    const set = this.#entry(key);
    return set === undefined ? [] : this.#tables.revisions.of(set.uid);
  }

  currentRevisionOf(key: DaemonSetKey): KubeControllerRevision | undefined {
    return this.#entry(key)?.current;
  }

  nodesByRevision(key: DaemonSetKey): ReadonlyMap<string, RevisionNodes> {
    const { pods, rows } = this.#tables;
    const set = this.#entry(key);
    if (set === undefined) return new Map();
    const present = [...pods.nodesOf(set.uid)].filter((node) => rows.nodes.has(rows.find(node) ?? -1));
    return nodesByRevision(present.map((node) => ({ node, hash: pods.on(set.uid, node)[0]?.hash })));
  }

  containersOf(key: DaemonSetKey, hash: string | undefined): readonly ContainerSummary[] | undefined {
    const set = this.#entry(key);
    return set === undefined ? undefined : containersOfRevision(set, hash, () => this.revisionsOf(key));
  }

  podsOf(key: DaemonSetKey, node: string): readonly PodFacts[] {
    const set = this.#entry(key);
    return set === undefined ? [] : withoutOvercomeLoops(this.#tables.pods.on(set.uid, node), this.nowMs);
  }

  hasPod(podUid: string): boolean {
    return this.#tables.pods.has(podUid);
  }

  surroundingsOf(key: DaemonSetKey, node: string): PodSurroundings {
    const { evidence, rows, revisions, holders, sets } = this.#tables;
    const row = rows.find(node);
    const set = this.#entry(key);
    const pods = this.podsOf(key, node);
    return {
      podEvents: evidence.ofPods(pods, this.nowMs)?.facts,
      nodePressures: row === undefined ? undefined : rows.nodes.pressuresAt(row),
      templateNodeSelector: set?.object.spec.template.nodeSelector,
      ...(set === undefined ? {} : rareEvidence({ nodes: rows.nodes, revisions, holders, sets }, set, pods, row)),
    };
  }

  causeOn(key: DaemonSetKey, node: string): FoundCause | undefined {
    const { rows, pairOn } = this.#tables;
    const set = this.#entry(key);
    const row = rows.find(node);
    const cause = row === undefined ? undefined : set?.columns.causes.get(row)?.cause;
    const pair = set === undefined ? undefined : pairOn(set, node);
    if (set === undefined || pair === undefined || cause === undefined) return undefined;
    return { cause, detail: detailOf(pair, set.facts, cause) ?? {} };
  }

  *pods(): Iterable<{ readonly key: DaemonSetKey; readonly pod: PodFacts }> {
    for (const [key, uid] of this.#tables.uidByKey) for (const pod of this.#tables.pods.of(uid)) yield { key, pod };
  }

  daemonSetOfPod(podUid: string): DaemonSetKey | undefined {
    const pod = this.#tables.pods.byUid(podUid);
    return pod === undefined ? undefined : this.#tables.sets.get(pod.ownerUid)?.record?.key;
  }

  nodeOfPod(podUid: string): string | undefined {
    return this.#tables.pods.byUid(podUid)?.node;
  }

  joinOf(key: DaemonSetKey, node: string): JoinSteps | undefined {
    const { rows, pods, rememberedSinceMs } = this.#tables;
    const set = this.#entry(key);
    const row = rows.find(node);
    const joinedAtMs = row === undefined ? undefined : rows.nodes.createdAtMsAt(row);
    if (set === undefined || joinedAtMs === undefined) return undefined;
    const isWatched = (rememberedSinceMs() ?? Number.POSITIVE_INFINITY) <= joinedAtMs;
    const hasNewer = !isWatched && (set.facts.revisionSinceMs ?? 0) > joinedAtMs;
    return joinSteps({
      joinedAtMs,
      pods: pods.on(set.uid, node),
      noted: set.joins.on(node, joinedAtMs),
      isWatched,
      daemonSetCreatedAtMs: set.record?.createdAtMs ?? 0,
      nextRevisionAtMs: hasNewer ? firstRevisionAfter(joinedAtMs, set.facts.revisionSinceMs, this.revisionsOf(key)) : undefined,
    });
  }

  rejectionsOf(key: DaemonSetKey, node: string): Rejections | undefined {
    const set = this.#entry(key);
    return set === undefined ? undefined : this.#tables.rejections.of(set.uid, node, this.nowMs);
  }

  verdictOf(key: DaemonSetKey, node: string): PlacementVerdict {
    const row = this.#tables.rows.find(node);
    return (row === undefined ? undefined : this.#entry(key)?.columns.verdictAt(row)) ?? "exclude";
  }

  placementOf(key: DaemonSetKey, node: string): Placement | undefined {
    const set = this.#entry(key);
    const record = this.#tables.rows.recordNamed(node);
    return set === undefined || record === undefined ? undefined : explainPlacement(set.object.spec.template, record, this.gates);
  }

  cellAt(key: DaemonSetKey, node: string): CellByte {
    const row = this.#tables.rows.find(node);
    return (row === undefined ? undefined : this.#entry(key)?.columns.cellAt(row)) ?? 0;
  }

  #entry(key: DaemonSetKey): DaemonSetEntry | undefined {
    const uid = this.#tables.uidByKey.get(key);
    return uid === undefined ? undefined : this.#tables.sets.get(uid);
  }
}
