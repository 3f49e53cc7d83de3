import { labelSelectorText, labelsText } from "@daemonscope/kube/label-selector";
import type { ContainerSummary, DaemonSetCounts, KubeControllerRevision, KubeDaemonSet, VolumeSummary } from "@daemonscope/kube/objects";
import { timeMs } from "@daemonscope/kube/time";
import type { MatchingGates } from "@daemonscope/kube/toleration";
import { HOLDER_NODES_LIMIT, UNKNOWN_BUDGET } from "../budget/budget.ts";
import { type BudgetLimits, budgetOf } from "../budget/derive-budget.ts";
import { disagreementsOf } from "../counts/disagreements.ts";
import { countsOf } from "../counts/tally.ts";
import { paceEndsAtMs } from "../memory/pace.ts";
import type { Rejections } from "../memory/rejections.ts";
import type { PlacementTemplate } from "../placement/explain-placement.ts";
import { hashOfRevision, summarizeRevisions } from "../revisions/revisions-of.ts";
import { groupCauses } from "../rollout/derive-causes.ts";
import { deriveConcern } from "../rollout/derive-concern.ts";
import { clashingPorts, hostPortsOf, portNumbers } from "../rollout/host-ports.ts";
import { overdueNodes } from "../rollout/overdue.ts";
import { rolloutStateOf } from "../rollout/rollout-state.ts";
import { type Patience, standstill } from "../rollout/standstill.ts";
import { isOver, isUnderWay } from "../rollout/under-way.ts";
import type { DaemonSetEntry } from "./daemon-set-entry.ts";
import {
  type DaemonSetRecord,
  type HostMount,
  MODEL_SOURCES,
  type ModelSource,
  READYING_LIMIT,
  type Readying,
  type RecordContainer,
} from "./records.ts";

