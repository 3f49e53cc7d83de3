import {
  ALL_DAEMON_SETS,
  type CountSample,
  type HistoryAnswer,
  type HistoryGap,
  type HistoryProblem,
  type TimelineEvent,
} from "@daemonscope/shared/http/history";
import { daemonSetsOf } from "@daemonscope/shared/state/cluster-state";
import type { TFunction } from "i18next";
import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { memoizeEqual } from "../../data/cluster/memoize-equal.ts";
import { useCluster, useFreshness } from "../../data/hooks/cluster-context.ts";
import { openSidePanel, useSidePanel, useUrlMoment, useView } from "../../data/url/navigation.ts";
import type { View } from "../../data/url/url.ts";
import { announce } from "../../ui/announce/announce.ts";
import { useCommand } from "../../ui/keys/use-command.ts";
import { LazyPart } from "../../ui/loading/LazyPart.tsx";
import { lazyWithWords } from "../../ui/loading/lazy-with-text.ts";
import { momentText } from "../../words/i18n/time-of-day.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import { readPairSteps, subscribeToPairSteps } from "../explain/trail/pair-steps.ts";
import { earlierBeginnings, failingOn, recordedIncidents } from "./lanes/earlier-incidents.ts";
import { itemsOfNode, type LaneItem, type LaneScope, laneItems, stopMoments, withGaps, withSteps } from "./lanes/lanes.ts";
import { momentWords } from "./lanes/mark-text.ts";
import { LIVE_EDGE_MS } from "./player/history-player.ts";
import type { TimeTravel } from "./player/time-travel.ts";
import { useHistory, useLiveLog } from "./player/use-history.ts";
import { usePlayerStatus, useTimeTravel } from "./player/use-player-status.ts";
import { ProblemDock, TimelineDock } from "./TimelineDock.tsx";
import type { TimelineEnd } from "./timeline-end.ts";

/** Returns the scope of the page. `failing`: the DaemonSets that fail on the page's node at the shown moment. */
function useScope(view: View): LaneScope {
  const [keep] = useState(() => memoizeEqual<readonly string[]>());
  const node = view.page === "node" ? view.name : undefined;
  const failing = useCluster(({ state }) => keep(state === undefined || node === undefined ? [] : failingOn(daemonSetsOf(state), node)));
  if (view.page === "daemonSet") return { kind: "daemonSet", key: `${view.namespace}/${view.name}` };
  return node === undefined ? { kind: "all" } : { kind: "node", name: node, failing };
}

/** The server reports the folder only to users who see the whole cluster. */
function problemText(t: TFunction, { sinceMs, folder, code }: HistoryProblem, nowMs: number): string {
  const time = momentText(sinceMs, nowMs, true);
  return folder === undefined ? t("timeline.problemOfServer", { time, code }) : t("timeline.problem", { time, folder, code });
}

/** Returns the end of the timeline. It is updated once a second, with each `answer`, and when the freshness changes,
 *  but not with each render of a drag. */
function useEnd(travel: TimeTravel, answer: unknown): TimelineEnd {
  const { kind } = useFreshness();
  const [keep] = useState(() => memoizeEqual<TimelineEnd>());
  const [end, setEnd] = useState(() => keep(travel.end()));
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer and a change of freshness may move the end
  useEffect(() => {
    const update = () => setEnd(keep(travel.end()));
    update();
    const timer = setInterval(update, 1000);
    return () => clearInterval(timer);
  }, [travel, keep, answer, kind]);
  return end;
}

const NO_SAMPLES: readonly CountSample[] = [];
const NO_EVENTS: readonly TimelineEvent[] = [];

/** Returns the beginnings of incidents that are older than the history, for pages with bands. */
function useEarlier(events: readonly TimelineEvent[], fromMs: number | undefined, hasBands: boolean): readonly TimelineEvent[] {
  const [keep] = useState(() => memoizeEqual<readonly TimelineEvent[]>());
  const recorded = useMemo(() => recordedIncidents(events), [events]);
  return useCluster(({ state }) =>
    state === undefined || fromMs === undefined || !hasBands ? NO_EVENTS : keep(earlierBeginnings(state, recorded, fromMs)),
  );
}

const CompareDrawer = lazyWithWords(() => import("./CompareDrawer.tsx").then((module) => module.CompareDrawer));
const ReportDrawer = lazyWithWords(() => import("./report/ReportDrawer.tsx").then((module) => module.ReportDrawer));

/** The side panels that the URL requests, unless the page shows another one. `log`: the epoch of the live cluster. */
function SidePanels({ log }: { readonly log: string | undefined }) {
  const view = useView();
  const [compared, reported] = [useSidePanel("compare"), useSidePanel("report")];
  if (view.page === "daemonSet" && (view.node !== undefined || view.drawer !== undefined)) return null;
  if (compared !== undefined)
    return (
      <LazyPart about="compare" onFailed={() => openSidePanel("compare", undefined)}>
        <CompareDrawer compared={compared} />
      </LazyPart>
    );
  if (reported === undefined || view.page !== "daemonSet") return null;
  const about = `${view.namespace}/${view.name}`;
  return (
    <LazyPart about={`report ${about}`} onFailed={() => openSidePanel("report", undefined)}>
      <ReportDrawer view={view} about={about} log={log} reported={reported} />
    </LazyPart>
  );
}

