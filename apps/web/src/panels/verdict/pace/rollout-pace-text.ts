import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import type { RemainingEstimate } from "@daemonscope/daemonset/rollout/forecast/estimate-remaining";
import { type Forecast, forecastOf, roundDownMs, roundUpMs } from "@daemonscope/daemonset/rollout/forecast/forecast";
import { minimumRemaining } from "@daemonscope/daemonset/rollout/forecast/minimum-remaining";
import { humanDuration } from "@daemonscope/kube/values/human-duration";
import type { Translate } from "../../../words/i18n/translator.ts";

/** Formats a rounded duration: `7m`, in kubectl's form for ages. */
export const approximateText = (ms: number): string => humanDuration(roundUpMs(ms));

/** Formats the range of the remaining time: `6m to 9m left`, `up to 40s left`. If both ends read the same, it shows one
 *  time. */
export function withinWords(t: Translate, { soonestMs, latestMs }: RemainingEstimate): string {
  const to = approximateText(latestMs);
  const fromMs = roundDownMs(soonestMs);
  if (fromMs === 0) return t("pace.upTo", { to });
  const from = humanDuration(fromMs);
  return from === to ? t("pace.left", { age: to }) : t("pace.between", { from, to });
}

const movingForecast = (record: DaemonSetRecord, nowMs: number): Extract<Forecast, { kind: "moving" }> | undefined => {
  const forecast = record.pace === undefined ? undefined : forecastOf(record, nowMs);
  return forecast?.kind === "moving" ? forecast : undefined;
};

/** Formats the remaining time of a rollout as one number: `~25s left`. Undefined without a forecast. */
export function remainingText(t: Translate, record: DaemonSetRecord, nowMs: number): string | undefined {
  const forecast = movingForecast(record, nowMs);
  return forecast === undefined ? undefined : t("pace.left", { age: approximateText(forecast.leftMs) });
}

/** Formats the range of the remaining time and its basis, for a tooltip. Undefined without a forecast. */
export function remainingRangeText(t: Translate, record: DaemonSetRecord, nowMs: number): string | undefined {
  const forecast = movingForecast(record, nowMs);
  if (forecast === undefined) return undefined;
  return `${withinWords(t, forecast.within)}${t("model.comma")}${forecastBasisText(t, forecast)}`;
}

/** Describes the basis of a forecast, and whether the forecast is early. */
export function forecastBasisText(t: Translate, { by, isEarly }: Extract<Forecast, { kind: "moving" }>): string {
  const words = t("pace.judgedBy", { count: by.nodes, age: humanDuration(by.elapsedMs) });
  return isEarly ? t("pace.early", { by: words }) : words;
}

/**
 * Returns the rest of a rollout for a table row: the remaining time, or at least its minimum: the row has little space.
 * Undefined if neither is known.
 */
export function remainingInRow(t: Translate, record: DaemonSetRecord, nowMs: number): string | undefined {
  const left = remainingText(t, record, nowMs);
  if (left !== undefined || forecastOf(record, nowMs).kind !== "unmeasured") return left;
  const least = minimumRemaining(record);
  if (least === undefined) return undefined;
  const { seconds, waves } = least;
  return seconds === 0 ? t("pace.atLeastBatches", { count: waves }) : t("pace.atLeast", { age: humanDuration(seconds * 1000) });
}

/** Returns the record without its pace, because stale data gets no forecast (rule R25). */
export function withoutForecast(record: DaemonSetRecord): DaemonSetRecord {
  const { pace: _, ...rest } = record;
  return rest;
}
