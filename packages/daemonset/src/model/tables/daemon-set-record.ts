import { labelSelectorText, labelsText } from "@daemonscope/kube/matching/label-selector";
import type { MatchingGates } from "@daemonscope/kube/matching/toleration";
import type { ContainerSummary, DaemonSetCounts, KubeControllerRevision, KubeDaemonSet, VolumeSummary } from "@daemonscope/kube/objects";
import { timeMs } from "@daemonscope/kube/values/time";
import { brokenSlot } from "../../budget/budget-slot.ts";
import { type BudgetLimits, budgetOf, budgetOfGroups } from "../../budget/derive-budget.ts";
import { clashingPorts, hostPortsOf, portNumbers } from "../../capacity/host-ports.ts";
import { CAUSES } from "../../causes/causes.ts";
import { COUNT_FIELDS, disagreementsOf } from "../../counts/disagreements.ts";
import { statusLateUntilMs } from "../../counts/persistent-disagreements.ts";
import { countsOf, type TallyTotals } from "../../counts/tally.ts";
import { leavingNodesOf } from "../../managed/leaving-nodes.ts";
import type { LabelledRows } from "../../managed/managed-rollout.ts";
import { ownershipOf } from "../../managed/ownership.ts";
import type { PodFacts } from "../../pods/pod-facts.ts";
import { type Budget, HOLDER_NODES_LIMIT, UNKNOWN_BUDGET } from "../../records/budget.ts";
import type { CauseDetail, CauseFact } from "../../records/cause-fact.ts";
import type { ManagedRollout } from "../../records/managed-rollout.ts";
import type { NoMatchReason } from "../../records/no-match-reason.ts";
import type { NodeLifecycle } from "../../records/node-lifecycle.ts";
import type { PlacementTemplate } from "../../records/placement-template.ts";
import {
  type Cause,
  type DaemonSetRecord,
  type HostMount,
  MODEL_SOURCES,
  type ModelSource,
  type NodeRecord,
  type RecordContainer,
} from "../../records/records.ts";
import { paceEndsAtMs } from "../../records/rollout-pace.ts";
import { hashOfRevision, summarizeRevisions } from "../../revisions/revisions-of.ts";
import type { BackoffLoop } from "../../rollout/concern/backoff-loop.ts";
import { deletionOf } from "../../rollout/concern/deletion-concern.ts";
import { causesOfGroups } from "../../rollout/concern/derive-causes.ts";
import { type ConcernFacts, deriveConcern } from "../../rollout/concern/derive-concern.ts";
import { detectStall, type StallTimeouts } from "../../rollout/concern/detect-stall.ts";
import { upgradeIdle } from "../../rollout/concern/upgrade-idle.ts";
import { rolloutStateOf } from "../../rollout/rollout-state.ts";
import { isRolloutFinished, isUnderWay, type ObservedRollout } from "../../rollout/under-way.ts";
import { type DaemonSetEntry, recordRevision } from "./daemon-set-entry.ts";
import { type OtherControllers, otherControllersOf } from "./other-controllers.ts";

interface RecordInput {
  /** An entry whose rows are all assessed: none is dirty. */
  readonly entry: DaemonSetEntry;
  readonly limits: BudgetLimits;
  readonly nameOf: (row: number) => string;
  readonly nodeAt: (row: number) => NodeRecord | undefined;
  readonly nodeLabels: LabelledRows;
  readonly lifecycles: Iterable<readonly [row: number, lifecycle: NodeLifecycle]>;
  readonly revisions: readonly KubeControllerRevision[];
  readonly patience: StallTimeouts;
  readonly nowMs: number;
  readonly gates: MatchingGates;
  /** Nodes whose pods fail again and again. */
  readonly loops: readonly BackoffLoop[];
  /** When the first of these loops expires by itself. */
  readonly loopsEndAtMs: number | undefined;
  readonly remembersSinceMs: number | undefined;
  readonly unread: ReadonlySet<ModelSource>;
  /** All its pods; read only if it is being deleted. */
  readonly pods: () => Iterable<PodFacts>;
  /** Returns why no node wants a pod; called only if none does. */
  readonly nowhere: () => NoMatchReason;
  /** Returns the taint that decides against a node; undefined if none does. O(checks). */
  readonly deciding: (node: string) => string | undefined;
  /** Returns what is known about a cause on a node; undefined if nothing is. */
  readonly detailOn: (node: string, cause: CauseFact) => CauseDetail | undefined;
}