/** Shows a clock on the icon of the tab while its page shows the history. */
function useFavicon(isPast: boolean): void {
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (icon !== null) icon.href = isPast ? "./favicon-past.svg" : "./favicon.svg";
  }, [isPast]);
}

/** Returns the items of a page: its events, times without a watch, and the steps of the selected pair. */
function useLaneItems(data: HistoryAnswer | undefined, scope: LaneScope): readonly LaneItem[] {
  const scopeJson = JSON.stringify(scope);
  const kept = data?.retained ?? undefined;
  const events = data?.happenings ?? NO_EVENTS;
  const keptFromMs = kept?.fromMs;
  const earlier = useEarlier(events, keptFromMs, scope.kind !== "daemonSet");
  const gaps = JSON.stringify(kept?.gaps ?? []);
  const steps = useSyncExternalStore(subscribeToPairSteps, readPairSteps);
  return useMemo(() => {
    const items = laneItems([...earlier, ...events], JSON.parse(scopeJson) as LaneScope, keptFromMs);
    return withSteps(withGaps(items, JSON.parse(gaps) as readonly HistoryGap[]), steps);
  }, [earlier, events, scopeJson, keptFromMs, gaps, steps]);
}

/** The timeline at the foot of the page, with its side panels, commands and favicon. `isKiosk`: the page has no user
 *  who could navigate. */
export function Timeline({ isKiosk }: { readonly isKiosk: boolean }) {
  const travel = useTimeTravel();
  const status = usePlayerStatus();
  const moment = useUrlMoment();
  const view = useView();
  useEffect(() => travel.follow(moment), [travel, moment]);
  const scope = useScope(view);
  const countsKey = scope.kind === "daemonSet" ? scope.key : ALL_DAEMON_SETS;
  const log = useLiveLog();
  const { data } = useHistory(log, countsKey);
  const kept = data?.retained ?? undefined;
  const keptFromMs = kept?.fromMs;
  useEffect(() => travel.keep(kept), [travel, kept]);
  const pageItems = useLaneItems(data, scope);
  const { wantedMs = Number.POSITIVE_INFINITY } = status;
  const items = useMemo(() => (scope.kind === "node" ? itemsOfNode(pageItems, wantedMs) : pageItems), [pageItems, scope.kind, wantedMs]);
  const moments = useMemo(() => stopMoments(items), [items]);
  const { endMs: nowMs, confirmedMs } = useEnd(travel, data);
  const currentMs = status.wantedMs ?? nowMs;
  const rollout = items.findLast(({ timelineEvent, fromMs }) => timelineEvent.kind === "rolloutStarted" && fromMs <= currentMs);
  const previous = moments.findLast((atMs) => atMs < currentMs && atMs >= (keptFromMs ?? 0));
  const next = status.wantedMs === undefined ? undefined : moments.find((atMs) => atMs > currentMs && atMs < nowMs - LIVE_EDGE_MS);
  const { t } = useTranslation();
  const goTo = (atMs: number) => {
    travel.goTo(atMs);
    announce(`${momentText(atMs, nowMs, true)}${t("model.colon")}${momentWords(t, items, atMs)}`);
  };
  const dockSteps = {
    toPrevious: previous === undefined ? undefined : () => goTo(previous),
    toNext: status.wantedMs === undefined ? undefined : next === undefined ? () => travel.now() : () => goTo(next),
    toNow: status.wantedMs === undefined ? undefined : () => travel.now(),
  };
  useCommand("previousMark", dockSteps.toPrevious);
  useCommand("nextMark", dockSteps.toNext);
  useCommand("now", dockSteps.toNow);
  const isRecorded = useCluster(({ state }) => state?.cluster.recorded !== undefined);
  useFavicon(status.wantedMs !== undefined);
  const { problem } = data ?? {};
  const problemSentence = problem && problemText(t, problem, nowMs);
  const keptNow = useMemo(() => ({ fromMs: keptFromMs ?? 0, toMs: nowMs }), [keptFromMs, nowMs]);
  // The page of a what-if continues past now, in its own dock.
  const isForecast = view.page === "whatIf" && status.wantedMs === undefined;
  if (isKiosk || isForecast || data === undefined) return null;
  if (!data.retained) return problemSentence === undefined ? null : <ProblemDock problem={problemSentence} />;
  return (
    <>
      <SidePanels log={log} />
      <TimelineDock
        kept={keptNow}
        confirmedMs={confirmedMs}
        gaps={data.retained.gaps ?? []}
        scope={scope}
        samples={scope.kind === "daemonSet" ? (data.counts[scope.key] ?? NO_SAMPLES) : NO_SAMPLES}
        items={items}
        status={status}
        steps={dockSteps}
        travel={travel}
        isRecorded={isRecorded}
        problem={problemSentence}
        reported={scope.kind === "daemonSet" ? (rollout?.fromMs ?? "none") : undefined}
      />
    </>
  );
}
