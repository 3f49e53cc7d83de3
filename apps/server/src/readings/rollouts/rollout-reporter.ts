import type { DaemonSetKey, DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { compareTexts } from "@daemonscope/kube/base/compare-texts";
import type { TimelineEvent } from "@daemonscope/shared/http/history";
import type { RolloutNode, RolloutProblem, RolloutReport, RolloutSample, RolloutSpan } from "@daemonscope/shared/http/rollouts";
import { type ClusterState, daemonSetNamed } from "@daemonscope/shared/state/cluster-state";
import type { HistoryReadings } from "../history-readings.ts";
import { rolloutProblems } from "./rollout-spans.ts";
import { RolloutTracker, type TrackedNode } from "./rollout-tracker.ts";

/** Limit of the cached reports of ended rollouts, which no longer change. */
const REPORTS_KEPT = 40;

/** Longest delay between an event and the state that has it: states up to this time after the end are read, too. */
const LATEST_TICK_MS = 2000;

const isOf = ({ revisions }: DaemonSetRecord, { hash }: RolloutSpan): boolean =>
  revisions.some((revision) => revision.current && revision.hash === hash);

const MAX_SLOWEST = 10;
const MAX_FAILED = 50;
const MAX_SAMPLES = 300;

/** Returns the quantile of sorted values by the nearest rank. */
function quantile(sorted: readonly number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.ceil(part * sorted.length) - 1)] ?? 0;
}

/** Thins the samples to at most MAX_SAMPLES. Keeps the first and the last. */
function thinned(samples: readonly RolloutSample[]): readonly RolloutSample[] {
  if (samples.length <= MAX_SAMPLES) return samples;
  const step = (samples.length - 1) / (MAX_SAMPLES - 1);
  return Array.from({ length: MAX_SAMPLES }, (_, at) => samples[Math.round(at * step)]).filter((sample) => sample !== undefined);
}

function budgetOf({ budget }: DaemonSetRecord): RolloutReport["budget"] {
  return budget.kind === "maxUnavailable" || budget.kind === "maxSurge" ? { kind: budget.kind, allowed: budget.allowed } : undefined;
}

/** Replaces the samples after the end by one at the end, with the last values. */
function withinTime(samples: readonly RolloutSample[], longestMs: number): readonly RolloutSample[] {
  const last = samples.at(-1);
  if (last === undefined || last[0] <= longestMs) return samples;
  return [...samples.filter(([sinceStartMs]) => sinceStartMs < longestMs), [longestMs, last[1], last[2]]];
}

/** Summarizes a rollout. `record`: the DaemonSet at the end of the report. O(nodes log nodes). */
export function rolloutReport(
  span: Pick<RolloutReport, keyof RolloutSpan>,
  tracker: RolloutTracker,
  record: DaemonSetRecord,
  problems: readonly RolloutProblem[],
): RolloutReport {
  const { endedAtMs } = span;
  const all = [...tracker.nodes.values()];
  const wantedNodes = all.filter(({ isLost }) => !isLost);
  const reached = wantedNodes.filter(({ isAlreadyThere, doneAtMs }) => !isAlreadyThere && doneAtMs !== undefined);
  const failed = all
    .flatMap((each) => (each.failedAtMs === undefined ? [] : [{ ...each, failedAtMs: each.failedAtMs }]))
    .sort((a, b) => a.failedAtMs - b.failedAtMs || compareTexts(a.node, b.node));
  const updates = wantedNodes.flatMap((each): RolloutNode[] => {
    const { node, fromMs, doneAtMs, isAlreadyThere } = each;
    if (fromMs === undefined || isAlreadyThere) return [];
    return [{ node, fromMs, doneAtMs, tookMs: (doneAtMs ?? endedAtMs) - fromMs, failingMs: tracker.failingMs(each, endedAtMs) }];
  });
  const isTimed = ({ isJoined, fromMs }: TrackedNode) => !isJoined && fromMs !== undefined;
  const took = reached
    .filter(isTimed)
    .map(({ fromMs, doneAtMs }) => (doneAtMs ?? 0) - (fromMs ?? 0))
    .sort((a, b) => a - b);
  return {
    ...span,
    revision: record.revisions.find(({ hash }) => hash === span.hash)?.revision,
    images: record.containers.map(({ name, image }) => ({ container: name, image })),
    strategy: record.strategy,
    minReadySeconds: record.minReadySeconds,
    budget: budgetOf(record),
    nodes: {
      wanted: wantedNodes.length,
      done: reached.length,
      alreadyThere: wantedNodes.filter(({ isAlreadyThere }) => isAlreadyThere).length,
      joined: reached.filter(({ isJoined }) => isJoined).length,
      lost: all.length - wantedNodes.length,
    },
    mostAtOnce: tracker.mostAtOnce,
    tookMs: took.length === 0 ? undefined : { median: quantile(took, 0.5), percentile90: quantile(took, 0.9), longest: took.at(-1) ?? 0 },
    slowest: updates.sort((a, b) => b.tookMs - a.tookMs || compareTexts(a.node, b.node)).slice(0, MAX_SLOWEST),
    failed: failed.slice(0, MAX_FAILED).map((each) => ({
      node: each.node,
      atMs: each.failedAtMs,
      failingMs: tracker.failingMs(each, endedAtMs),
      isFailing: each.failingSinceMs !== undefined,
    })),
    failedCount: failed.length,
    problems,
    curve: thinned(withinTime(tracker.samples, endedAtMs - span.startedAtMs)),
  };
}

