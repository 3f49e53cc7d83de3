import { nameOfKey } from "@daemonscope/kube/base/object-key";
import type { DaemonSetThen } from "@daemonscope/shared/http/what-if";
import { scaleLinear, scaleUtc } from "d3";
import { useRef } from "react";
import { rolloutOf } from "../../../panels/actions/effect/what-if-verdict.ts";
import { Dock } from "../../../panels/timeline/Dock.tsx";
import { DockMode } from "../../../panels/timeline/DockMode.tsx";
import { useHistory } from "../../../panels/timeline/player/use-history.ts";
import timelineCss from "../../../panels/timeline/timeline.module.css";
import { countAreas } from "../../../panels/timeline/track/count-areas.ts";
import { approximateText } from "../../../panels/verdict/pace/rollout-pace-text.ts";
import { useElementBox } from "../../../ui/viewport/use-element-box.ts";
import { lastedText } from "../../../words/format/age-text.ts";
import { countText } from "../../../words/format/figures.ts";
import { momentText } from "../../../words/i18n/time-of-day.ts";
import { useTranslation } from "../../../words/i18n/use-translation.tsx";
import css from "./preview-forecast.module.css";
import { type PreviewForecast, previewForecastOf, stepPath } from "./preview-forecast.ts";

interface ForecastDockProps {
  /** Key of the DaemonSet. */
  readonly daemonSet: string;
  /** Undefined if no step affects the DaemonSet. */
  readonly set: DaemonSetThen | undefined;
  /** Shown instead of the counts: no step has an effect to draw. */
  readonly note: string | undefined;
  readonly log: string | undefined;
  readonly nowMs: number;
}

const HEIGHT = 56;
const TOP = 14;
const BOTTOM = 40;
/** Share of the width for the history. */
const PAST = 0.24;
/** Width of a step from which it shows a number, CSS pixels. */
const NUMBERED_FROM = 26;
/** More than the mean width of a letter. */
const LETTER_PX = 8;
const TICK_PX = 90;
/** Drawn time after now without a rollout, ms. */
const REACH_MS = 300_000;

interface PictureProps extends ForecastDockProps {
  /** Undefined if no rollout would begin. */
  readonly forecast: PreviewForecast | undefined;
  readonly width: number;
}

interface StairProps extends Pick<PictureProps, "width"> {
  readonly forecast: PreviewForecast;
  readonly set: DaemonSetThen;
  readonly xOf: (ms: number) => number;
  readonly yOf: (count: number) => number;
}

/** The waves of a rollout, and where it stops. */
function Stair({ forecast, set, xOf, yOf, width }: StairProps) {
  const { t } = useTranslation();
  const start = Math.max(0, set.then.desired - (set.rollout?.replaced ?? 0));
  const stepPx = xOf(forecast.waves[0]?.atMs ?? 0) - xOf(0);
  const lastX = xOf(forecast.waves.at(-1)?.atMs ?? 0);
  return (
    <>
      {forecast.waves.map(({ atMs, updated }, at) => (
        <g key={atMs}>
          <path d={`M${xOf(atMs).toFixed(1)},${yOf(updated).toFixed(1)}V${BOTTOM}`} className={css.drop} />
          {stepPx < NUMBERED_FROM || at === forecast.waves.length - 1 ? null : (
            <text x={xOf(atMs) + 4} y={yOf(updated) > TOP + 14 ? yOf(updated) - 4 : yOf(updated) + 12} className={css.tick}>
              {countText(updated)}
            </text>
          )}
        </g>
      ))}
      <path d={stepPath(forecast, start, xOf, yOf, width)} className={css.stair} />
      {forecast.stop === undefined ? null : (
        <text x={Math.min(lastX + 8, width - 190)} y={BOTTOM - 5} className={css.stands}>
          {t(`whatIf.forecast.${forecast.stop}`, { endsAt: forecast.endsAt, desired: set.then.desired })}
        </text>
      )}
    </>
  );
}

