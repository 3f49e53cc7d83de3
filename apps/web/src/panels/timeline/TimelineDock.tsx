import { humanDuration } from "@daemonscope/kube/values/human-duration";
import type { CountSample, HistoryGap } from "@daemonscope/shared/http/history";
import { useState } from "react";
import { openSidePanel } from "../../data/url/navigation.ts";
import { classes } from "../../ui/theme/classes.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import { useRightsQuery } from "../access/use-rights-query.ts";
import { Dock } from "./Dock.tsx";
import { DockMenu, MenuAction } from "./DockMenu.tsx";
import { DockMode } from "./DockMode.tsx";
import { type DockSteps, DockTransport } from "./DockTransport.tsx";
import type { LaneItem, LaneScope } from "./lanes/lanes.ts";
import type { PlayerStatus } from "./player/history-player.ts";
import type { TimeTravel } from "./player/time-travel.ts";
import { RecordingDialog } from "./RecordingDialog.tsx";
import css from "./timeline.module.css";
import { type Range, rangeOf, type SavedRange, savedRange, spansOf, withMomentIn, type Zoom } from "./track/range.ts";
import { spanText } from "./track/range-text.ts";
import { Track } from "./track/Track.tsx";

interface TimelineDockProps {
  /** The range from the beginning of the history to the end of the timeline. */
  readonly kept: Range;
  /** Time of the last confirmed state; undefined while the data is live. */
  readonly confirmedMs: number | undefined;
  /** Times without a watch, in the order of time. */
  readonly gaps: readonly HistoryGap[];
  readonly scope: LaneScope;
  /** Counts of the page's DaemonSet; empty on other pages. */
  readonly samples: readonly CountSample[];
  readonly items: readonly LaneItem[];
  readonly status: PlayerStatus;
  readonly steps: DockSteps;
  readonly travel: TimeTravel;
  readonly isRecorded: boolean;
  /** States that the history is no longer written. */
  readonly problem: string | undefined;
  /** Start of the DaemonSet's last rollout at the shown moment; `none` without a rollout. Undefined if the page
   *  shows no DaemonSet. */
  readonly reported: number | "none" | undefined;
}

const Problem = ({ problem }: { readonly problem: string }) => (
  <p className={css.problem} role="status">
    {problem}
  </p>
);

/** The dock if no history is kept. */
export function ProblemDock({ problem }: { readonly problem: string }) {
  const { t } = useTranslation();
  return (
    <Dock isTimeline className={css.dock} label={t("timeline.label")}>
      <Problem problem={problem} />
    </Dock>
  );
}

/** The timeline at the foot of the page: the state of the time, a handle that takes the page to another moment, and the
 *  range. In a replay, its controls take the place of the range. */
export function TimelineDock(props: TimelineDockProps) {
  const { kept, confirmedMs, gaps, scope, samples, items, status, steps, travel, isRecorded, problem, reported } = props;
  const { t } = useTranslation();
  const [zoom, setZoom] = useState<Zoom>({ kind: "recent" });
  const [saved, setSaved] = useState<SavedRange>();
  // The server denies the file to a user who sees only a part of the cluster.
  const maySave = useRightsQuery()?.kind !== "part";
  const { wantedMs } = status;
  const isReplay = wantedMs !== undefined;
  const isStale = confirmedMs !== undefined;
  const drawn = rangeOf(zoom, kept);
  const range = isReplay && wantedMs >= kept.fromMs ? withMomentIn(drawn, wantedMs) : drawn;
  const age = isReplay ? humanDuration(kept.toMs - wantedMs) : undefined;
  const title =
    age === undefined
      ? isStale
        ? t("timeline.confirmed")
        : undefined
      : status.isShown || status.problem !== undefined
        ? t(isRecorded ? "timeline.beforeEnd" : isStale ? "timeline.beforeLast" : "timeline.before", { age })
        : t("timeline.reading");
  const comparison = isRecorded ? "openEnd" : isStale ? "openLast" : "open";
  return (
    <Dock isTimeline className={classes(css.dock, isReplay && css.replay)} label={t("timeline.label")}>
      {problem === undefined ? null : <Problem problem={problem} />}
      <DockMode
        shownMs={wantedMs ?? confirmedMs ?? kept.toMs}
        isRecorded={isRecorded}
        isStale={isStale}
        toNow={steps.toNow}
        title={title}
      />
      <Track
        range={range}
        kept={kept}
        confirmedMs={confirmedMs}
        scope={scope}
        samples={samples}
        items={items}
        wantedMs={wantedMs}
        isShown={status.isShown}
        travel={travel}
        onZoom={setZoom}
      />
      <div className={css.controls}>
        {isReplay ? (
          <DockTransport steps={steps} travel={travel} isPlaying={status.rate > 0} />
        ) : (
          <RangeChoice zoom={zoom} range={range} kept={kept} onZoom={setZoom} />
        )}
        <DockMenu>
          <MenuAction label={t(`timeline.compare.${comparison}`)} run={isReplay ? () => openSidePanel("compare", "now") : undefined} />
          {reported === undefined ? null : (
            <MenuAction
              label={t(reported === "none" ? "report.noneKept" : "report.open")}
              run={reported === "none" ? undefined : () => openSidePanel("report", reported)}
            />
          )}
          {maySave ? <MenuAction label={t("timeline.save")} run={() => setSaved(savedRange(range, kept, gaps))} /> : null}
        </DockMenu>
      </div>
      {saved === undefined ? null : <RecordingDialog saved={saved} nowMs={kept.toMs} onClose={() => setSaved(undefined)} />}
    </Dock>
  );
}

interface RangeChoiceProps {
  readonly zoom: Zoom;
  readonly range: Range;
  readonly kept: Range;
  readonly onZoom: (zoom: Zoom) => void;
}

/** The length of the drawn time. A range of the wheel is one more option. */
function RangeChoice({ zoom, range, kept, onZoom }: RangeChoiceProps) {
  const { t } = useTranslation();
  const spanMs = Math.round(range.toMs - range.fromMs);
  const spans = spansOf(kept);
  const shown = zoom.kind === "all" || spans.includes(spanMs) ? spans : [...spans, spanMs].sort((a, b) => a - b);
  const choose = (value: string) => onZoom(value === "all" ? { kind: "all" } : { kind: "last", spanMs: Number(value) });
  return (
    <select
      aria-label={t("timeline.range.label")}
      title={t("timeline.range.label")}
      value={zoom.kind === "all" ? "all" : spanMs}
      onChange={(event) => choose(event.target.value)}
    >
      {shown.map((each) => (
        <option key={each} value={each}>
          {spanText(t, each)}
        </option>
      ))}
      <option value="all">{t("timeline.range.all")}</option>
    </select>
  );
}
