import type { MatchingGates } from "@daemonscope/kube/matching/toleration";
import type { KubeControllerRevision, KubeDaemonSet } from "@daemonscope/kube/objects";
import type { StrategyChange } from "../managed/strategy-change.ts";
import type { InitialPods } from "../pods/initial-pods.ts";
import type { PodFacts } from "../pods/pod-facts.ts";
import type { PortHolder } from "../pods/port-holder.ts";
import type { EventFact } from "../records/event-fact.ts";
import type { DaemonSetRecord, ModelSource } from "../records/records.ts";
import type { Suspect } from "../rollout/concern/suspects.ts";
import type { ObservedRollout } from "../rollout/under-way.ts";
import type { SavedEvidence } from "../tracking/event-evidence.ts";
import type { SavedEvents } from "../tracking/failed-pod-events.ts";
import { JoinTracker, type SavedJoins } from "../tracking/join-tracker.ts";
import { LagTracker, type SavedLags } from "../tracking/lag-tracker.ts";
import { LostNodeTracker, type SavedLosses } from "../tracking/lost-node-tracker.ts";
import { PauseTracker } from "../tracking/pause-tracker.ts";
import type { SavedRejections } from "../tracking/rejection-tracker.ts";
import { RevisionOutcomeTracker, type SavedRevisionOutcomes } from "../tracking/revision-outcome-tracker.ts";
import { RolloutPaceTracker, type SavedRolloutPace } from "../tracking/rollout-pace-tracker.ts";
import { type SavedSince, SinceMemory } from "../tracking/since-memory.ts";
import {
  type CommonMemory,
  type DaemonSetEntry,
  NEVER_COMPARED,
  newEntry,
  setFactsOf,
  withCreateError,
} from "./tables/daemon-set-entry.ts";
import type { SavedRows } from "./tables/node-rows.ts";
import { PairColumns, type SavedColumns } from "./tables/pair-columns.ts";

/** A DaemonSet in the model as plain data. */
export interface SavedDaemonSet {
  readonly object: KubeDaemonSet;
  readonly columns: SavedColumns;
  readonly surging: boolean;
  readonly recordLookAtMs: number | undefined;
  readonly record: DaemonSetRecord | undefined;
  readonly suspicion: Suspect | undefined;
  readonly lost: SavedLosses;
  readonly missing: SavedSince;
  /** Absent in older recordings. */
  readonly misscheduled?: SavedSince;
  /** Absent if there are none, and in older recordings. */
  readonly pauses?: SavedSince;
  /** Absent if there are none, and in older recordings. */
  readonly failedUpgrades?: SavedSince;
  /** Absent if there are none, and in older recordings. */
  readonly joins?: SavedJoins;
  readonly pace: SavedRolloutPace;
  readonly fates: SavedRevisionOutcomes;
  readonly lags: SavedLags;
  /** Absent if the failing nodes were never compared, and in older recordings. */
  readonly common?: CommonMemory;
  readonly seenRollout: ObservedRollout | undefined;
  readonly specChangedAtMs: number | undefined;
  /** Absent if no change was observed, and in older recordings. */
  readonly strategyChange?: StrategyChange;
  readonly revisionChangedAtMs: number | undefined;
  /** Absent if there is none, and in older recordings. */
  readonly createError?: EventFact;
}

/** The whole state of a model as plain data. JSON omits undefined fields without loss. The objects belong to the
 *  model, which never changes them. Columns keep their past assessments instead of new ones, because no object holds
 *  the time of each assessment. */
export interface SavedModel {
  readonly nowMs: number;
  readonly tickedAtMs: number;
  readonly remembersSinceMs: number | undefined;
  readonly unread: readonly ModelSource[];
  readonly rows: SavedRows;
  readonly sets: readonly SavedDaemonSet[];
  readonly revisions: readonly KubeControllerRevision[];
  readonly pods: readonly PodFacts[] | InitialPods;
  readonly rejections: SavedRejections;
  readonly heardEvents: SavedEvents;
  /** Absent if there is none, and in older recordings. */
  readonly evidence?: SavedEvidence;
  /** Absent if there are none, and in older recordings. */
  readonly holders?: readonly PortHolder[];
}

/** The result of a save: its pods are a plain list. */
export type ModelSnapshot = SavedModel & { readonly pods: readonly PodFacts[] };

/** O(nodes), over numbers. */
export function savedSetOf(entry: DaemonSetEntry): SavedDaemonSet {
  return {
    object: entry.object,
    columns: entry.columns.saved,
    surging: entry.surging,
    recordLookAtMs: entry.recordLookAtMs,
    record: entry.record,
    suspicion: entry.suspicion,
    lost: entry.lost.saved,
    missing: entry.missing.saved,
    misscheduled: entry.misscheduled.saved,
    ...(entry.pauses.saved.length === 0 ? {} : { pauses: entry.pauses.saved }),
    ...(entry.failedUpgrades.saved.length === 0 ? {} : { failedUpgrades: entry.failedUpgrades.saved }),
    ...(entry.joins.saved.length === 0 ? {} : { joins: entry.joins.saved }),
    pace: entry.pace.saved,
    fates: entry.outcomes.saved,
    lags: entry.lags.saved,
    ...(entry.common === NEVER_COMPARED ? {} : { common: entry.common }),
    seenRollout: entry.seenRollout,
    specChangedAtMs: entry.specChangedAtMs,
    ...(entry.strategyChange === undefined ? {} : { strategyChange: entry.strategyChange }),
    revisionChangedAtMs: entry.revisionChangedAtMs,
    ...(entry.facts.createError === undefined ? {} : { createError: entry.facts.createError }),
  };
}

export function restoredEntry(saved: SavedDaemonSet, revisions: readonly KubeControllerRevision[], gates: MatchingGates): DaemonSetEntry {
  const { facts, current } = setFactsOf(saved.object, revisions, saved.revisionChangedAtMs);
  return {
    ...newEntry(saved.object, revisions, gates),
    facts: withCreateError(facts, saved.createError),
    current,
    columns: new PairColumns(saved.columns),
    surging: saved.surging,
    recordDirty: false,
    recordLookAtMs: saved.recordLookAtMs,
    record: saved.record,
    suspicion: saved.suspicion,
    lost: new LostNodeTracker(saved.lost),
    missing: new SinceMemory(saved.missing),
    misscheduled: new SinceMemory(saved.misscheduled),
    pauses: new PauseTracker(saved.pauses),
    failedUpgrades: new SinceMemory(saved.failedUpgrades),
    joins: new JoinTracker(saved.joins),
    pace: new RolloutPaceTracker(saved.pace),
    outcomes: new RevisionOutcomeTracker(saved.fates),
    lags: new LagTracker(saved.lags),
    common: saved.common ?? NEVER_COMPARED,
    seenRollout: saved.seenRollout,
    specChangedAtMs: saved.specChangedAtMs,
    strategyChange: saved.strategyChange,
    revisionChangedAtMs: saved.revisionChangedAtMs,
  };
}
