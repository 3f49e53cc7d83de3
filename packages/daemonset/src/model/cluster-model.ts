import type { UidTable } from "@daemonscope/columns/uid-table";
import { assertNever } from "@daemonscope/kube/base/assert-never";
import { drain } from "@daemonscope/kube/base/drain";
import { taintText } from "@daemonscope/kube/matching/kubectl-notation";
import { DEFAULT_GATES, type MatchingGates } from "@daemonscope/kube/matching/toleration";
import type { KubeControllerRevision, KubeDaemonSet, KubeEvent } from "@daemonscope/kube/objects";
import { isEqualJson } from "@daemonscope/kube/values/equal-json";
import { type BudgetLimits, budgetLimits } from "../budget/derive-budget.ts";
import { endReasonOf } from "../causes/classify.ts";
import { commonTraitsInParts, ROLE } from "../causes/common-traits.ts";
import { TALLY } from "../counts/tally.ts";
import { startedReversal } from "../managed/owner-revision.ts";
import { nextStrategyChange } from "../managed/strategy-change.ts";
import { cellState, hasFlag } from "../pair/cell/cell.ts";
import { maskUnreadCell } from "../pair/cell/mask-unread-cell.ts";
import type { Pair } from "../pair/pair.ts";
import { detailOf, loopCause } from "../pair/pair-cause.ts";
import { decisiveCheck } from "../placement/decisive-check.ts";
import { explainPlacement } from "../placement/explain-placement.ts";
import { ClassVerdicts } from "../placement/node-classes.ts";
import { changedTraits, NODE_TRAITS, type NodeTrait, type PlacementNode } from "../placement/placement-node.ts";
import { samePlacement } from "../placement/same-placement.ts";
import type { HealthyPod, HealthyPods, PodStatusChange } from "../pods/healthy-pod.ts";
import { initialPods } from "../pods/initial-pods.ts";
import type { LoggablePods } from "../pods/loggable-pods.ts";
import { isGone, isUpdated, type PodFacts, withoutOvercomeLoop, withoutOvercomeLoops } from "../pods/pod-facts.ts";
import type { CommonTraits } from "../records/common-traits.ts";
import type { NoMatchReason } from "../records/no-match-reason.ts";
import { GONE_LIFECYCLE, isEnding, READY_LIFECYCLE } from "../records/node-lifecycle.ts";
import type { StrategyReversal } from "../records/ownership.ts";
import type { DaemonSetKey, DaemonSetRecord, ModelSource } from "../records/records.ts";
import type { TimelineMark } from "../records/timeline-mark.ts";
import { hashOfRevision } from "../revisions/revisions-of.ts";
import { DEFAULT_STALL_TIMEOUTS, type StallTimeouts } from "../rollout/concern/detect-stall.ts";
import { largestFailingGroup } from "../rollout/concern/largest-failing-group.ts";
import { findSuspects, type SuspectCandidate } from "../rollout/concern/suspects.ts";
import { rolloutMarks } from "../rollout/rollout-marks.ts";
import { createErrorEndMs, EventEvidence } from "../tracking/event-evidence.ts";
import { FAILED_DAEMON_POD, type FailedPodEvent, FailedPodEvents, failedPodEvent } from "../tracking/failed-pod-events.ts";
import { RECENT_JOIN_MS } from "../tracking/join-tracker.ts";
import { RejectionTracker } from "../tracking/rejection-tracker.ts";
import { nodeUpdateOf } from "../tracking/rollout-pace-tracker.ts";
import { assessPair, type PairAssessment } from "./assess-pair.ts";
import { type CellsOfDaemonSet, type ModelChanges, NO_CHANGES } from "./changes.ts";
import type { ClusterEvent, DropEvent, PutEvent } from "./cluster-event.ts";
import type { ClusterReading } from "./cluster-reading.ts";
import { NodeColumns } from "./fast/node-columns.ts";
import { PodColumns } from "./fast/pod-columns.ts";
import { PendingChanges } from "./pending-changes.ts";
import { type ModelSnapshot, restoredEntry, type SavedDaemonSet, type SavedModel, savedSetOf } from "./saved-model.ts";
import { TableReading } from "./table-reading.ts";
import {
  type DaemonSetEntry,
  daemonSetKey,
  NEVER_COMPARED,
  newEntry,
  recordRolloutState,
  recordStart,
  setFactsOf,
  shareTemplate,
  withCreateError,
} from "./tables/daemon-set-entry.ts";
import { type BuiltRecord, daemonSetRecordOf } from "./tables/daemon-set-record.ts";
import type { LoggableNodes } from "./tables/loggable-nodes.ts";
import { isSystemOf } from "./tables/node-array.ts";
import type { NodeEntry } from "./tables/node-entry.ts";
import { NodeLabelIndex } from "./tables/node-label-index.ts";
import { NodeRows, type SavedRowNames } from "./tables/node-rows.ts";
import { PlacementEvaluator } from "./tables/placement-evaluator.ts";
import { PodTable } from "./tables/pod-table.ts";
import { PortHolders } from "./tables/port-holders.ts";
import { type EvidenceTables, rareEvidence } from "./tables/rare-evidence.ts";
import { RevisionTable } from "./tables/revision-table.ts";
import { unknownPair } from "./unknown-pair.ts";

/** Pairs assessed in one time slice of a take: a fraction of a millisecond. */
const PAIRS_PER_SLICE = 250;
/** A DaemonSet compares its failing nodes with the others at most this often. */
const COMPARE_EVERY_MS = 5000;
/** With many nodes even less often: 100,000 of them take 150 ms of CPU, and compare once in 50 s. */
const COMPARE_MS_PER_NODE = 0.5;
/** Above this number of nodes a comparison takes milliseconds, and events wait for the end of its tick. Then a tick
 *  compares one DaemonSet at most, and a tick with `BUSY_PAIRS` changed pairs none, unless it waits as long as the next
 *  comparison. Without this limit, events of twelve DaemonSets at 100,000 nodes waited half a second. */
const COSTLY_ABOVE_NODES = 5000;
const BUSY_PAIRS = 20;
const HELD_MS = 250;
/** Nodes whose part in a comparison is found in one time slice. */
const ROWS_PER_SLICE = 8192;
/** Pods read in one time slice of a save. */
const PODS_PER_SLICE = 20_000;

const isCordonTaint = ({ key }: { readonly key: string }): boolean => key === "node.kubernetes.io/unschedulable";

/** Returns the mark of a changed trait. A cordon is named, because it is the most common reason for a changed taint. */
function traitMark(trait: NodeTrait, before: PlacementNode, { name, taints }: PlacementNode, atMs: number): TimelineMark {
  if (trait === "labels") return { kind: "labelsChanged", atMs, node: name };
  const isCordoned = taints.some(isCordonTaint);
  if (isCordoned === before.taints.some(isCordonTaint)) return { kind: "taintsChanged", atMs, node: name };
  return { kind: "taintsChanged", atMs, node: name, cordon: isCordoned ? "on" : "off" };
}

const limitsOf = ({ object, columns }: DaemonSetEntry): BudgetLimits => budgetLimits(object.spec.updateStrategy, columns.totals.desired);