interface CauseGroup {
  readonly cause: CauseFact;
  readonly nodes: readonly string[];
}

/** Adds what is known about each cause on its first node by name, so that the order of arrival has no effect. */
const detailed = <Group extends CauseGroup>({ detailOn }: RecordInput, groups: readonly Group[]): readonly Group[] =>
  groups.map((group) => {
    const [node] = group.nodes;
    const detail = node === undefined ? undefined : detailOn(node, group.cause);
    return detail === undefined ? group : { ...group, detail };
  });

const detailedBudget = (input: RecordInput, budget: Budget): Budget => ({ ...budget, holders: detailed(input, budget.holders) });

/** Returns the one taint that misscheduled pods do not tolerate (rule R11). Skips the search if there are more nodes
 *  than a list names. */
function untoleratedBy(causes: readonly Cause[], deciding: RecordInput["deciding"]): string | undefined {
  const found = causes.filter(({ state }) => state === "misscheduled");
  if (found.reduce((nodes, { count }) => nodes + count, 0) > HOLDER_NODES_LIMIT) return undefined;
  const taints = new Set(found.flatMap(({ nodes }) => nodes.map(deciding)));
  const [taint] = taints;
  return taints.size === 1 ? taint : undefined;
}

function reportedCounts(entry: DaemonSetEntry): DaemonSetCounts {
  const { status } = entry.object;
  return {
    desiredNumberScheduled: status.desiredNumberScheduled,
    currentNumberScheduled: status.currentNumberScheduled,
    numberReady: status.numberReady,
    updatedNumberScheduled: status.updatedNumberScheduled,
    numberAvailable: status.numberAvailable,
    numberUnavailable: status.numberUnavailable,
    numberMisscheduled: status.numberMisscheduled,
  };
}

const HOST_PATH = "hostPath ";

function recordContainerOf(
  { name, image, ports, requests, mounts = [] }: ContainerSummary,
  volumes: readonly VolumeSummary[],
): RecordContainer {
  const hostMounts = mounts.flatMap(({ volume, ...mount }): HostMount[] => {
    const source = volumes.find((each) => each.name === volume)?.source ?? "";
    return source.startsWith(HOST_PATH) ? [{ hostPath: source.slice(HOST_PATH.length), ...mount }] : [];
  });
  return {
    name,
    image,
    ...(ports.length === 0 ? {} : { ports }),
    ...(requests === undefined ? {} : { requests }),
    ...(hostMounts.length === 0 ? {} : { hostMounts }),
  };
}

function placementTemplateOf({
  nodeName,
  nodeSelector,
  requiredNodeAffinity,
  tolerations,
  hostNetwork,
}: KubeDaemonSet["spec"]["template"]): PlacementTemplate {
  return {
    ...(nodeName === undefined ? {} : { nodeName }),
    nodeSelector,
    ...(requiredNodeAffinity === undefined ? {} : { requiredNodeAffinity }),
    tolerations,
    hostNetwork,
  };
}

const withNames = <T>(rows: ReadonlyMap<number, T>, nameOf: (row: number) => string): readonly (readonly [string, T])[] =>
  Array.from(rows, ([row, value]) => [nameOf(row), value] as const);

function latest(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.max(a, b);
}

