import { humanDuration } from "@daemonscope/kube/values/human-duration";
import { decodeKeyframe } from "@daemonscope/shared/codec/keyframe";
import type { HistoryFramesAnswer } from "@daemonscope/shared/http/history";
import { parseTime } from "@daemonscope/shared/http/moment";
import { PATHS } from "@daemonscope/shared/http/paths";
import type { ClusterState } from "@daemonscope/shared/state/cluster-state";
import { compareStates } from "@daemonscope/shared/state/compare-states";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useSyncExternalStore } from "react";
import { fetchJson } from "../../data/api/fetch-answer.ts";
import { queryClient } from "../../data/api/query-client.ts";
import { useClusterStore, useClusterView } from "../../data/hooks/cluster-context.ts";
import { useThrottled } from "../../data/hooks/use-throttled.ts";
import { openSidePanel, useView } from "../../data/url/navigation.ts";
import { daemonSetView } from "../../data/url/url.ts";
import { ViewLink } from "../../data/url/ViewLink.tsx";
import { CopyButton } from "../../ui/controls/CopyButton.tsx";
import { SaveIcon } from "../../ui/controls/filled-icons.tsx";
import { Drawer } from "../../ui/drawer/Drawer.tsx";
import drawerCss from "../../ui/drawer/drawer.module.css";
import { datedText } from "../../words/i18n/dated-text.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import { fileNameOf, originFacts, originLine } from "../exports/origin.ts";
import { saveFile } from "../exports/save-file.ts";
import css from "./compare.module.css";
import { type ComparisonLine, comparisonMarkdown, comparisonParts } from "./comparison-text.ts";
import { useTimeTravel } from "./player/use-player-status.ts";

/** Minimum interval between comparisons with the live state. */
const MIN_INTERVAL_MS = 1000;
const MAX_SHOWN_NAMES = 6;

interface ComparedState {
  readonly state: ClusterState | undefined;
  readonly atMs: number;
  readonly problem: string | undefined;
}

/** Returns the live state if `compared` is `now`, otherwise the state at that time. */
function useComparedState(compared: string): ComparedState {
  const { live } = useClusterStore();
  const travel = useTimeTravel();
  const atMs = compared === "now" ? undefined : parseTime(compared);
  const now = useThrottled(
    useSyncExternalStore(live.subscribe, () => live.snapshot().state),
    MIN_INTERVAL_MS,
  );
  const { data, error } = useQuery(
    {
      queryKey: ["compared", now?.epoch, atMs],
      queryFn: async ({ signal }) => {
        const range = { from: String(atMs), to: String(atMs) };
        return decodeKeyframe((await fetchJson<HistoryFramesAnswer>(PATHS.historyFrames, range, signal)).keyframe);
      },
      enabled: atMs !== undefined,
      staleTime: Number.POSITIVE_INFINITY,
      structuralSharing: false,
      retry: false,
    },
    queryClient,
  );
  if (compared === "now") return { state: now, atMs: travel.nowMs(), problem: undefined };
  return { state: data, atMs: atMs ?? 0, problem: atMs === undefined ? compared : error?.message };
}

function Line({ line }: { readonly line: ComparisonLine }) {
  const { t } = useTranslation();
  const named = line.nodes.slice(0, MAX_SHOWN_NAMES).join(t("model.listComma"));
  const more = line.nodes.length - MAX_SHOWN_NAMES;
  return (
    <li>
      {line.text}
      {line.nodes.length === 0 ? null : (
        <span className="i3">{` ${named}${more > 0 ? `${t("model.listComma")}${t("timeline.compare.more", { amount: more })}` : ""}`}</span>
      )}
    </li>
  );
}