/** Returns the report of one rollout from its states; undefined if none of them has the DaemonSet with its revision. */
async function buildReport(
  past: HistoryReadings,
  key: DaemonSetKey,
  span: RolloutSpan,
  timelineEvents: readonly TimelineEvent[],
): Promise<RolloutReport | undefined> {
  let tracker: RolloutTracker | undefined;
  let record: DaemonSetRecord | undefined;
  let isOver = false;
  let completeAtMs: number | undefined;
  let before: ClusterState | undefined;
  const untilMs = span.ending === "underWay" ? span.endedAtMs : span.endedAtMs + LATEST_TICK_MS;
  await past.states(span.startedAtMs, untilMs, (state) => {
    const current = daemonSetNamed(state, key);
    // Two states may have the time of the start, and the last one may belong to the next rollout.
    if (current !== undefined && !isOf(current, span) && tracker === undefined) before = state;
    if (isOver || (current !== undefined && !isOf(current, span))) return;
    record = current ?? record;
    if (record === undefined) return;
    if (tracker === undefined) tracker = new RolloutTracker(key, state, before);
    else tracker.take(state);
    if (current?.rollout.kind !== "complete") completeAtMs = undefined;
    else completeAtMs ??= state.at;
    // The status may reach its end before the last pod does.
    isOver = span.ending === "finished" && state.at >= span.endedAtMs && current?.rollout.kind === "complete" && tracker.isAllDone;
  });
  // A rollout that is complete without a mark of its end has ended while no collector watched.
  const isUnseen = span.ending === "underWay" && completeAtMs !== undefined && tracker?.hasBegun === true;
  const reportedSpan = isUnseen ? ({ ...span, endedAtMs: completeAtMs ?? span.endedAtMs, ending: "endedUnseen" } as const) : span;
  return tracker && record && rolloutReport(reportedSpan, tracker, record, rolloutProblems(timelineEvents, reportedSpan));
}

/** Creates and caches the reports of recorded rollouts. */
export class RolloutReporter {
  readonly #reports = new Map<string, Promise<RolloutReport | undefined>>();

  /** Returns the report of a rollout, cached if the rollout has ended. O(events during it). */
  report(
    past: HistoryReadings,
    key: DaemonSetKey,
    span: RolloutSpan,
    timelineEvents: readonly TimelineEvent[],
  ): Promise<RolloutReport | undefined> {
    if (span.ending === "underWay") return buildReport(past, key, span, timelineEvents);
    const name = `${key} ${span.hash} ${span.startedAtMs} ${span.endedAtMs}`;
    const cached = this.#reports.get(name);
    if (cached !== undefined) return cached;
    const report = buildReport(past, key, span, timelineEvents);
    this.#reports.set(name, report);
    report.catch(() => this.#reports.delete(name));
    const [oldest] = this.#reports.keys();
    if (this.#reports.size > REPORTS_KEPT && oldest !== undefined) this.#reports.delete(oldest);
    return report;
  }
}