/** Reduces a record to what status and spec report, because the objects for derived fields were not read (rule C13). */
function asReported({
  pace: _,
  nowhere: __,
  onUnready: ___,
  managedBy: ____,
  paused: _____,
  unavailable: ______,
  awaited: ________,
  waitsFor: ___________,
  doneExceptLeaving: _______,
  leaving: ____________,
  statusIsLate: _________,
  newPodsFail: __________,
  onlyOldFail: _____________,
  ...record
}: DaemonSetRecord): DaemonSetRecord {
  const countsNodes = !record.unread.includes("nodes") && !record.unread.includes("pods");
  return {
    ...record,
    derived: null,
    underWay: record.rollout.kind === "updating" || record.rollout.kind === "unobserved" || record.rollout.kind === "waitingForAvailable",
    disagreements: [],
    budget: record.budget.kind === "none" ? record.budget : UNKNOWN_BUDGET,
    concern: null,
    causes: [],
    revisions: countsNodes ? record.revisions : record.revisions.map((revision) => ({ ...revision, nodes: null })),
    readying: [],
  };
}

/** Longest time between a template change and the creation of its revision. */
const CREATED_WITHIN_MS = 60_000;
/** Tolerance for times in whole seconds and for clock skew. */
const SKEW_MS = 2000;

/** After an unobserved undo only a bound is known, which is not reported. */
const knownSinceMs = ({ revisionSinceMs, isUndoneUnseen = false }: DaemonSetEntry["facts"]): number | undefined =>
  isUndoneUnseen ? undefined : revisionSinceMs;

/** Returns the author of the current revision: the manager and its user, if the revision followed its last change. */
function changedBy(
  { templateManager }: KubeDaemonSet,
  facts: DaemonSetEntry["facts"],
): { readonly changedBy?: string; readonly changedByUser?: string } {
  const revisionSinceMs = knownSinceMs(facts);
  if (templateManager === undefined || revisionSinceMs === undefined) return {};
  const afterMs = revisionSinceMs - templateManager.atMs;
  if (afterMs < -SKEW_MS || afterMs > CREATED_WITHIN_MS) return {};
  const { manager, user } = templateManager;
  return { changedBy: manager, ...(user === undefined ? {} : { changedByUser: user }) };
}

type Writable<T> = { -readonly [Field in keyof T]: T[Field] };

type SpecPart = ReturnType<typeof specPartOf>;
const specParts = new WeakMap<KubeDaemonSet, { readonly facts: DaemonSetEntry["facts"]; readonly part: SpecPart }>();

/** The part of the record from metadata and spec. It is the same object while the DaemonSet and its facts are the
 *  same. */
function specPart(entry: DaemonSetEntry): SpecPart {
  const known = specParts.get(entry.object);
  if (known?.facts === entry.facts) return known.part;
  const part = specPartOf(entry);
  specParts.set(entry.object, { facts: entry.facts, part });
  return part;
}

function ownershipFields(object: KubeDaemonSet): Pick<DaemonSetRecord, "ownership"> {
  const ownership = ownershipOf(object);
  return ownership === undefined ? {} : { ownership };
}

function specPartOf({ key, object, facts }: DaemonSetEntry) {
  const { metadata, spec } = object;
  const { template } = spec;
  return {
    key,
    uid: metadata.uid,
    namespace: metadata.namespace,
    name: metadata.name,
    resourceVersion: metadata.resourceVersion,
    generation: metadata.generation ?? 0,
    observedGeneration: object.status.observedGeneration,
    createdAtMs: timeMs(metadata.creationTimestamp) ?? 0,
    deleting: metadata.deletionTimestamp !== undefined,
    nodeSelector: labelsText(template.nodeSelector),
    containers: template.containers.map((container) => recordContainerOf(container, template.volumes)),
    hostPorts: portNumbers(hostPortsOf(template)),
    hostNetwork: template.hostNetwork,
    volumes: template.volumes.map(({ name, source }) => `${name}: ${source}`),
    selector: labelSelectorText(spec.selector),
    placement: placementTemplateOf(template),
    ...(template.priorityClassName === undefined ? {} : { priorityClassName: template.priorityClassName }),
    strategy: spec.updateStrategy.type === "OnDelete" ? ("OnDelete" as const) : ("RollingUpdate" as const),
    minReadySeconds: facts.minReadySeconds,
    templateGeneration: facts.templateGeneration,
    ...changedBy(object, facts),
    owned: ownershipFields(object),
  };
}

