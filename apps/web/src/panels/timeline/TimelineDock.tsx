import { humanDuration } from "@daemonscope/kube/values/human-duration";
import type { CountSample, HistoryGap } from "@daemonscope/shared/http/history";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useToday } from "../../data/hooks/cluster-context.ts";
import { openSidePanel } from "../../data/url/navigation.ts";
import { FilledIcon, LowerIcon, NextIcon, PauseIcon, PlayIcon, PreviousIcon, TallerIcon } from "../../ui/controls/filled-icons.tsx";
import { rovingTabIndex } from "../../ui/controls/roving-tab-index.ts";
import { classes } from "../../ui/theme/classes.ts";
import { momentParts } from "../../words/i18n/time-of-day.ts";
import { Dock } from "./Dock.tsx";
import type { LaneItem } from "./lanes/lanes.ts";
import type { PlayerStatus } from "./player/history-player.ts";
import type { TimeTravel } from "./player/time-travel.ts";
import { RecordingButton } from "./RecordingButton.tsx";
import css from "./timeline.module.css";
import { type Range, rangeOf, withMomentIn, type Zoom } from "./track/range.ts";
import { Track } from "./track/Track.tsx";

export interface DockSteps {
  readonly toPrevious: (() => void) | undefined;
  readonly toNext: (() => void) | undefined;
  readonly toNow: (() => void) | undefined;
}

interface TimelineDockProps {
  /** The range from the beginning of the history to the end of the timeline. */
  readonly kept: Range;
  /** Time of the last confirmed state; undefined while the data is live. */
  readonly confirmedMs: number | undefined;
  /** Times without a watch, in the order of time. */
  readonly gaps: readonly HistoryGap[];
  readonly samples: readonly CountSample[];
  /** The counts are of one DaemonSet, so `updated` has a meaning. */
  readonly hasRevisions: boolean;
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

const RATES = [1, 10, 60, 300, 1000];

function Step({
  label,
  run,
  children,
}: {
  readonly label: string;
  readonly run: (() => void) | undefined;
  readonly children: React.ReactNode;
}) {
  return (
    <button type="button" className="iconbtn" aria-label={label} title={label} aria-disabled={run === undefined} onClick={run}>
      {children}
    </button>
  );
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

const CompareIcon = () => <FilledIcon d="M2 3h5v1.400H3.400v7.200H7V13H2zM14 3H9v1.400h3.600v7.200H9V13h5zM7.300 1.500h1.400v13H7.300z" />;
const ReportIcon = () => (
  <FilledIcon d="M2.500 2.500h1.400V12H14v1.400H2.500zM5.300 10.800V8h1.800v2.800zM8.300 10.800V5.500h1.800v5.300zM11.300 10.800V3h1.800v7.800z" />
);

/** The timeline at the foot of the page: lanes of marks, the counts, and a handle that takes the page to another
 *  moment. */
export function TimelineDock({
  kept,
  confirmedMs,
  gaps,
  samples,
  hasRevisions,
  items,
  status,
  steps,
  travel,
  isRecorded,
  problem,
  reported,
}: TimelineDockProps) {
  const { t } = useTranslation();
  const [zoom, setZoom] = useState<Zoom>({ kind: "all" });
  const [isTall, setTall] = useState(false);
  const [rate, setRate] = useState(10);
  const { wantedMs } = status;
  const isPlaying = status.rate > 0;
  const isStale = confirmedMs !== undefined;
  const drawn = rangeOf(zoom, kept);
  const isKept = wantedMs !== undefined && wantedMs >= kept.fromMs;
  const range = isKept ? withMomentIn(drawn, wantedMs) : drawn;
  const age = wantedMs === undefined ? undefined : humanDuration(kept.toMs - wantedMs);
  const shownMs = wantedMs ?? kept.toMs;
  const { day, time } = momentParts(shownMs, useToday(), true);
  const play = wantedMs === undefined ? undefined : () => (isPlaying ? travel.player.pause() : travel.player.play(rate));
  return (
    <Dock isTimeline className={css.dock} label={t("timeline.label")}>
      {problem === undefined ? null : <Problem problem={problem} />}
      <div {...rovingTabIndex} className={css.transport}>
        <Step label={t("timeline.previous")} run={steps.toPrevious}>
          <PreviousIcon />
        </Step>
        <Step label={t(isPlaying ? "timeline.pause" : "timeline.play")} run={play}>
          {isPlaying ? <PauseIcon /> : <PlayIcon />}
        </Step>
        <Step label={t("timeline.next")} run={steps.toNext}>
          <NextIcon />
        </Step>
        <span className={classes(css.clock, age !== undefined && css.past)} data-clock>
          {day === "" ? null : <span className={css.day}>{day} </span>}
          {time}
          {age === undefined && isStale ? <small>{t("timeline.confirmed")}</small> : null}
          {age === undefined ? null : (
            <small>
              {status.isShown || status.problem !== undefined
                ? t(isRecorded ? "timeline.beforeEnd" : isStale ? "timeline.beforeLast" : "timeline.before", { age })
                : t("timeline.reading")}
            </small>
          )}
        </span>
      </div>
      <Track
        range={range}
        kept={kept}
        confirmedMs={confirmedMs}
        samples={samples}
        hasRevisions={hasRevisions}
        items={items}
        wantedMs={wantedMs}
        isShown={status.isShown}
        isTall={isTall}
        travel={travel}
        onZoom={setZoom}
      />
      <div {...rovingTabIndex} className={css.after}>
        <select
          aria-label={t("timeline.speed")}
          title={t("timeline.speed")}
          value={rate}
          onChange={(event) => {
            const chosen = Number(event.target.value);
            setRate(chosen);
            if (isPlaying) travel.player.play(chosen);
          }}
        >
          {RATES.map((each) => (
            <option key={each} value={each}>
              {each}×
            </option>
          ))}
        </select>
        <Step label={t(isTall ? "timeline.fewer" : "timeline.more")} run={() => setTall(!isTall)}>
          {isTall ? <LowerIcon /> : <TallerIcon />}
        </Step>
        <Step
          label={t(isRecorded ? "timeline.compare.openEnd" : isStale ? "timeline.compare.openLast" : "timeline.compare.open")}
          run={wantedMs === undefined ? undefined : () => openSidePanel("compare", "now")}
        >
          <CompareIcon />
        </Step>
        {reported === undefined ? null : (
          <Step
            label={t(reported === "none" ? "report.noneKept" : "report.open")}
            run={reported === "none" ? undefined : () => openSidePanel("report", reported)}
          >
            <ReportIcon />
          </Step>
        )}
        <RecordingButton range={range} kept={kept} gaps={gaps} />
        <button
          type="button"
          className={classes(css.live, wantedMs === undefined && css.on)}
          aria-disabled={steps.toNow === undefined}
          title={t(isRecorded ? "timeline.toEnd" : isStale ? "timeline.toLast" : "timeline.toNow")}
          onClick={steps.toNow}
        >
          {t(isRecorded ? "timeline.end" : isStale ? "timeline.last" : "timeline.live")}
        </button>
      </div>
    </Dock>
  );
}
