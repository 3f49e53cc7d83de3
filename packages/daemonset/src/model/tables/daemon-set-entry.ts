import type { MatchingGates } from "@daemonscope/kube/matching/toleration";
import type { KubeControllerRevision, KubeDaemonSet } from "@daemonscope/kube/objects";
import { timeMs } from "@daemonscope/kube/values/time";
import { ANNOTATIONS } from "@daemonscope/kube/well-known";
import { startOf } from "../../managed/owner-revision.ts";
import type { StrategyChange } from "../../managed/strategy-change.ts";
import type { SetFacts } from "../../pair/pair.ts";
import { ClassVerdicts } from "../../placement/node-classes.ts";
import type { CommonTraits } from "../../records/common-traits.ts";
import type { EventFact } from "../../records/event-fact.ts";
import { type ManagedRollout, nodesNotEnded } from "../../records/managed-rollout.ts";
import type { NoMatchReason } from "../../records/no-match-reason.ts";
import type { DaemonSetKey, DaemonSetRecord } from "../../records/records.ts";
import { currentRevision, hashOfRevision, returnedAtMs } from "../../revisions/revisions-of.ts";
import { wasSeenAtCreation } from "../../revisions/seen-when-made.ts";
import type { Suspect } from "../../rollout/concern/suspects.ts";
import type { ObservedRollout } from "../../rollout/under-way.ts";
import { JoinTracker } from "../../tracking/join-tracker.ts";
import { LagTracker } from "../../tracking/lag-tracker.ts";
import { LostNodeTracker } from "../../tracking/lost-node-tracker.ts";
import { PauseTracker } from "../../tracking/pause-tracker.ts";
import { RevisionOutcomeTracker } from "../../tracking/revision-outcome-tracker.ts";
import { RolloutPaceTracker } from "../../tracking/rollout-pace-tracker.ts";
import { SinceMemory } from "../../tracking/since-memory.ts";
import { RowQueue } from "../row-queue.ts";
import { PairColumns } from "./pair-columns.ts";

/** The last comparison of the failing nodes with the others, as plain data. */
export interface CommonMemory {
  /** A cause, or a node that it was made from, changed since. */
  readonly isDue: boolean;
  /** Number of nodes that were late at the last record. Time alone changes it. */
  readonly late: number;
  readonly comparedAtMs: number | undefined;
  readonly found: CommonTraits | undefined;
  /** A due comparison waits since then for a tick with few changes, and checks again at `untilMs`. */
  readonly held?: { readonly sinceMs: number; readonly untilMs: number };
}

export const NEVER_COMPARED: CommonMemory = { isDue: true, late: 0, comparedAtMs: undefined, found: undefined };

/** A DaemonSet in the model, changed in place by ClusterModel only. */
export interface DaemonSetEntry {
  readonly key: DaemonSetKey;
  readonly uid: string;
  object: KubeDaemonSet;
  verdicts: ClassVerdicts;
  facts: SetFacts;
  current: KubeControllerRevision | undefined;
  readonly columns: PairColumns;
  /** Rows that must be assessed again. */
  readonly dirtyRows: RowQueue;
  /** Rows whose cells changed since the last take. */
  readonly changedRows: RowQueue;
  /** The verdicts of its columns do not reflect its template yet. */
  isUnjudged: boolean;
  /** The verdicts are up to date, but the rows of its pods, including pods without a node, are not queued yet. */
  arePodsUndrawn: boolean;
  /** Whether the budget slots of the columns follow the rules of maxSurge. */
  surging: boolean;
  recordDirty: boolean;
  /** When time alone changes the record. */
  recordLookAtMs: number | undefined;
  record: DaemonSetRecord | undefined;
  /** The reason that no node wants a pod, for these nodes and this template. Computed again when either changes. */
  nowhere:
    | { readonly placementVersion: number; readonly template: KubeDaemonSet["spec"]["template"]; readonly why: NoMatchReason }
    | undefined;
  /** Whether its current revision may break nodes, compared with all other DaemonSets. */
  suspicion: Suspect | undefined;
  /** This field and those below are memory that no object holds. Times of changes are undefined until a change is
   *  seen. */
  readonly lost: LostNodeTracker;
  /** Nodes that want a pod and have none. */
  readonly missing: SinceMemory;
  /** Nodes that have a pod and want none. */
  readonly misscheduled: SinceMemory;
  /** Nodes whose planned pause outlasts the upgrade. */
  readonly pauses: PauseTracker;
  /** Nodes whose upgrade failed. */
  readonly failedUpgrades: SinceMemory;
  readonly joins: JoinTracker;
  readonly pace: RolloutPaceTracker;
  readonly outcomes: RevisionOutcomeTracker;
  readonly lags: LagTracker;
  common: CommonMemory;
  seenRollout: ObservedRollout | undefined;
  specChangedAtMs: number | undefined;
  strategyChange: StrategyChange | undefined;
  revisionChangedAtMs: number | undefined;
}