/** Returns the host ports of the template, and those of them that pods of old revisions hold. */
function portFacts({ entry, revisions }: RecordInput): Pick<ConcernFacts, "hostPorts" | "clashingPorts"> {
  const hostPorts = hostPortsOf(entry.object.spec.template);
  const old = revisions.filter((revision) => revision !== entry.current && entry.columns.nodesByHash.has(hashOfRevision(revision)));
  const heldPorts = old.flatMap(({ ports }) => (ports === undefined ? [] : hostPortsOf(ports)));
  return { hostPorts: portNumbers(hostPorts), clashingPorts: clashingPorts(hostPorts, heldPorts) };
}

/** Returns the budget slots. Slots of nodes that the revision may have broken count as lasting (rule B7). */
const slotsWith = (isBroken: ReadonlySet<string>, { entry, nameOf }: RecordInput) =>
  withNames(entry.columns.units, nameOf).map(([node, slot]) => [node, isBroken.has(node) ? brokenSlot(slot) : slot] as const);

/** Collects the inputs of a concern, and when time alone makes the next node or an upgrade overdue. */
function concernFactsOf(
  input: RecordInput,
  reported: DaemonSetCounts,
  seen: ObservedRollout | undefined,
  others: OtherControllers["facts"],
): { readonly facts: ConcernFacts; readonly overdueAtMs: number | undefined } {
  const { entry, nowMs, nameOf, patience } = input;
  const { object, columns } = entry;
  const { totals } = columns;
  const generation = object.metadata.generation ?? 0;
  const { observedGeneration } = object.status;
  const strategy = object.spec.updateStrategy.type;
  const progressAtMs = latest(entry.facts.revisionSinceMs, columns.progressAtMs());
  const problems = columns.nodeProblems(nameOf, patience);
  const causes = detailed(input, causesOfGroups(problems.causes()));
  const { overdue: overdueGroups, nextAtMs: overdueAtMs } = problems.overdue(nowMs, progressAtMs);
  const overdue = detailed(input, overdueGroups);
  const suspicion = entry.suspicion;
  const broken = suspicion === undefined ? [] : withNames(columns.fellSinceMs, nameOf);
  const isBroken = new Set(broken.map(([node]) => node));
  const facts: ConcernFacts = {
    nowMs,
    patience,
    rollout: rolloutStateOf({ name: object.metadata.name, strategy, generation, observedGeneration, reported }),
    totals,
    budget: detailedBudget(
      input,
      isBroken.size === 0 ? budgetOfGroups(input.limits, problems.holders()) : budgetOf(input.limits, slotsWith(isBroken, input)),
    ),
    causes,
    untolerated: untoleratedBy(causes, input.deciding),
    isReplacing: input.revisions.length > 1,
    generation,
    observedGeneration,
    broken,
    brokenPlaces: isBroken.size === 0 ? 0 : withNames(columns.units, nameOf).filter(([node]) => isBroken.has(node)).length,
    rival: suspicion?.rival,
    progressAtMs,
    watchedSinceMs: latest(input.remembersSinceMs, entry.specChangedAtMs),
    loops: input.loops,
    lost: entry.lost.summary(nowMs),
    ...others,
    desired: totals.desired,
    minReadySeconds: entry.facts.minReadySeconds,
    passedOver: withNames(columns.passedOverSinceMs, nameOf),
    isOver: isRolloutFinished({ totals, seen }),
    ...portFacts(input),
    overdue,
    keptOnUnready: totals.keptUnready === 0 ? [] : problems.firstIn("keptUnready"),
    onDelete: strategy === "OnDelete",
    outdatedNodes: strategy === "OnDelete" ? problems.firstIn("toDelete") : [],
  };
  return { facts, overdueAtMs: earliestAfter(nowMs, [overdueAtMs, upgradeIdle(facts)?.atMs]) };
}