/** Compares the shown state with the other one, the earlier first. */
function useComparison(compared: string) {
  const { t } = useTranslation();
  const view = useView();
  const shown = useClusterView();
  const other = useComparedState(compared);
  const shownMs = shown.moment?.atMs ?? shown.clusterAtMs;
  const isEarlier = shownMs <= other.atMs;
  const [before, after] = isEarlier ? [shown.state, other.state] : [other.state, shown.state];
  const [beforeMs, afterMs] = isEarlier ? [shownMs, other.atMs] : [other.atMs, shownMs];
  const comparison = useMemo(
    () => (before === undefined || after === undefined ? undefined : compareStates(before, after)),
    [before, after],
  );
  const first = view.page === "daemonSet" ? `${view.namespace}/${view.name}` : undefined;
  const parts = useMemo(() => (comparison === undefined ? [] : comparisonParts(t, comparison, first)), [t, comparison, first]);
  const cluster = shown.state?.cluster;
  const origin = cluster === undefined ? undefined : { cluster, atMs: afterMs, isLive: compared === "now" };
  return { comparison, parts, origin, beforeMs, afterMs, problem: other.problem, shownMs: shown.moment && shownMs };
}
type Comparison = ReturnType<typeof useComparison>;

const iso = (atMs: number): string => new Date(atMs).toISOString();

/** Exports the comparison for a report, with all names. */
function ComparisonExports({ comparison, parts, origin, beforeMs, afterMs }: Comparison) {
  const { t } = useTranslation();
  if (comparison === undefined || origin === undefined) return null;
  const title = t("timeline.compare.title", { from: iso(beforeMs), to: iso(afterMs) });
  const save = () => {
    const content = { ...originFacts(origin), from: iso(beforeMs), to: iso(afterMs), ...comparison };
    const name = fileNameOf(origin, "compare", "json");
    saveFile(name, new Blob([`${JSON.stringify(content, null, 2)}\n`], { type: "application/json" }));
  };
  return (
    <>
      <CopyButton text={() => comparisonMarkdown(title, originLine(origin), parts)} label={t("timeline.compare.copy")} />
      <button type="button" className="iconbtn" aria-label={t("timeline.compare.save")} title={t("timeline.compare.save")} onClick={save}>
        <SaveIcon />
      </button>
    </>
  );
}

/** The differences between the shown moment and another. A side panel that updates while the user drags the handle. */
export function CompareDrawer({ compared }: { readonly compared: string }) {
  const { t } = useTranslation();
  const result = useComparison(compared);
  const { comparison, parts, beforeMs, afterMs, problem, shownMs } = result;
  const text = (atMs: number) => datedText(atMs, afterMs, true);
  const to = compared === "now" ? t("timeline.compare.now") : text(afterMs);
  return (
    <Drawer
      label={t("timeline.compare.label")}
      title={t("timeline.compare.title", { from: text(beforeMs), to })}
      links={<ComparisonExports {...result} />}
      onClose={() => openSidePanel("compare", undefined)}
    >
      <p className={drawerCss.lead}>
        {t("timeline.compare.span", { age: humanDuration(afterMs - beforeMs) })}
        {compared !== "now" || shownMs === undefined ? null : (
          <button type="button" className={css.pin} onClick={() => openSidePanel("compare", shownMs)}>
            {t("timeline.compare.pin", { time: text(shownMs) })}
          </button>
        )}
      </p>
      {problem !== undefined ? <p role="alert">{t("timeline.compare.failed", { why: problem })}</p> : null}
      {comparison === undefined && problem === undefined ? <p>{t("timeline.compare.reading")}</p> : null}
      {comparison !== undefined && parts.length === 0 ? <p>{t("timeline.compare.same")}</p> : null}
      {parts.map(({ key, title, lines }) => (
        <section key={key ?? "nodes"} className={css.part}>
          <h3>{key === undefined ? title : <ViewLink view={daemonSetView(key)}>{title}</ViewLink>}</h3>
          <ul>
            {lines.map((line) => (
              <Line key={line.text} line={line} />
            ))}
          </ul>
        </section>
      ))}
    </Drawer>
  );
}