/** The history on the left of now, and the forecast on the right. */
function Picture({ daemonSet, set, note, log, nowMs, forecast, width }: PictureProps) {
  const { t } = useTranslation();
  const { data } = useHistory(log, daemonSet);
  const nowX = Math.round(width * PAST);
  const reachMs = forecast?.reachMs ?? REACH_MS;
  const xOf = scaleLinear([0, reachMs], [nowX, width]);
  const samples = (data?.counts[daemonSet] ?? []).filter(([atMs]) => atMs <= nowMs);
  const desired = set?.now.desired ?? samples.at(-1)?.[1] ?? 1;
  const later = set?.then.desired ?? desired;
  const yOf = scaleLinear([0, Math.max(desired, later, 1)], [BOTTOM, TOP]);
  const pastMs = (reachMs * PAST) / (1 - PAST);
  const areas = countAreas(samples, { xOf: (atMs) => Math.max(0, xOf(atMs - nowMs)), top: TOP, bottom: BOTTOM, endX: nowX });
  // Round UTC times since the epoch are round durations.
  const ticks = scaleUtc([0, reachMs], [nowX, width])
    .ticks(Math.max(1, Math.floor((width - nowX) / TICK_PX)))
    .map((tick) => tick.getTime())
    .filter((ms) => ms > 0 && xOf(ms) < width - TICK_PX / 3);
  const label = note ?? `${nameOfKey(daemonSet)} ${t("whatIf.forecast.desired", { now: desired, later })}`;
  const isTight = width - nowX < 8 + label.length * LETTER_PX;
  const hasScale = forecast === undefined || (set?.rollout?.turnMs ?? set?.rollout?.leftMs) !== undefined;
  return (
    <svg width={width} height={HEIGHT} aria-hidden="true" data-forecast>
      <g className={css.past} data-past-ms={pastMs}>
        <path d={areas.desired} className={timelineCss.old} />
        <path d={areas.fresh} className={timelineCss.rest} />
        <path d={areas.lacking} className={timelineCss.moving} />
        <path d={areas.leaving} className={timelineCss.leaving} />
      </g>
      <path d={`M${nowX},${yOf(later)}H${width}`} className={css.level} />
      <text x={isTight ? width : nowX + 8} y={yOf(later) - 4} textAnchor={isTight ? "end" : "start"} className={css.word}>
        {label}
      </text>
      {forecast === undefined || set === undefined ? null : <Stair forecast={forecast} set={set} xOf={xOf} yOf={yOf} width={width} />}
      <path d={`M${nowX},4V${BOTTOM + 4}`} className={css.now} />
      <path d={`M${nowX - 5},4h10l-5,6z`} className={css.handle} />
      <text x={nowX} y={HEIGHT - 3} textAnchor="middle" className={css.tick}>
        {momentText(nowMs, nowMs, true)}
      </text>
      {hasScale
        ? ticks.map((ms) => (
            <g key={ms}>
              <path d={`M${xOf(ms).toFixed(1)},${BOTTOM}v4`} className={css.level} />
              <text x={xOf(ms)} y={HEIGHT - 3} textAnchor="middle" className={css.tick}>
                +{lastedText(t, ms)}
              </text>
            </g>
          ))
        : null}
    </svg>
  );
}

/** Continues the timeline past now: the waves of the rollout that would begin, and where it stops. Without a rollout:
 *  the number of nodes that the DaemonSet would want. */
export function ForecastDock(props: ForecastDockProps) {
  const { daemonSet, set, nowMs } = props;
  const { t } = useTranslation();
  const area = useRef<HTMLDivElement>(null);
  const { width } = useElementBox(area);
  const isRolling = set !== undefined && rolloutOf(set) !== undefined;
  const forecast = isRolling && set.rollout !== undefined ? previewForecastOf(set.rollout, set.then.desired) : undefined;
  const { leastMs, leftMs } = set?.rollout ?? {};
  return (
    <Dock isTimeline={false} className={timelineCss.dock} label={t("whatIf.forecast.label", { name: nameOfKey(daemonSet) })}>
      <DockMode shownMs={nowMs} isRecorded={false} isStale={false} toNow={undefined} title={undefined} />
      <div ref={area} className={css.area}>
        {width > 0 && <Picture {...props} forecast={forecast} width={width} />}
      </div>
      <span className={`${timelineCss.controls} ${css.least}`}>
        {forecast === undefined ? null : leftMs !== undefined ? (
          <b>{t("pace.left", { age: approximateText(leftMs) })}</b>
        ) : leastMs === undefined ? (
          <span className="i3">{t("whatIf.forecast.unmeasured")}</span>
        ) : (
          <>
            <b>{lastedText(t, leastMs)}</b> <span className="i3">{t("whatIf.forecast.least")}</span>
          </>
        )}
      </span>
    </Dock>
  );
}