/** Returns the fields where the reported value differs from the derived one, and since when. Returns none if any
 *  kind is unread. */
function disagreementsIn(
  { entry, gates, unread, nowMs, remembersSinceMs }: RecordInput,
  reported: DaemonSetCounts,
  derived: DaemonSetCounts,
) {
  // During a deletion the controller writes no status.
  if (unread.size > 0 || entry.facts.isBeingDeleted === true) return [];
  const { metadata, status, spec } = entry.object;
  const { totals } = entry.columns;
  const seenMs = remembersSinceMs === undefined ? undefined : nowMs;
  const since = new Map(COUNT_FIELDS.map((field) => [field, entry.lags.record(field, reported[field], derived[field], seenMs)] as const));
  return disagreementsOf(reported, derived, {
    generation: metadata.generation ?? 0,
    observedGeneration: status.observedGeneration,
    minReadySeconds: entry.facts.minReadySeconds,
    keptPods: totals.kept,
    strayPods: totals.stray,
    keptOnUnready: totals.keptUnready,
    comparesNumbers: spec.template.tolerations.some(({ operator }) => operator === "Gt" || operator === "Lt"),
    gates,
  }).map((each) => {
    const sinceMs = since.get(each.field);
    return sinceMs === undefined ? each : { ...each, sinceMs };
  });
}

/** Returns the pace while a rollout is under way, and for some time after. `endsAtMs`: when time alone removes it. */
function reportedPace({ entry, nowMs }: RecordInput, underWay: boolean) {
  const measured = entry.pace.summary();
  const endsAtMs = measured === undefined || underWay ? undefined : paceEndsAtMs(measured);
  return { pace: endsAtMs !== undefined && endsAtMs <= nowMs ? undefined : measured, endsAtMs };
}

function onUnreadyOf({ unreadyCurrent, unreadyOld, unreadyDown, silent }: TallyTotals): DaemonSetRecord["onUnready"] {
  return unreadyCurrent + unreadyOld === 0 ? undefined : { current: unreadyCurrent, old: unreadyOld, down: unreadyDown, silent };
}

/** Returns the earliest of the times that are still ahead. */
function earliestAfter(nowMs: number, times: readonly (number | undefined)[]): number | undefined {
  const ahead = times.filter((at): at is number => at !== undefined && at > nowMs);
  return ahead.length === 0 ? undefined : Math.min(...ahead);
}

/** Returns the pods of the current revision, if none of them has ever been Ready, on any node. */
function neverReadyOf({ underWay, concern, revisions }: DaemonSetRecord, { neverReady, current }: TallyTotals) {
  const revision = revisions.find((each) => each.current);
  const isConcern = concern?.kind === "unavailable" || concern?.kind === "failing" || concern?.stuck === true;
  if (revision === undefined || neverReady === 0 || neverReady < current || underWay || !isConcern) return undefined;
  return revision.fate?.kind === "reachedAll" ? undefined : { revision: revision.revision, count: neverReady };
}