/** A pair whose observed times are not filled in yet. */
type ObservedPair = Omit<Pair, "missingSinceMs" | "misscheduledSinceMs"> & {
  missingSinceMs: number | undefined;
  misscheduledSinceMs: number | undefined;
};

interface ClusterModelOptions {
  readonly nowMs: number;
  readonly gates?: MatchingGates;
  readonly patience?: StallTimeouts;
  /** Kinds that do not count until their `read` event. Default: none. */
  readonly unread?: readonly ModelSource[];
  /** How the model stores pods and nodes. "shared", the default, keeps the objects that it receives, and other models
   *  share them. "columns" fits where no other part keeps the objects. A model with `saved` always uses "shared". */
  readonly objects?: "shared" | "columns";
  /** Storage for the uids of pods in columns, if another owner keeps the same uids. */
  readonly podUids?: UidTable;
  /** The saved model to continue from. Its `nowMs` and `unread` replace the options. */
  readonly saved?: SavedModel | undefined;
}

/** Objects as a model keeps them: readonly, so that several models may share them. */
export interface ModelObjects {
  readonly nodes: Iterable<NodeEntry>;
  readonly daemonSets: Iterable<KubeDaemonSet>;
  readonly revisions: Iterable<KubeControllerRevision>;
  readonly pods: Iterable<PodFacts>;
  /** Those that are evidence of causes. */
  readonly events: Iterable<KubeEvent>;
}

/** The domain's view of the cluster, updated in place by the watches. Law M1: after any sequence of changes it
 *  equals the model built from scratch from the final objects at the same `now`. From beginMarks on it also keeps
 *  the memory of `tracking/`: it is not in the objects and only adds to records. Verdicts are computed again only
 *  when a node's name, labels or taints, or a template changed; an equal node costs a comparison. takeChanges
 *  computes cells and records, each at most once per take. Read-only callers get its `reading`. */
export class ClusterModel {
  /** Read-only view of the model. */
  readonly reading: ClusterReading;
  readonly #gates: MatchingGates;
  readonly #patience: StallTimeouts;
  readonly #rows: NodeRows;
  readonly #nodeLabels: NodeLabelIndex;
  readonly #judge: PlacementEvaluator;
  readonly #sets = new Map<string, DaemonSetEntry>();
  readonly #uidByKey = new Map<DaemonSetKey, string>();
  readonly #revisions = new RevisionTable();
  readonly #pods: PodTable | PodColumns;
  readonly #holders: PortHolders;
  readonly #evidenceTables: EvidenceTables;
  readonly #pending = new PendingChanges();
  readonly #rejections: RejectionTracker;
  readonly #failedPodEvents: FailedPodEvents;
  readonly #evidence: EventEvidence;
  readonly #unread: Set<ModelSource>;
  /** Time of the beginMarks event, since which the model remembers; undefined before. */
  #remembersSinceMs: number | undefined;
  #nowMs: number;
  #tickedAtMs: number;
  /** Last saved form of each DaemonSet, by uid. A DaemonSet changes only together with its record, which drops the
   *  entry. */
  readonly #savedSets = new Map<string, SavedDaemonSet>();
  /** A DaemonSet changed or is gone, so that suspects must be found again. */
  #isSuspicionDue = false;
  #hasNews = false;
  /** Of the current tick. */
  #changedPairs = 0;
  #hasCompared = false;

  /** Builds a model from a saved one, in time slices of some milliseconds. */
  static *goingOnFrom(options: ClusterModelOptions): Generator<undefined, ClusterModel> {
    const restoring: Generator<undefined, void>[] = [];
    const model = new ClusterModel(options, (parts) => restoring.push(parts));
    for (const parts of restoring) yield* parts;
    return model;
  }

