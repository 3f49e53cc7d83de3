import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { fasterBudgetOf } from "@daemonscope/daemonset/rollout/forecast/budget-forecast";
import { forecastOf, perMinute } from "@daemonscope/daemonset/rollout/forecast/forecast";
import { humanDuration } from "@daemonscope/kube/values/human-duration";
import { momentText } from "../../../words/i18n/time-of-day.ts";
import type { Translate } from "../../../words/i18n/translator.ts";
import { useTranslation } from "../../../words/i18n/use-translation.tsx";
import { stalledText, unmeasuredWords } from "./measured-pace-text.ts";
import { approximateText, forecastBasisText, withinWords } from "./rollout-pace-text.ts";

const nodeRateWords = (t: Translate, rate: number): string =>
  rate >= 1 ? t("paceLine.perMinute", { rate: Math.round(rate) }) : t("paceLine.perHour", { rate: Math.max(1, Math.round(rate * 60)) });

/** The pace of a rollout: its rate, the duration and slowest phase of node updates, and the gain by more budget.
 *  The tooltip has the remaining time with its range. While data is not live, there is no forecast. */
export function PaceFacts({
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
  if (forecast.kind === "still") return <b>{stalledText(t, record, nowMs)}</b>;
  if (pace === undefined || forecast.kind === "unmeasured") return <span>{unmeasuredWords(t, record)}</span>;
  if (forecast.kind === "none") return null;
  const { turn } = pace;
  const faster = isLive ? fasterBudgetOf(record, nowMs) : undefined;
  const basis = [
    ...(isLive ? [withinWords(t, forecast.within), forecastBasisText(t, forecast)] : []),
    ...(isLive && forecast.held > 0 ? [t("paceLine.held", { count: forecast.held })] : []),
    t("paceLine.since", { time: momentText(pace.sinceMs, nowMs, true) }),
  ].join(t("rollout.comma"));
  return (
    <>
      <b title={basis}>{nodeRateWords(t, perMinute(pace, nowMs))}</b>
      {turn === undefined ? null : (
        <span>
          {t("paceLine.turn", { count: turn.nodes, age: humanDuration(turn.medianMs) })}
          {t("rollout.comma")}
          {t("paceLine.longest", { phase: t(`paceLine.phase.${turn.slowest}`), age: humanDuration(turn.slowestMs) })}
        </span>
      )}
      {faster !== undefined ? (
        <span>
          <code>{faster.field}</code> {t("paceLine.faster", { percent: faster.percent, age: approximateText(faster.leftMs) })}
        </span>
      ) : null}
    </>
  );
}