/** Splits the derived numberUnavailable (rule N3). NotReady nodes that the revision may have broken are its own. */
function unavailableOf({ columns, suspicion }: DaemonSetEntry): Pick<DaemonSetRecord, "unavailable" | "doneExceptLeaving"> {
  const { desired, available, done, byNode, byLeavingNode, byJoiningNode } = columns.totals;
  const unavailable = desired - available;
  const byNodeLifecycle = byNode - (suspicion === undefined ? 0 : columns.countIn("byNode", columns.fellSinceMs.keys()));
  if (byNodeLifecycle === 0) return {};
  return {
    unavailable: {
      byNodeLifecycle,
      byRevision: unavailable - byNodeLifecycle,
      onLeavingNodes: byLeavingNode,
      ...(byJoiningNode === 0 ? {} : { onJoiningNodes: byJoiningNode }),
    },
    // A node in one of the two numbers is not in the other.
    ...(byLeavingNode > 0 && done + byLeavingNode === desired ? { doneExceptLeaving: true } : {}),
  };
}

/** Reports whether only failing pods have the current revision, while old pods wait for a user (rule R10). */
function failsIn({ object, columns: { totals } }: DaemonSetEntry): Pick<DaemonSetRecord, "newPodsFail"> {
  const isOnDelete = object.spec.updateStrategy.type === "OnDelete";
  return isOnDelete && totals.outdated > 0 && totals.unsettled > 0 && totals.well === 0 ? { newPodsFail: true } : {};
}

function fieldsWithoutDeletion(input: RecordInput): Partial<DaemonSetRecord> {
  const { entry } = input;
  const leaving = leavingNodesOf({ ...input, daemonSet: entry.object, columns: entry.columns });
  return { ...unavailableOf(entry), ...(leaving.length === 0 ? {} : { leaving }), ...failsIn(entry) };
}

/** Reports whether a template that was corrected since waits for the deletion of the failing pods (rule R10). */
function onlyOldFail({ strategy, managedBy, concern }: DaemonSetRecord, { outdated, current, well }: TallyTotals): boolean {
  if (strategy !== "OnDelete" || managedBy !== undefined || outdated === 0 || well !== current) return false;
  const detail = concern?.detail;
  return detail?.kind === "failing" && CAUSES[detail.cause.kind].byRevision !== "no";
}

/** Adds fields that few records have. Returns when time alone removes one of them. */
function addRareFields(record: Writable<DaemonSetRecord>, totals: TallyTotals, nowMs: number): number | undefined {
  const neverReady = neverReadyOf(record, totals);
  if (neverReady !== undefined) record.neverReady = neverReady;
  if (onlyOldFail(record, totals)) record.onlyOldFail = true;
  const onUnready = onUnreadyOf(totals);
  if (onUnready !== undefined) record.onUnready = onUnready;
  const lateUntilMs = record.underWay || record.concern !== null ? undefined : statusLateUntilMs(record, nowMs);
  if (lateUntilMs !== undefined) record.statusIsLate = true;
  return lateUntilMs;
}

/** Remembers how far the current revision got, while each kind is read. */
function rememberRevision({ entry, revisions, unread, nowMs, remembersSinceMs }: RecordInput, managed: ManagedRollout | undefined): void {
  if (remembersSinceMs === undefined || unread.size > 0 || entry.facts.isBeingDeleted === true) return;
  recordRevision(entry, { revisions, managed, nowMs, watchedSinceMs: remembersSinceMs });
}

const NOT_UNDER_WAY: ReturnType<typeof isUnderWay> = { underWay: false };

export interface BuiltRecord {
  readonly record: Writable<DaemonSetRecord>;
  /** When time alone changes it. */
  readonly wakeAtMs: number | undefined;
  /** Number of nodes that are late (rule R22). */
  readonly late: number;
  /** Time of the last progress. */
  readonly movedAtMs: number | undefined;
}

/** Builds the record of a DaemonSet from its columns and returns when time alone will change it. The cost depends on
 *  the changes since the last record and on the number of node groups. It is O(nodes with a problem) if the revision
 *  may break nodes. */