export function daemonSetKey(daemonSet: KubeDaemonSet): DaemonSetKey {
  return `${daemonSet.metadata.namespace}/${daemonSet.metadata.name}`;
}

/** The legacy counter in the annotation; undefined if it is absent or not a number, and then it never matches. */
function templateGenerationOf(daemonSet: KubeDaemonSet): number | undefined {
  const text = daemonSet.metadata.annotations?.[ANNOTATIONS.templateGeneration];
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** Returns the time since which the current revision is current. Without an observed change it is the return to its
 *  template, otherwise the creation of the newest revision, which is not later. With one it is the later of the two. A
 *  change that was seen at the creation of the newest revision counts from that creation. */
function revisionSinceMs(
  revisions: readonly KubeControllerRevision[],
  current: KubeControllerRevision | undefined,
  changedAtMs: number | undefined,
): number | undefined {
  let newest: number | undefined;
  for (const { metadata } of revisions) {
    const madeAtMs = timeMs(metadata.creationTimestamp);
    if (madeAtMs !== undefined && madeAtMs > (newest ?? Number.NEGATIVE_INFINITY)) newest = madeAtMs;
  }
  if (newest === undefined || changedAtMs === undefined) return (current && returnedAtMs(current, revisions)) ?? newest ?? changedAtMs;
  const isNewest = current !== undefined && timeMs(current.metadata.creationTimestamp) === newest;
  return isNewest && wasSeenAtCreation(newest, changedAtMs) ? newest : Math.max(newest, changedAtMs);
}

/** Reports whether an older revision is current since an unknown time: its change was not observed, and it has no time
 *  of its number. That change followed the creation of the newest revision. */
function isUndoneUnseen(
  revisions: readonly KubeControllerRevision[],
  current: KubeControllerRevision | undefined,
  changedAtMs: number | undefined,
): boolean {
  const currentCreatedAtMs = current && timeMs(current.metadata.creationTimestamp);
  if (changedAtMs !== undefined || current === undefined || currentCreatedAtMs === undefined) return false;
  if (returnedAtMs(current, revisions) !== undefined) return false;
  return revisions.some(({ metadata }) => (timeMs(metadata.creationTimestamp) ?? currentCreatedAtMs) > currentCreatedAtMs);
}

/** `changedAtMs`: when another revision was seen to become the current one. */
export function setFactsOf(
  daemonSet: KubeDaemonSet,
  revisions: readonly KubeControllerRevision[],
  changedAtMs?: number,
): { readonly facts: SetFacts; readonly current: KubeControllerRevision | undefined } {
  const current = currentRevision(revisions, daemonSet.templateHash);
  const facts = {
    minReadySeconds: daemonSet.spec.minReadySeconds,
    ...(daemonSet.metadata.deletionTimestamp === undefined ? {} : { isBeingDeleted: true as const }),
    currentHash: current === undefined ? undefined : hashOfRevision(current),
    templateGeneration: templateGenerationOf(daemonSet),
    revisionSinceMs: revisionSinceMs(revisions, current, changedAtMs),
    ...(isUndoneUnseen(revisions, current, changedAtMs) ? { isUndoneUnseen: true } : {}),
  };
  return { facts, current };
}

/** Returns the facts with another failure to create a pod; undefined for none. */
export function withCreateError({ createError: _, ...facts }: SetFacts, createError: EventFact | undefined): SetFacts {
  return createError === undefined ? facts : { ...facts, createError };
}

/** Returns the DaemonSet with the full template of the revision that equals it, so that memory holds the template
 *  once. */
export function shareTemplate(daemonSet: KubeDaemonSet, current: KubeControllerRevision | undefined): KubeDaemonSet {
  const isEqual = current?.fullTemplate !== undefined && current.templateHash === daemonSet.templateHash;
  if (!isEqual || daemonSet.fullTemplate === undefined || daemonSet.fullTemplate === current.fullTemplate) return daemonSet;
  return { ...daemonSet, fullTemplate: current.fullTemplate };
}

export function newEntry(daemonSet: KubeDaemonSet, revisions: readonly KubeControllerRevision[], gates: MatchingGates): DaemonSetEntry {
  const { template } = daemonSet.spec;
  const { facts, current } = setFactsOf(daemonSet, revisions);
  return {
    key: daemonSetKey(daemonSet),
    uid: daemonSet.metadata.uid,
    object: shareTemplate(daemonSet, current),
    verdicts: new ClassVerdicts(template, gates),
    facts,
    current,
    columns: new PairColumns(),
    dirtyRows: new RowQueue(),
    changedRows: new RowQueue(),
    isUnjudged: false,
    arePodsUndrawn: false,
    surging: false,
    recordDirty: true,
    recordLookAtMs: undefined,
    record: undefined,
    nowhere: undefined,
    suspicion: undefined,
    lost: new LostNodeTracker(),
    missing: new SinceMemory(),
    misscheduled: new SinceMemory(),
    pauses: new PauseTracker(),
    failedUpgrades: new SinceMemory(),
    joins: new JoinTracker(),
    pace: new RolloutPaceTracker(),
    outcomes: new RevisionOutcomeTracker(),
    lags: new LagTracker(),
    common: NEVER_COMPARED,
    seenRollout: undefined,
    specChangedAtMs: undefined,
    strategyChange: undefined,
    revisionChangedAtMs: undefined,
  };
}

/** Remembers that the rollout of the current revision was seen under way, or was seen to end. */
export function recordRolloutState(entry: DaemonSetEntry, { rollout }: DaemonSetRecord): void {
  const hash = entry.facts.currentHash;
  if (hash === undefined) return;
  if (rollout.kind === "complete" || rollout.kind === "noNodes") entry.seenRollout = { hash, isFinished: true };
  else if (rollout.kind !== "unobserved" && entry.columns.totals.outdated > 0) entry.seenRollout = { hash, isFinished: false };
}

interface RevisionMoment {
  readonly revisions: readonly KubeControllerRevision[];
  readonly managed: ManagedRollout | undefined;
  readonly nowMs: number;
  readonly watchedSinceMs: number;
}

/** Remembers how far the current revision got. A node with a new pod is not done while its controller works there, or
 *  has failed there (rule R31). */
export function recordRevision(
  { current, columns, outcomes: fates }: DaemonSetEntry,
  { revisions, managed, nowMs, watchedSinceMs }: RevisionMoment,
): void {
  if (current === undefined) return;
  const { current: nodes, well, desired } = columns.totals;
  const done = Math.min(columns.totals.done, desired - (managed === undefined ? 0 : nodesNotEnded(managed)));
  const madeAtMs = timeMs(current.metadata.creationTimestamp);
  fates.note({ hash: hashOfRevision(current), madeAtMs, nodes, available: well, done, desired }, nowMs, watchedSinceMs);
  fates.keep(revisions.map(hashOfRevision));
}

/** Remembers how the current revision became so. The record shows it of earlier revisions. */
export function recordStart({ facts, outcomes }: DaemonSetEntry, record: DaemonSetRecord): void {
  if (facts.currentHash !== undefined) outcomes.noteStart(facts.currentHash, startOf(record));
}
