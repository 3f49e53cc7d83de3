import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { forecastOf, lastCounts, perMinute } from "@daemonscope/daemonset/rollout/forecast/forecast";
import { humanDuration } from "@daemonscope/kube/values/human-duration";
import { useTranslation } from "react-i18next";
import { momentText } from "../../../words/i18n/time-of-day.ts";
import { PaceChart } from "./PaceChart.tsx";
import css from "./pace.module.css";
import { approximateText, forecastBasisText, rateWords, stalledText, unmeasuredWords, withinWords } from "./rollout-pace-text.ts";

/**
 * The pace of a rollout: its rate, the duration and slowest phase of node updates, and gains by more budget. While data
 * is not live, it shows no forecast.
 */
export function RolloutPaceLine({
  record,
  nowMs,
  isLive,
}: {
  readonly record: DaemonSetRecord;
  readonly nowMs: number;
  readonly isLive: boolean;
}) {
  const { t } = useTranslation();
  const forecast = forecastOf(record, nowMs);
  const { pace } = record;
  if (forecast.kind === "none") return null;
  if (pace === undefined)
    return <p className={`${css.pace} i3`}>{forecast.kind === "still" ? stalledText(t, record, nowMs) : unmeasuredWords(t, record)}</p>;
  const { turn } = pace;
  const isMoving = forecast.kind === "moving" && isLive;
  return (
    <section className={css.pace} aria-label={t("paceLine.label")}>
      <div
        className={forecast.kind === "moving" ? css.rate : css.words}
        title={t("paceLine.chart", { most: Math.max(...lastCounts(pace, nowMs)) })}
      >
        <PaceChart pace={pace} nowMs={nowMs} />
        <span className={css.measured}>
          <b>
            {forecast.kind === "still"
              ? stalledText(t, record, nowMs)
              : forecast.kind === "unmeasured"
                ? unmeasuredWords(t, record)
                : rateWords(t, perMinute(pace, nowMs))}
          </b>
          {forecast.kind !== "unmeasured" && <span className="i3">{t("pace.since", { time: momentText(pace.sinceMs, nowMs, true) })}</span>}
        </span>
      </div>
      {forecast.kind === "moving" && (
        <div className={css.left}>
          {isLive && (
            <>
              <b>{withinWords(t, forecast.within)}</b> <span className="i3">{forecastBasisText(t, forecast)}</span>
              {forecast.held > 0 && <span className="i3">{t("paceLine.held", { count: forecast.held })}</span>}
            </>
          )}
        </div>
      )}
      {turn !== undefined && (
        <div className={css.turn}>
          <span>{t("paceLine.turn", { count: turn.nodes, age: humanDuration(turn.medianMs) })}</span>
          <span className="i3">
            {t("paceLine.longest", { phase: t(`paceLine.phase.${turn.slowest}`), age: humanDuration(turn.slowestMs) })}
          </span>
        </div>
      )}
      {isMoving && forecast.faster !== undefined && (
        <div className={css.faster}>
          <code>{forecast.faster.field}</code>{" "}
          <span>{t("paceLine.faster", { percent: forecast.faster.percent, age: approximateText(forecast.faster.leftMs) })}</span>
        </div>
      )}
    </section>
  );
}