export function daemonSetRecordOf(input: RecordInput): BuiltRecord {
  const { entry, nowMs } = input;
  const { facts, columns } = entry;
  const { totals } = columns;
  const reported = reportedCounts(entry);
  const derived = countsOf(totals);
  const { revisionSinceMs } = facts;
  const seen = entry.seenRollout?.hash === facts.currentHash ? entry.seenRollout : undefined;
  const others = otherControllersOf({ ...input, daemonSet: entry.object, columns }, entry);
  rememberRevision(input, others.facts.managed);
  const { facts: concernFacts, overdueAtMs } = concernFactsOf(input, reported, seen, others.facts);
  const deletion = deletionOf(entry.object, input.pods(), input.patience, nowMs);
  const { underWay, untilMs } = deletion === undefined ? isUnderWay({ ...concernFacts, revisionSinceMs, seen }) : NOT_UNDER_WAY;
  const { pace, endsAtMs: paceEndsMs } = reportedPace(input, underWay);
  const spec = specPart(entry);
  // Sets each field by name, in the same order for all records: a record that starts as a copy of another object grows
  // field by field and leaves 11 KB of garbage.
  const record: Writable<DaemonSetRecord> = {
    key: spec.key,
    uid: spec.uid,
    namespace: spec.namespace,
    name: spec.name,
    resourceVersion: spec.resourceVersion,
    generation: spec.generation,
    observedGeneration: spec.observedGeneration,
    createdAtMs: spec.createdAtMs,
    deleting: spec.deleting,
    nodeSelector: spec.nodeSelector,
    containers: spec.containers,
    hostPorts: spec.hostPorts,
    hostNetwork: spec.hostNetwork,
    volumes: spec.volumes,
    selector: spec.selector,
    placement: spec.placement,
    strategy: spec.strategy,
    minReadySeconds: spec.minReadySeconds,
    templateGeneration: spec.templateGeneration,
    unread: MODEL_SOURCES.filter((source) => input.unread.has(source)),
    reported,
    derived,
    disagreements: disagreementsIn(input, reported, derived),
    budget: concernFacts.budget,
    rollout: concernFacts.rollout,
    underWay,
    concern: deletion?.concern ?? deriveConcern(concernFacts),
    causes: concernFacts.causes,
    revisions: summarizeRevisions(input.revisions, entry.current, columns.nodesByHash, entry.outcomes),
    revisionSinceMs: knownSinceMs(facts),
    readying: columns.nodeProblems(input.nameOf, input.patience).readying(),
  };
  if (spec.priorityClassName !== undefined) record.priorityClassName = spec.priorityClassName;
  if (spec.changedBy !== undefined) record.changedBy = spec.changedBy;
  if (spec.changedByUser !== undefined) record.changedByUser = spec.changedByUser;
  const reversal = entry.strategyChange?.reversal;
  if (reversal !== undefined && reversal.atMs >= (revisionSinceMs ?? 0)) record.strategyReverted = reversal;
  Object.assign(record, spec.owned, others.fields, deletion === undefined ? fieldsWithoutDeletion(input) : {});
  if (totals.desired === 0 && input.unread.size === 0 && deletion === undefined) record.nowhere = input.nowhere();
  const lateUntilMs = addRareFields(record, totals, nowMs);
  if (pace !== undefined) record.pace = { ...pace, remaining: totals.desired - totals.done };
  const memory = { late: concernFacts.overdue.reduce((sum, { count }) => sum + count, 0), movedAtMs: concernFacts.progressAtMs };
  if (input.unread.size > 0) return { record: asReported(record), wakeAtMs: undefined, ...memory };
  const stall = deletion === undefined ? detectStall(concernFacts) : undefined;
  const times = [deletion?.stuckAtMs, stall?.refusedAtMs, stall?.atMs, overdueAtMs, untilMs, paceEndsMs, lateUntilMs, others.pauseLeftAtMs];
  return { record, wakeAtMs: earliestAfter(nowMs, [...times, entry.lost.nextWakeAtMs(), input.loopsEndAtMs]), ...memory };
}