export interface RecordInput {
  /** Its columns are assessed: no row is dirty. */
  readonly entry: DaemonSetEntry;
  readonly limits: BudgetLimits;
  readonly nameOf: (row: number) => string;
  readonly revisions: readonly KubeControllerRevision[];
  readonly patience: Patience;
  readonly nowMs: number;
  readonly gates: MatchingGates;
  /** Nodes whose pods fail again and again. */
  readonly loops: readonly (readonly [node: string, rejections: Rejections])[];
  /** When the first of them is over by itself. */
  readonly loopsEndAtMs: number | undefined;
  readonly remembersSinceMs: number | undefined;
  readonly unread: ReadonlySet<ModelSource>;
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

function readyingOf(entry: DaemonSetEntry): readonly Readying[] {
  return [...entry.columns.readying.values()]
    .flat()
    .sort((a, b) => a.availableAtMs - b.availableAtMs || (a.node < b.node ? -1 : a.node > b.node ? 1 : 0))
    .slice(0, READYING_LIMIT);
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

const named = <T>(rows: ReadonlyMap<number, T>, nameOf: (row: number) => string): readonly (readonly [string, T])[] =>
  Array.from(rows, ([row, value]) => [nameOf(row), value] as const);

/** The first names in order, as many as a holder has. */
function firstNames(rows: readonly number[], nameOf: (row: number) => string): readonly string[] {
  return rows.map(nameOf).sort().slice(0, HOLDER_NODES_LIMIT);
}

function latest(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.max(a, b);
}

/** What the status and the spec say, and nothing of ours: objects that the rest is derived from were not read (rule C13). */
function asReported({ pace: _, ...record }: DaemonSetRecord): DaemonSetRecord {
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

/** Makes the record of a DaemonSet from its columns, and says when time alone will change it. O(nodes where something is wrong), and a glance at every row. */
export function daemonSetRecordOf(input: RecordInput): { readonly record: DaemonSetRecord; readonly lookAtMs: number | undefined } {
  const { entry, nowMs, nameOf } = input;
  const { object, facts, columns } = entry;
  const { metadata, spec } = object;
  const { totals } = columns;
  const generation = metadata.generation ?? 0;
  const { observedGeneration } = object.status;
  const reported = reportedCounts(entry);
  const derived = countsOf(totals);
  const hostPorts = hostPortsOf(spec.template);
  const hostPortNumbers = portNumbers(hostPorts);
  const oldRevisions = input.revisions.filter(
    (revision) => revision !== entry.current && columns.nodesByHash.has(hashOfRevision(revision)),
  );
  const { revisionSinceMs } = facts;
  const onDelete = spec.updateStrategy.type === "OnDelete";
  const { patience } = input;
  const progressAtMs = latest(revisionSinceMs, columns.progressAtMs());
  const seen = entry.seenRollout?.hash === facts.currentHash ? entry.seenRollout : undefined;
  const causes = named(columns.causes, nameOf);
  const { overdue, nextAtMs: overdueAtMs } = overdueNodes(causes, { nowMs, patience, movedAtMs: progressAtMs });
  const concernFacts = {
    nowMs,
    patience,
    rollout: rolloutStateOf({ name: metadata.name, strategy: spec.updateStrategy.type, generation, observedGeneration, reported }),
    totals,
    budget: budgetOf(input.limits, named(columns.units, nameOf)),
    causes: groupCauses(causes),
    generation,
    observedGeneration,
    broken: named(columns.brokenSinceMs, nameOf),
    progressAtMs,
    watchedSinceMs: latest(input.remembersSinceMs, entry.specChangedAtMs),
    loops: input.loops,
    lost: entry.lost.summary(nowMs),
    desired: derived.desiredNumberScheduled,
    minReadySeconds: facts.minReadySeconds,
    isOver: isOver({ totals, seen }),
    hostPorts: hostPortNumbers,
    clashingPorts: clashingPorts(
      hostPorts,
      oldRevisions.flatMap(({ ports }) => (ports === undefined ? [] : hostPortsOf(ports))),
    ),
    overdue,
    onDelete,
    outdatedNodes: onDelete ? firstNames(columns.rowsIn("outdated"), nameOf) : [],
  };
  const stuckAt = standstill(concernFacts)?.atMs;
  const { underWay, untilMs } = isUnderWay({ ...concernFacts, revisionSinceMs, seen });
  const measured = entry.pace.summary();
  const paceEndMs = measured === undefined || underWay ? undefined : paceEndsAtMs(measured);
  const pace = paceEndMs !== undefined && paceEndMs <= nowMs ? undefined : measured;
  const record: DaemonSetRecord = {
    key: entry.key,
    uid: metadata.uid,
    namespace: metadata.namespace,
    name: metadata.name,
    resourceVersion: metadata.resourceVersion,
    generation,
    observedGeneration,
    createdAtMs: timeMs(metadata.creationTimestamp) ?? 0,
    deleting: metadata.deletionTimestamp !== undefined,
    nodeSelector: labelsText(spec.template.nodeSelector),
    containers: spec.template.containers.map((container) => recordContainerOf(container, spec.template.volumes)),
    hostPorts: hostPortNumbers,
    hostNetwork: spec.template.hostNetwork,
    volumes: spec.template.volumes.map(({ name, source }) => `${name}: ${source}`),
    selector: labelSelectorText(spec.selector),
    placement: placementTemplateOf(spec.template),
    ...(spec.template.priorityClassName === undefined ? {} : { priorityClassName: spec.template.priorityClassName }),
    strategy: onDelete ? "OnDelete" : "RollingUpdate",
    minReadySeconds: facts.minReadySeconds,
    templateGeneration: facts.templateGeneration,
    unread: MODEL_SOURCES.filter((source) => input.unread.has(source)),
    reported,
    derived,
    disagreements: disagreementsOf(reported, derived, {
      generation,
      observedGeneration,
      minReadySeconds: facts.minReadySeconds,
      keptPods: totals.kept,
      strayPods: totals.stray,
      keptOnUnready: totals.keptUnready,
      comparesNumbers: spec.template.tolerations.some(({ operator }) => operator === "Gt" || operator === "Lt"),
      gates: input.gates,
    }),
    budget: concernFacts.budget,
    rollout: concernFacts.rollout,
    underWay,
    concern: deriveConcern(concernFacts),
    causes: concernFacts.causes,
    revisions: summarizeRevisions(input.revisions, entry.current, columns.nodesByHash),
    revisionSinceMs,
    readying: readyingOf(entry),
    ...(pace === undefined ? {} : { pace: { ...pace, remaining: totals.desired - totals.done } }),
  };
  if (input.unread.size > 0) return { record: asReported(record), lookAtMs: undefined };
  const looks = [stuckAt, overdueAtMs, untilMs, paceEndMs, entry.lost.nextLookAtMs(), input.loopsEndAtMs].filter(
    (at) => at !== undefined && at > nowMs,
  );
  return { record, lookAtMs: looks.length === 0 ? undefined : Math.min(...(looks as number[])) };
}
