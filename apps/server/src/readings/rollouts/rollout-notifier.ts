import type { DaemonSetKey, DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import type { TimelineEvent } from "@daemonscope/shared/http/history";
import type { RolloutReport, RolloutSpan } from "@daemonscope/shared/http/rollouts";
import { type ClusterState, daemonSetNamed } from "@daemonscope/shared/state/cluster-state";
import type { HistoryReadings } from "../history-readings.ts";
import { rolloutReport } from "./rollout-report.ts";
import { rolloutProblems } from "./rollout-spans.ts";
import { RolloutTracker } from "./rollout-tracker.ts";

/** Limit of the cached reports of ended rollouts, which no longer change. */
const REPORTS_KEPT = 40;

/** Longest delay between an event and its tick. */
const LATEST_TICK_MS = 2000;

const isOf = ({ revisions }: DaemonSetRecord, { hash }: RolloutSpan): boolean =>
  revisions.some((revision) => revision.current && revision.hash === hash);

/** Returns the report of one rollout from its states; undefined if none of them has the DaemonSet. */
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
    const now = daemonSetNamed(state, key);
    // Two states may have the time of the start, and the last one may belong to the next rollout.
    if (now !== undefined && !isOf(now, span) && tracker === undefined) before = state;
    if (isOver || (now !== undefined && !isOf(now, span))) return;
    record = now ?? record;
    if (record === undefined) return;
    if (tracker === undefined) tracker = new RolloutTracker(key, state, before);
    else tracker.take(state);
    if (now?.rollout.kind !== "complete") completeAtMs = undefined;
    else completeAtMs ??= state.at;
    // The status may reach its end before the last pod does.
    isOver = span.ending === "finished" && state.at >= span.endedAtMs && now?.rollout.kind === "complete" && tracker.isAllDone;
  });
  // Without a mark it ended while no collector watched.
  const isUnseen = span.ending === "underWay" && completeAtMs !== undefined && tracker?.hasBegun === true;
  const reportedSpan = isUnseen ? ({ ...span, endedAtMs: completeAtMs ?? span.endedAtMs, ending: "endedUnseen" } as const) : span;
  return tracker && record && rolloutReport(reportedSpan, tracker, record, rolloutProblems(timelineEvents, reportedSpan));
}

/** Creates the reports of recorded rollouts. */
export class RolloutNotifier {
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
    const known = this.#reports.get(name);
    if (known !== undefined) return known;
    const report = buildReport(past, key, span, timelineEvents);
    this.#reports.set(name, report);
    report.catch(() => this.#reports.delete(name));
    const [oldest] = this.#reports.keys();
    if (this.#reports.size > REPORTS_KEPT && oldest !== undefined) this.#reports.delete(oldest);
    return report;
  }
}