  /** `restore` runs the restoration of the saved state to its end before any other call. */
  constructor(
    {
      nowMs,
      gates = DEFAULT_GATES,
      patience = DEFAULT_STALL_TIMEOUTS,
      unread = [],
      objects = "shared",
      podUids,
      saved,
    }: ClusterModelOptions,
    restore: (parts: Generator<undefined, void>) => void = drain,
  ) {
    this.#unread = new Set(saved?.unread ?? unread);
    this.#nowMs = saved?.nowMs ?? nowMs;
    this.#tickedAtMs = saved?.tickedAtMs ?? nowMs;
    this.#gates = gates;
    const inColumns = objects !== "shared" && saved === undefined;
    this.#rows = new NodeRows(inColumns ? new NodeColumns() : undefined);
    this.#nodeLabels = new NodeLabelIndex(this.#rows);
    this.#rejections = new RejectionTracker(saved?.rejections);
    this.#failedPodEvents = new FailedPodEvents(saved?.heardEvents);
    this.#evidence = new EventEvidence(saved?.evidence, this.#nowMs);
    this.#judge = new PlacementEvaluator(this.#rows, gates);
    this.#pods = inColumns ? new PodColumns(podUids) : new PodTable(initialPods(saved?.pods ?? []));
    this.#holders = new PortHolders(saved?.holders);
    this.#evidenceTables = { nodes: this.#rows.nodes, revisions: this.#revisions, holders: this.#holders, sets: this.#sets };
    this.#patience = patience;
    this.reading = new TableReading({
      rows: this.#rows,
      sets: this.#sets,
      uidByKey: this.#uidByKey,
      revisions: this.#revisions,
      pods: this.#pods,
      rejections: this.#rejections,
      holders: this.#holders,
      evidence: this.#evidence,
      unread: this.#unread,
      gates,
      nowMs: () => this.#nowMs,
      rememberedSinceMs: () => this.#remembersSinceMs,
      pairOn: (set, node) => this.#pairOn(set, node),
    });
    if (saved !== undefined) restore(this.#restore(saved));
  }

  /** Reports whether an input since the last take changed anything. Changes by time alone do not count. */
  get hasNews(): boolean {
    return this.#hasNews;
  }

  get isRemembering(): boolean {
    return this.#remembersSinceMs !== undefined;
  }

  /** From this call on, changes create marks and are remembered. The first sync is not news. */
  #beginMarks(): void {
    this.#pending.marking = true;
    this.#hasNews = true;
    this.#remembersSinceMs = this.#nowMs;
    for (const set of this.#sets.values()) set.recordDirty = true;
    for (const [uid, failure] of this.#failedPodEvents.takeEarly()) this.#applyFailedPodEvent(uid, failure);
  }

  /** Notes that a kind was read completely. Values that are derived from it count from this call on. */
  #markRead(source: ModelSource): void {
    if (!this.#unread.delete(source)) return;
    this.#hasNews = true;
    for (const set of this.#sets.values()) {
      set.recordDirty = true;
      // Without pods every cell is unknown, regardless of the other kinds.
      if (!this.#unread.has("pods")) this.#redrawAll(set);
    }
  }

  /** All objects of the model, to start another model. Each object is in its state at the time of iteration and
   *  comes at least once. Objects added meanwhile may be included; removed objects are not. */
  get held(): ModelObjects {
    return {
      nodes: this.#rows.entries(),
      daemonSets: this.#daemonSets(),
      revisions: this.#revisions.all(),
      pods: this.#pods.all(),
      events: this.#evidence.events(),
    };
  }

  *#daemonSets(): Iterable<KubeDaemonSet> {
    for (const { object } of this.#sets.values()) yield object;
  }

  /** Saves all state and memory, so that a restored model behaves the same (law M4). Throws if changes are not
   *  settled; right after takeChanges all are. Unchanged nodes and DaemonSets are the same objects as in the last
   *  save. O(nodes × changed DaemonSets), over numbers, and O(pods), over references. */
  save(): ModelSnapshot {
    return drain(this.saveInParts());
  }

  /** Saves in time slices of some milliseconds. Until it ends, the caller must not put or take anything. */
  *saveInParts(): Generator<undefined, ModelSnapshot> {
    const rest = yield* this.saveExceptObjectsInParts();
    const rows = yield* this.#rows.savedInParts();
    // Allocated at its final length, because a growing array is copied as a whole again and again.
    const pods: PodFacts[] = new Array(this.#pods.size);
    let count = 0;
    for (const pod of this.#pods.all()) {
      pods[count++] = pod;
      if (count % PODS_PER_SLICE === 0) yield;
    }
    return { ...rest, rows, pods };
  }

  /** Saves everything except nodes and pods, in the same way. */
  *saveExceptObjectsInParts(): Generator<undefined, Omit<ModelSnapshot, "pods" | "rows"> & { readonly rows: SavedRowNames }> {
    if (this.#isSuspicionDue || Array.from(this.#sets.values()).some(({ recordDirty, dirtyRows }) => recordDirty || dirtyRows.size > 0))
      throw new Error("a model is saved when its changes are taken, and some are not");
    const sets: SavedDaemonSet[] = [];
    for (const set of this.#sets.values()) {
      sets.push(this.#savedSet(set));
      yield;
    }
    const rows = this.#rows.savedNames;
    const evidence = this.#evidence.saved(this.#nowMs);
    const holders = this.#holders.saved;
    return {
      nowMs: this.#nowMs,
      tickedAtMs: this.#tickedAtMs,
      remembersSinceMs: this.#remembersSinceMs,
      unread: [...this.#unread],
      rows,
      sets,
      revisions: [...this.#revisions.all()],
      rejections: this.#rejections.saved,
      heardEvents: this.#failedPodEvents.saved,
      ...(evidence.length === 0 ? {} : { evidence }),
      ...(holders.length === 0 ? {} : { holders }),
    };
  }

  #savedSet(set: DaemonSetEntry): SavedDaemonSet {
    const saved = this.#savedSets.get(set.uid) ?? savedSetOf(set);
    this.#savedSets.set(set.uid, saved);
    return saved;
  }

  *#restore({ remembersSinceMs, rows, revisions, sets }: SavedModel): Generator<undefined, void> {
    yield* this.#rows.restore(rows);
    this.#remembersSinceMs = remembersSinceMs;
    this.#pending.marking = remembersSinceMs !== undefined;
    for (const revision of revisions) this.#revisions.put(revision);
    for (const saved of sets) {
      const { uid } = saved.object.metadata;
      const entry = restoredEntry(saved, this.#revisions.of(uid), this.#gates);
      this.#sets.set(uid, entry);
      this.#uidByKey.set(entry.key, uid);
      yield;
    }
    yield* this.#judge.know(this.#sets.values());
  }

  /**
   * Applies one event, which arrived at `nowMs` on the cluster's clock; undefined for the model's present time, which
   * never goes back. Live events and events of a log both take this path (L1). O(1) for a pod, O(DaemonSets) for a
   * node, O(nodes) for a DaemonSet with another template.
   */
  apply(event: ClusterEvent, nowMs?: number): void {
    if (nowMs !== undefined) this.at(nowMs);
    switch (event.do) {
      case "put":
        return this.#put(event);
      case "drop":
        return this.#drop(event);
      case "read":
        return this.#markRead(event.source);
      case "beginMarks":
        return this.#beginMarks();
      default:
        return assertNever(event);
    }
  }

  #put(event: PutEvent): void {
    switch (event.kind) {
      case "nodes":
        return this.#putNode(event.object);
      case "daemonsets":
        return this.#putDaemonSet(event.object);
      case "controllerrevisions":
        return this.#refreshRevisions(this.#revisions.put(event.object));
      case "pods":
        return this.#putPod(event.object);
      case "events":
        return this.#putEvent(event.object);
      default:
        return assertNever(event);
    }
  }

  #drop({ kind, key }: DropEvent): void {
    switch (kind) {
      case "nodes":
        return this.#dropNode(key);
      case "daemonsets":
        return this.#dropDaemonSet(key);
      case "controllerrevisions":
        return this.#refreshRevisions(this.#revisions.drop(key));
      case "pods":
        return this.#dropPod(key);
      case "events":
        return this.#failedPodEvents.drop(key);
      default:
        return assertNever(kind);
    }
  }

  #putNode(entry: NodeEntry): void {
    const { name } = entry.record;
    const row = this.#rows.rowOf(name);
    const { nodes } = this.#rows;
    if (nodes.isRecordAt(row, entry.record)) {
      // A heartbeat.
      if (nodes.hasEqualDetails(row, entry)) return;
      this.#hasNews = true;
      const known = nodes.pressuresAt(row);
      if (!isSystemOf(nodes.systemAt(row), entry)) this.#traitsChanged();
      const allocatable = nodes.allocatableAt(row);
      this.#rows.putDetails(row, entry);
      const isSameEvidence = isEqualJson(known, nodes.pressuresAt(row)) && isEqualJson(allocatable, entry.allocatable);
      if (!isSameEvidence) this.#redrawRow(row);
      return;
    }
    const before = nodes.recordAt(row);
    const pressuresBefore = nodes.pressuresAt(row);
    const isSameSystem = isSystemOf(nodes.systemAt(row), entry);
    const allocatableBefore = nodes.allocatableAt(row);
    this.#hasNews = true;
    this.#rows.put(row, entry);
    this.#pending.nodePut(entry.record);
    const changed = before === undefined ? NODE_TRAITS : changedTraits(before, entry.record);
    if (this.#unread.has("nodes")) {
      // The objects of a first list create no marks.
    } else if (before === undefined) this.#pending.mark({ kind: "nodeJoined", atMs: this.#nowMs, node: name });
    else for (const trait of changed) this.#pending.mark(traitMark(trait, before, entry.record, this.#nowMs));
    const isPlacementChanged = before === undefined || changed.length > 0;
    if (isPlacementChanged) {
      this.#nodeLabels.put(row, entry.record.labels);
      this.#rows.placementVersion++;
      const rememberAtMs = this.#remembersSinceMs === undefined ? undefined : this.#nowMs;
      // A node loses a pod by this change, and not by a template change before it.
      if (this.#remembersSinceMs !== undefined) for (const set of this.#sets.values()) if (set.isUnjudged) this.#judgeAll(set);
      this.#judge.judgeNode(row, before, entry.record, this.#sets.values(), rememberAtMs);
    }
    const needsRedraw =
      isPlacementChanged ||
      before.ready !== entry.record.ready ||
      before.readySinceMs !== entry.record.readySinceMs ||
      before.readyReason !== entry.record.readyReason ||
      before.signs !== entry.record.signs ||
      !isEqualJson(pressuresBefore, nodes.pressuresAt(row)) ||
      !isEqualJson(allocatableBefore, entry.allocatable);
    if (needsRedraw) this.#redrawRow(row);
    if (isPlacementChanged || !isSameSystem || before.createdAtMs !== entry.record.createdAtMs) this.#traitsChanged();
  }

  /** Notes that failing nodes may have something else in common. O(DaemonSets). */
  #traitsChanged(): void {
    for (const set of this.#sets.values()) {
      if (set.record === undefined || set.record.causes.length === 0) continue;
      set.common = { ...set.common, isDue: true };
      set.recordDirty = true;
    }
  }

  #redrawRow(row: number): void {
    for (const set of this.#sets.values()) set.dirtyRows.add(row);
  }

  #dropNode(name: string): void {
    const row = this.#rows.find(name);
    if (row === undefined || !this.#rows.nodes.has(row)) return;
    this.#hasNews = true;
    this.#rows.vacate(row);
    this.#nodeLabels.drop(row);
    this.#rows.placementVersion++;
    this.#pending.nodeDropped(name);
    this.#pending.mark({ kind: "nodeLeft", atMs: this.#nowMs, node: name });
    for (const set of this.#sets.values()) {
      set.columns.clearRow(row);
      set.dirtyRows.add(row);
      set.lost.back(name);
      set.joins.drop(name);
      set.pace.forget(row);
    }
    this.#rejections.dropNode(name);
  }

  #putDaemonSet(daemonSet: KubeDaemonSet): void {
    this.#hasNews = true;
    const { uid } = daemonSet.metadata;
    const key = daemonSetKey(daemonSet);
    const replaced = this.#uidByKey.get(key);
    // A new object of the same name: the deletion of the old one was not seen, or comes later.
    if (replaced !== undefined && replaced !== uid) this.#dropDaemonSet(replaced);
    const set = this.#sets.get(uid);
    if (set === undefined) {
      const entry = newEntry(daemonSet, this.#revisions.of(uid), this.#gates);
      this.#sets.set(uid, entry);
      this.#uidByKey.set(key, uid);
      // While lists load, settling judges all nodes for one DaemonSet at a time.
      if (this.#remembersSinceMs === undefined && this.#unread.has("pods")) {
        entry.isUnjudged = true;
        entry.arePodsUndrawn = true;
      } else this.#judgeAll(entry);
      // Its pods may have arrived before it, also pods of nodes that are gone.
      if (!entry.isUnjudged) this.#redrawPodsOf(entry);
      this.#refreshCreateError(entry);
      this.#redrawHeldBy(uid);
      this.#pending.statusWritten(entry.key, daemonSet, undefined);
      return;
    }
    const before = set.object;
    set.object = daemonSet;
    set.recordDirty = true;
    this.#pending.statusWritten(set.key, daemonSet, before);
    if (before.metadata.generation !== daemonSet.metadata.generation) {
      const reversal = this.#noteStrategy(set, before);
      const parts = reversal === undefined ? {} : { reversal };
      const generation = daemonSet.metadata.generation ?? 0;
      this.#pending.mark({ kind: "specChanged", atMs: this.#nowMs, daemonSet: key, generation, ...parts });
      const { template } = daemonSet.spec;
      if (this.#remembersSinceMs !== undefined) set.specChangedAtMs = this.#nowMs;
      if (samePlacement(before.spec.template, template)) this.#redrawAll(set);
      else {
        set.lost.clear();
        set.verdicts = new ClassVerdicts(template, this.#gates);
        set.isUnjudged = true;
      }
    }
    this.#refreshRevision(set);
  }

  /** Returns the reversal by the owner, if the update strategy changed by one. */
  #noteStrategy(set: DaemonSetEntry, before: KubeDaemonSet): StrategyReversal | undefined {
    if (this.#remembersSinceMs === undefined) return undefined;
    const last = set.strategyChange;
    set.strategyChange = nextStrategyChange(last, before, set.object, this.#nowMs);
    return set.strategyChange === last ? undefined : set.strategyChange?.reversal;
  }

  #dropDaemonSet(uid: string): void {
    const set = this.#sets.get(uid);
    // The log has no drop of an unknown object, so that it must change nothing (L1).
    if (set === undefined) return;
    this.#evidence.drop(uid);
    this.#hasNews = true;
    this.#sets.delete(uid);
    this.#savedSets.delete(uid);
    if (this.#uidByKey.get(set.key) === uid) this.#uidByKey.delete(set.key);
    this.#redrawHeldBy(uid);
    this.#pending.daemonSetDropped(set.key);
    this.#rejections.dropOwner(uid);
    this.#isSuspicionDue = true;
  }

  #endReasonOf(pod: PodFacts): string | undefined {
    return pod.phase === "Succeeded" ? endReasonOf(this.#evidence.ofPods([pod], this.#nowMs)?.facts) : undefined;
  }

  #putPod(received: PodFacts): void {
    // A pod without evidence fits into columns.
    const facts = withoutOvercomeLoop(received, this.#nowMs);
    if (this.#pods.isUnchanged(facts)) return;
    this.#hasNews = true;
    const set = this.#sets.get(facts.ownerUid);
    if (set !== undefined && this.#remembersSinceMs !== undefined && !this.#unread.has("pods"))
      this.#rejections.note(facts, set.object.status.observedGeneration, this.#nowMs, this.#endReasonOf(facts));
    if (
      set !== undefined &&
      facts.deletingSinceMs !== undefined &&
      !isUpdated(facts, { hash: set.facts.currentHash, templateGeneration: set.facts.templateGeneration })
    )
      set.pace.leaves(this.#rows.rowOf(facts.node), facts.deletingSinceMs);
    if (!isGone(facts) && this.#evidence.podCreated(facts.ownerUid, facts.createdAtMs) && set !== undefined) this.#refreshCreateError(set);
    const joinedAtMs = facts.ready ? undefined : this.#recentJoinMs(facts.node);
    const before = joinedAtMs === undefined ? undefined : this.#pods.byUid(facts.uid);
    if (joinedAtMs !== undefined && before?.ready) set?.joins.note(before, joinedAtMs, this.#nowMs);
    const moved = this.#pods.put(facts);
    if (moved !== undefined) this.#redraw(moved.ownerUid, moved.node);
    this.#redraw(facts.ownerUid, facts.node);
    for (const node of this.#holders.put(facts)) this.#redrawWaitingOn(node);
  }

  /** Queues the pairs whose pods wait for a host port of this DaemonSet: it came, or it is gone. */
  #redrawHeldBy(ownerUid: string): void {
    for (const node of this.#holders.nodesOf(ownerUid)) this.#redrawWaitingOn(node);
  }

  /** Queues the pairs of a node whose pod waits for the scheduler: the holders of host ports changed. */
  #redrawWaitingOn(node: string): void {
    const row = this.#rows.find(node);
    if (row === undefined || this.#unread.has("pods")) return;
    for (const set of this.#sets.values()) {
      const cell = set.columns.cellAt(row);
      if (cellState(cell) === "unscheduled" || hasFlag(cell, "twoPods")) set.dirtyRows.add(row);
    }
  }

  /** The pods for an event log, if they are in columns. */
  get loggablePods(): LoggablePods | undefined {
    return this.#pods instanceof PodColumns ? this.#pods : undefined;
  }

  /** The nodes for an event log, if they are in columns. */
  get loggableNodes(): LoggableNodes | undefined {
    return this.loggablePods === undefined ? undefined : this.#rows;
  }

  /** Healthy pods, if the model uses columns. A status update of such a pod needs no pod object. */
  get healthyPods(): HealthyPods | undefined {
    return this.healthyPodsWith();
  }

  /** Returns the healthy pods, and calls `onStatus` after each changed status. */
  healthyPodsWith(onStatus?: (change: PodStatusChange) => void): HealthyPods | undefined {
    const pods = this.#pods;
    if (!(pods instanceof PodColumns)) return undefined;
    let found: HealthyPod | undefined;
    return {
      find: (uid) => {
        found = pods.findHealthy(uid);
        return found;
      },
      apply: (status) => {
        if (found === undefined) return false;
        const { ownerUid, node } = found;
        // The memory of a pair with failed pods, and that of joins, need the whole pod.
        if (this.#rejections.knows(ownerUid, node)) return false;
        if (!status.ready && this.#recentJoinMs(node) !== undefined) return false;
        const before = pods.applyHealthyStatus(status);
        if (before === "unfit") return false;
        if (before === "known") return true;
        this.#hasNews = true;
        this.#redraw(ownerUid, node);
        onStatus?.({ uid: pods.foundUid, before, after: status });
        return true;
      },
    };
  }

  /** Returns when a node joined, if that was lately, so that the times of its pods are remembered. */
  #recentJoinMs(name: string): number | undefined {
    const row = this.#remembersSinceMs === undefined || this.#unread.has("pods") ? undefined : this.#rows.find(name);
    const joinedAtMs = row === undefined ? undefined : this.#rows.nodes.createdAtMsAt(row);
    return joinedAtMs !== undefined && joinedAtMs >= this.#nowMs - RECENT_JOIN_MS ? joinedAtMs : undefined;
  }

  #dropPod(uid: string): void {
    const pod = this.#pods.drop(uid);
    if (pod === undefined) return;
    this.#evidence.drop(uid);
    this.#hasNews = true;
    const joinedAtMs = this.#recentJoinMs(pod.node);
    if (joinedAtMs !== undefined) this.#sets.get(pod.ownerUid)?.joins.note(pod, joinedAtMs, this.#nowMs);
    this.#rejections.gone(pod, this.#nowMs);
    this.#redraw(pod.ownerUid, pod.node);
    for (const node of this.#holders.drop(uid)) this.#redrawWaitingOn(node);
  }

  /** Remembers the controller's events about pods that failed before the watch began, and keeps other events as
   *  evidence. */
  #putEvent(event: KubeEvent): void {
    if (event.reason === FAILED_DAEMON_POD) {
      const failure = failedPodEvent(event);
      if (failure === undefined) return;
      if (this.#remembersSinceMs === undefined) this.#failedPodEvents.keep(event.metadata.uid, failure);
      else this.#applyFailedPodEvent(event.metadata.uid, failure);
      return;
    }
    const { kind, uid } = event.involved;
    if (!this.#evidence.put(event, this.#nowMs) || uid === undefined) return;
    if (kind === "DaemonSet") {
      const createdAtMs = this.#pods.newestCreatedAtMs(uid);
      if (createdAtMs !== undefined) this.#evidence.podCreated(uid, createdAtMs);
      const set = this.#sets.get(uid);
      if (set === undefined || !this.#refreshCreateError(set)) return;
    } else {
      const pod = this.#pods.byUid(uid);
      if (pod === undefined) return;
      this.#redraw(pod.ownerUid, pod.node);
    }
    this.#hasNews = true;
  }

  /** Finds the newest failure to create a pod again. Returns whether it changed. O(rows) if it changed. */
  #refreshCreateError(set: DaemonSetEntry): boolean {
    const createError = this.#evidence.createError({ ...set.object.metadata, uid: set.uid }, this.#nowMs);
    if (isEqualJson(createError, set.facts.createError)) return false;
    set.facts = withCreateError(set.facts, createError);
    set.recordDirty = true;
    if (!this.#unread.has("pods")) for (const row of set.columns.rowsWithoutPod()) set.dirtyRows.add(row);
    return true;
  }

  /** Sets the time of the following puts, drops and reads. Time never goes back. O(1): changes by time alone wait
   *  for tick. */
  at(nowMs: number): void {
    if (nowMs > this.#nowMs) this.#nowMs = nowMs;
  }

  /** Lets time pass: the next takeChanges contains what became available or stuck. */
  tick(nowMs: number): void {
    this.at(nowMs);
    if (this.#nowMs <= this.#tickedAtMs) return;
    this.#tickedAtMs = this.#nowMs;
    for (const set of this.#sets.values()) {
      if (set.facts.createError !== undefined) this.#refreshCreateError(set);
      if ((set.columns.nextWakeAtMs ?? Number.POSITIVE_INFINITY) <= this.#nowMs)
        for (const [row, at] of set.columns.wakeAtMs) if (at <= this.#nowMs) set.dirtyRows.add(row);
      if (set.recordLookAtMs !== undefined && set.recordLookAtMs <= this.#nowMs) set.recordDirty = true;
    }
  }

  /** Returns when time alone changes something, or undefined if it never does. Valid after takeChanges. */
  nextWakeAtMs(): number | undefined {
    let next = Number.POSITIVE_INFINITY;
    for (const set of this.#sets.values()) {
      next = Math.min(next, set.recordLookAtMs ?? next, set.columns.nextWakeAtMs ?? next);
    }
    return next === Number.POSITIVE_INFINITY ? undefined : next;
  }

  /** Assesses at most `mostPairs` of the pairs that the next take needs, so that the thread is free in between.
   *  Returns true when no pair is left. The next take returns the results as if it had assessed them itself, because
   *  no memory depends on the time of an assessment yet. Once the model remembers, the take assesses all pairs. */
  settleSome(mostPairs: number): boolean {
    if (this.#remembersSinceMs !== undefined) return true;
    let left = mostPairs;
    for (const set of this.#sets.values()) {
      left = this.#settle(set, left);
      if (set.dirtyRows.size > 0 || set.arePodsUndrawn) return false;
    }
    return true;
  }

  /** Returns a part of the next take when a first sync is too large for one frame: nodes, then the DaemonSets one by
   *  one, then cells. Returns undefined when the take can return the rest. A record of a part lacks what its failing
   *  nodes have in common, because the take compares them in time slices. */
  takePart({ mostNodes, mostCells }: { readonly mostNodes: number; readonly mostCells: number }): ModelChanges | undefined {
    if (this.#remembersSinceMs !== undefined) return undefined;
    if (this.#pending.nodeCount > mostNodes) return { ...NO_CHANGES, ...this.#pending.takeNodes(mostNodes) };
    let count = 0;
    let added: DaemonSetEntry | undefined;
    for (const set of this.#sets.values()) {
      count += set.changedRows.size;
      if (set.record === undefined) added ??= set;
    }
    if (count <= mostCells) return undefined;
    // New nodes and DaemonSets precede their cells.
    const nodes = this.#pending.takeNodes(mostNodes);
    if (added === undefined) return { ...NO_CHANGES, ...nodes, cells: this.#takeCells(mostCells) };
    const record = drain(this.#takeRecord(added, { compares: false }));
    return { ...NO_CHANGES, ...nodes, daemonSetsPut: record === undefined ? [] : [record] };
  }

  /** Returns the changes since the last take. O(changed pairs), and for each changed DaemonSet O(nodes with a
   *  problem). */
  takeChanges(): ModelChanges {
    return drain(this.takeInParts());
  }

  /** Takes in time slices of at most some milliseconds. *Invariant*: until it ends, no input arrives, no time passes
   *  and nothing is saved, so that the result equals that of an unsliced take. Reads of cells and budget holders
   *  meanwhile mix two moments. */
  *takeInParts(pairsPerSlice = PAIRS_PER_SLICE): Generator<undefined, ModelChanges> {
    this.#hasNews = false;
    this.#changedPairs = 0;
    this.#hasCompared = false;
    for (const set of this.#sets.values()) {
      this.#changedPairs += set.dirtyRows.size;
      if (set.dirtyRows.size > 0 && this.#pods instanceof PodTable) yield* this.#pods.takeIn(set.uid);
      while (this.#settle(set, pairsPerSlice) === 0) yield;
    }
    const daemonSetsPut: DaemonSetRecord[] = [];
    for (const record of this.#takeRecords()) {
      if (record !== undefined) daemonSetsPut.push(record);
      yield;
    }
    const cells: CellsOfDaemonSet[] = [];
    for (const set of this.#sets.values()) {
      if (set.changedRows.size === 0) continue;
      cells.push(this.#takeCellsOf(set, Number.POSITIVE_INFINITY));
      yield;
    }
    this.#releaseRows();
    return { ...this.#pending.take(), daemonSetsPut, cells };
  }

  /** Rebuilds the outdated records one at a time, after all pairs are assessed. Yields undefined for an unchanged
   *  record. */
  *#takeRecords(): Generator<DaemonSetRecord | undefined, undefined> {
    for (const { recordDirty } of this.#sets.values()) this.#isSuspicionDue ||= recordDirty;
    if (this.#isSuspicionDue) this.#suspect();
    for (const set of this.#sets.values()) if (set.recordDirty) yield yield* this.#takeRecord(set, { compares: true });
    return undefined;
  }

  /** Rebuilds a record. Returns undefined if it is unchanged. A record without a comparison stays outdated. */
  *#takeRecord(set: DaemonSetEntry, { compares }: { readonly compares: boolean }): Generator<undefined, DaemonSetRecord | undefined> {
    set.recordDirty = !compares;
    this.#savedSets.delete(set.uid);
    const watchedSinceMs = this.#unread.size === 0 ? this.#remembersSinceMs : undefined;
    const revisions = this.#revisions.of(set.uid);
    const built = daemonSetRecordOf({
      entry: set,
      limits: limitsOf(set),
      nameOf: (row) => this.#rows.nameOf(row),
      nodeAt: (row) => this.#rows.nodes.recordAt(row),
      nodeLabels: this.#nodeLabels,
      lifecycles: this.#rows.lifecycles(),
      revisions,
      patience: this.#patience,
      nowMs: this.#nowMs,
      gates: this.#gates,
      loops: this.#rejections.loopsOf(set.uid, this.#nowMs).flatMap(([node, rejections]) => {
        const pair = this.#pairOn(set, node);
        const cause = pair && loopCause(rejections, pair.pods[0], pair).cause;
        // A graceful shutdown rejects pods until the node is gone, and is no loop (rule N2).
        if (cause === undefined || cause.kind === "nodeShutdown" || isEnding(pair?.lifecycle ?? GONE_LIFECYCLE)) return [];
        return { node, rejections, cause };
      }),
      loopsEndAtMs: this.#rejections.nextWakeAtMs(set.uid, this.#nowMs),
      remembersSinceMs: this.#remembersSinceMs,
      unread: this.#unread,
      pods: () => (set.facts.isBeingDeleted === true ? this.#pods.of(set.uid) : []),
      nowhere: () => this.#nowhere(set),
      deciding: (node) => this.#decidingTaint(set, node),
      detailOn: (node, cause) => {
        const pair = this.#pairOn(set, node);
        return pair && detailOf(pair, set.facts, cause);
      },
    });
    const { record } = built;
    const inCommon = compares ? yield* this.#compareFailing(set, built) : undefined;
    if (inCommon !== undefined) record.inCommon = inCommon;
    const { createError } = set.facts;
    const times = [
      built.wakeAtMs,
      createError && createErrorEndMs(createError),
      record.causes.length === 0 ? undefined : this.#comparesAtMs(set),
    ];
    const wakeAtMs = Math.min(...times.map((at) => at ?? Number.POSITIVE_INFINITY));
    set.recordLookAtMs = wakeAtMs === Number.POSITIVE_INFINITY ? undefined : wakeAtMs;
    if (watchedSinceMs !== undefined) recordRolloutState(set, record);
    if (watchedSinceMs !== undefined) recordStart(set, record);
    const isSame = isEqualJson(record, set.record);
    if (!isSame) {
      for (const mark of rolloutMarks(set.record, record, this.#nowMs)) this.#pending.mark(mark);
      set.record = record;
    }
    return isSame ? undefined : record;
  }

  /** Returns what the failing nodes have in common (rule K5). Compares them again only if a cause or a node changed,
   *  and while the model remembers seldom: the publication of events waits for it. */
  *#compareFailing(set: DaemonSetEntry, { record, late, movedAtMs }: BuiltRecord): Generator<undefined, CommonTraits | undefined> {
    const { columns } = set;
    const isChanged = columns.takeCausesChanged() || late !== set.common.late;
    if (this.#unread.size > 0 || record.deleting || record.causes.length === 0) {
      if (set.common !== NEVER_COMPARED) set.common = { ...NEVER_COMPARED, comparedAtMs: set.common.comparedAtMs };
      return undefined;
    }
    if (isChanged) set.common = { ...set.common, isDue: true, late };
    const comparesAtMs = this.#comparesAtMs(set) ?? this.#nowMs;
    if (set.common.isDue && comparesAtMs <= this.#nowMs && this.#isComparisonHeld(set)) {
      const { held: { sinceMs } = { sinceMs: this.#nowMs } } = set.common;
      set.common = { ...set.common, held: { sinceMs, untilMs: this.#nowMs + HELD_MS } };
    } else if (set.common.isDue && comparesAtMs <= this.#nowMs) {
      const { nodes, extent } = this.#rows;
      const isWanted = (row: number): boolean => columns.verdictAt(row) === "run" && nodes.has(row);
      const group = yield* largestFailingGroup(columns.causes, isWanted, { nowMs: this.#nowMs, patience: this.#patience, movedAtMs });
      let { comparedAtMs } = set.common;
      let found: CommonTraits | undefined;
      if (group !== undefined && group.rows.length > 1) {
        this.#hasCompared = true;
        const roles = new Uint8Array(extent);
        for (let row = 0; row < extent; row++) {
          if (row % ROWS_PER_SLICE === ROWS_PER_SLICE - 1) yield;
          if (isWanted(row)) roles[row] = ROLE.other;
        }
        for (const row of group.rows) roles[row] = ROLE.failing;
        found = yield* commonTraitsInParts({ kind: group.kind, roles, nodes, nameOf: (row) => this.#rows.nameOf(row) });
        comparedAtMs = this.#nowMs;
      }
      set.common = { isDue: false, late, comparedAtMs, found };
    }
    const { found } = set.common;
    // The last comparison may be older than the end of its group.
    if (found !== undefined && !record.causes.some(({ cause }) => cause.kind === found.kind))
      set.common = { ...set.common, found: undefined };
    return set.common.found;
  }

  /** Returns when a comparison that is due may run; undefined if none is due or none must wait. */
  #comparesAtMs(set: DaemonSetEntry): number | undefined {
    const { isDue, comparedAtMs, held } = set.common;
    if (!isDue || this.#remembersSinceMs === undefined) return undefined;
    return held?.untilMs ?? (comparedAtMs === undefined ? undefined : comparedAtMs + this.#compareEveryMs);
  }

  get #compareEveryMs(): number {
    return Math.max(COMPARE_EVERY_MS, this.#rows.extent * COMPARE_MS_PER_NODE);
  }

  #isComparisonHeld({ common: { held } }: DaemonSetEntry): boolean {
    if (this.#remembersSinceMs === undefined || this.#rows.extent <= COSTLY_ABOVE_NODES) return false;
    const isLate = held !== undefined && this.#nowMs >= held.sinceMs + this.#compareEveryMs;
    return this.#hasCompared || (this.#changedPairs >= BUSY_PAIRS && !isLate);
  }

  /** Returns a pair as it is now, without recording since when; undefined for an unknown node. */
  #pairOn(set: DaemonSetEntry, node: string): Pair | undefined {
    const row = this.#rows.find(node);
    return row === undefined ? undefined : this.#pairAt(set, row);
  }

  /** Returns a pair of an existing row. One literal makes all of them: a first list has millions, and a spread costs
   *  more than the rules. */
  #pairAt(set: DaemonSetEntry, row: number): ObservedPair {
    const { nodes } = this.#rows;
    const node = this.#rows.nameOf(row);
    const ready = nodes.readyAt(row);
    const pods = withoutOvercomeLoops(this.#pods.on(set.uid, node), this.#nowMs);
    const { nodeAllocatable, endingHolders, containersOf } = rareEvidence(this.#evidenceTables, set, pods, row);
    return {
      node,
      verdict: set.columns.verdictAt(row),
      nodeUnready: ready !== "True",
      lifecycle: this.#rows.lifecycleAt(row) ?? (this.#unread.has("nodes") ? READY_LIFECYCLE : GONE_LIFECYCLE),
      nodeSilent: nodes.has(row) && ready === "Unknown",
      nodeReadySinceMs: nodes.readySinceMsAt(row),
      nodeCreatedAtMs: nodes.createdAtMsAt(row),
      pods,
      podEvents: this.#evidence.ofPods(pods, this.#nowMs)?.facts,
      nodePressures: nodes.pressuresAt(row),
      templateNodeSelector: set.object.spec.template.nodeSelector,
      nodeAllocatable,
      endingHolders,
      containersOf,
      rejections: this.#rejections.of(set.uid, node, this.#nowMs),
      missingSinceMs: undefined,
      misscheduledSinceMs: undefined,
    };
  }

  #decidingTaint(set: DaemonSetEntry, name: string): string | undefined {
    const node = this.#rows.recordNamed(name);
    if (node === undefined) return undefined;
    const decisive = decisiveCheck(explainPlacement(set.object.spec.template, node, this.#gates).checks);
    return decisive?.kind === "taint" ? taintText(decisive.taint) : undefined;
  }

  /** Returns the reason that no node matches. Computed again only when names, labels or taints of nodes, or the
   *  template, change. */
  #nowhere(set: DaemonSetEntry): NoMatchReason {
    const { template } = set.object.spec;
    const { placementVersion } = this.#rows;
    if (set.nowhere?.placementVersion !== placementVersion || set.nowhere.template !== template)
      set.nowhere = { placementVersion, template, why: this.#judge.nowhere(set) };
    return set.nowhere.why;
  }

  #applyFailedPodEvent(eventUid: string, failure: FailedPodEvent): void {
    const { namespace, name } = failure.daemonSet;
    const key = `${namespace}/${name}` as const;
    const { uid = this.#uidByKey.get(key) } = failure.daemonSet;
    const set = uid === undefined ? undefined : this.#sets.get(uid);
    const node = this.#rows.find(failure.node);
    // An event may name the uid of an object in another namespace.
    if (set?.key !== key || node === undefined || !this.#failedPodEvents.isNews(eventUid)) return;
    // The model sees later failures itself; earlier ones belong to another revision.
    const isRelevant =
      failure.atMs <= (this.#remembersSinceMs ?? this.#nowMs) && failure.atMs >= (set.facts.revisionSinceMs ?? failure.atMs);
    if (!isRelevant) return;
    const [pod] = this.#pods.on(set.uid, failure.node);
    this.#hasNews = true;
    this.#rejections.noteEvent(set.uid, failure, pod, set.object.status.observedGeneration);
    set.dirtyRows.add(node);
  }

  #judgeAll(set: DaemonSetEntry): void {
    set.isUnjudged = false;
    this.#judge.judgeAll(set);
    this.#redrawAll(set);
  }

  #refreshRevisions(ownerUids: readonly string[]): void {
    this.#hasNews = true;
    for (const uid of ownerUids) {
      const set = this.#sets.get(uid);
      if (set !== undefined) this.#refreshRevision(set);
    }
  }

  #refreshRevision(set: DaemonSetEntry): void {
    const before = set.facts;
    const revisions = this.#revisions.of(set.uid);
    const { createError } = before;
    let { facts, current } = setFactsOf(set.object, revisions, set.revisionChangedAtMs);
    if (this.#remembersSinceMs !== undefined && before.currentHash !== facts.currentHash) {
      set.revisionChangedAtMs = this.#nowMs;
      ({ facts, current } = setFactsOf(set.object, revisions, this.#nowMs));
    }
    facts = withCreateError(facts, createError);
    set.object = shareTemplate(set.object, current);
    set.facts = facts;
    this.#followPace(set);
    set.current = current;
    set.recordDirty = true;
    if (isEqualJson(before, facts)) return;
    if (current !== undefined && before.currentHash !== undefined && before.currentHash !== facts.currentHash) {
      const reversal = startedReversal(set.object, current, revisions);
      const parts = reversal === undefined ? {} : { reversal };
      this.#pending.mark({ kind: "rolloutStarted", atMs: this.#nowMs, daemonSet: set.key, hash: hashOfRevision(current), ...parts });
    }
    this.#redrawAll(set);
  }

  #redraw(ownerUid: string, node: string): void {
    const set = this.#sets.get(ownerUid);
    if (set === undefined) return;
    const row = this.#rows.rowOf(node);
    // The end of the first list draws every row. Until then a pod changes nothing, and tens of thousands arrive.
    if (!this.#unread.has("pods")) set.dirtyRows.add(row);
  }

  /** Queues every row with a pod of the DaemonSet, in an order that does not depend on arrival. */
  #redrawPodsOf(set: DaemonSetEntry): void {
    const nowhere: string[] = [];
    for (const node of this.#pods.nodesOf(set.uid)) {
      const row = this.#rows.find(node);
      if (row === undefined) nowhere.push(node);
      else set.dirtyRows.add(row);
    }
    for (const node of nowhere.sort()) set.dirtyRows.add(this.#rows.rowOf(node));
  }

  #redrawAll(set: DaemonSetEntry): void {
    for (const row of this.#rows.present()) set.dirtyRows.add(row);
    for (const row of this.#rows.vacant) set.dirtyRows.add(row);
  }

  #assess(set: DaemonSetEntry, row: number): PairAssessment {
    const { nodes } = this.#rows;
    const exists = nodes.has(row);
    if (this.#unread.has("pods")) return unknownPair(set.columns.verdictAt(row), nodes.readyAt(row) !== "True", exists);
    const pair = this.#pairAt(set, row);
    const { node: name, verdict, pods } = pair;
    const isMissing = exists && verdict === "run" && pods.length === 0;
    const isMisscheduled = exists && verdict !== "run" && pods.length > 0;
    const seenMs = this.#remembersSinceMs === undefined ? undefined : this.#nowMs;
    pair.missingSinceMs = set.missing.record(name, isMissing, seenMs);
    pair.misscheduledSinceMs = set.misscheduled.record(name, isMisscheduled, seenMs);
    let assessed = assessPair(pair, set.facts, exists, set.surging, this.#nowMs);
    const eventsUntilMs = pair.podEvents === undefined ? undefined : this.#evidence.ofPods(pods, this.#nowMs)?.untilMs;
    if (eventsUntilMs !== undefined) assessed = { ...assessed, wakeAtMs: Math.min(assessed.wakeAtMs ?? eventsUntilMs, eventsUntilMs) };
    if (this.#unread.size === 0 || !exists) return assessed;
    return { ...assessed, cell: maskUnreadCell(assessed.cell, this.#unread) };
  }

  #followPace(set: DaemonSetEntry): void {
    const isWatched = this.#remembersSinceMs !== undefined && this.#unread.size === 0;
    set.pace.follow(set.facts.currentHash, isWatched, this.#nowMs);
  }

  /** Records that a node is done. It counts only if the model saw the change during a rollout. */
  #notePace(set: DaemonSetEntry, row: number): void {
    if (!set.pace.isBegun || !set.pace.isNews(row) || set.record?.underWay !== true) return;
    const [pod] = this.#pods.on(set.uid, this.#rows.nameOf(row));
    if (pod !== undefined)
      set.pace.arrived(row, this.#nowMs, nodeUpdateOf(pod, set.pace.leftAtMs(row), set.facts.minReadySeconds, set.surging));
  }

  /** Compares all DaemonSets to find revisions that may break nodes. O(NotReady nodes × DaemonSets), and a quick
   *  check of each DaemonSet. */
  #suspect(): void {
    this.#isSuspicionDue = false;
    const candidates: SuspectCandidate[] = [];
    for (const { key, columns } of this.#sets.values()) {
      const { fellSinceMs, totals } = columns;
      if (fellSinceMs.size === 0) continue;
      candidates.push({
        key,
        fallen: fellSinceMs,
        reached: totals.reached,
        others: totals.unreached,
        othersFallen: totals.sickWithout,
      });
    }
    const suspects = findSuspects(candidates);
    for (const set of this.#sets.values()) {
      const suspicion = suspects.get(set.key);
      if (isEqualJson(suspicion, set.suspicion)) continue;
      set.suspicion = suspicion;
      set.recordDirty = true;
    }
  }

  /** Assesses at most `most` dirty rows if the record must be rebuilt, and returns the unused rest of `most`.
   *  Splitting the classes of nodes takes a time slice, and so do judging all nodes, queueing the rows of pods and
   *  beginning the pace. */
  #settle(set: DaemonSetEntry, most: number): number {
    if (set.isUnjudged) {
      if (!this.#judge.splitClasses(set)) this.#judgeAll(set);
      return 0;
    }
    if (set.arePodsUndrawn) {
      set.arePodsUndrawn = false;
      this.#redrawPodsOf(set);
      return 0;
    }
    if (set.dirtyRows.size > 0) set.recordDirty = true;
    if (!set.recordDirty) return most;
    this.#followPace(set);
    let left = this.#assessRows(set, most);
    if (set.dirtyRows.size > 0) return left;
    const limits = limitsOf(set);
    // A percentage of surge depends on desired, and the rules of a budget slot depend on whether there is a surge.
    if (set.surging !== (limits.kind === "maxSurge")) {
      set.surging = limits.kind === "maxSurge";
      this.#redrawAll(set);
      left = this.#assessRows(set, left);
    }
    if (set.dirtyRows.size > 0 || !set.pace.isFollowing || set.pace.isBegun) return left;
    set.pace.begin(set.columns.rowsIn("done"));
    return 0;
  }

  #assessRows(set: DaemonSetEntry, most: number): number {
    for (let left = most; left > 0; left--) {
      const row = set.dirtyRows.take();
      if (row === undefined) return left;
      const assessed = this.#assess(set, row);
      const changed = set.columns.put(row, assessed);
      if ((assessed.tally & TALLY.done) !== 0) this.#notePace(set, row);
      if (changed) set.changedRows.add(row);
    }
    return 0;
  }

  #takeCells(most: number): ModelChanges["cells"] {
    const cells: CellsOfDaemonSet[] = [];
    let left = most;
    for (const set of this.#sets.values()) {
      if (left === 0 || set.changedRows.size === 0) continue;
      const part = this.#takeCellsOf(set, left);
      left -= part.rows.length;
      cells.push(part);
    }
    return cells;
  }

  #takeCellsOf(set: DaemonSetEntry, most: number): CellsOfDaemonSet {
    const rows: number[] = [];
    for (let left = most; left > 0; left--) {
      const row = set.changedRows.take();
      if (row === undefined) break;
      rows.push(row);
    }
    return {
      daemonSet: set.key,
      rows,
      nodes: rows.map((row) => this.#rows.nameOf(row)),
      bytes: rows.map((row) => set.columns.cellAt(row)),
    };
  }

  /** Releases the rows of nodes that are gone and have no pods left; every column is empty in these rows. During the
   *  first list of nodes, each row with a pod may still get its node. */
  #releaseRows(): void {
    if (this.#remembersSinceMs === undefined && this.#unread.has("nodes")) return;
    const owners = [...this.#sets.keys()];
    for (const row of this.#rows.vacant) {
      const name = this.#rows.nameOf(row);
      if (!owners.some((uid) => this.#pods.hasOn(uid, name))) this.#rows.release(row);
    }
  }
}
