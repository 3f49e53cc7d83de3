import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { PACE_BUCKET_MS, PACE_BUCKETS } from "@daemonscope/daemonset/records/rollout-pace";
import { forecastOf, perMinute } from "@daemonscope/daemonset/rollout/forecast/forecast";
import { type MinimumRemaining, minimumRemaining } from "@daemonscope/daemonset/rollout/forecast/minimum-remaining";
import { ageText, humanDuration } from "@daemonscope/kube/values/human-duration";
import { momentText } from "../../../words/i18n/time-of-day.ts";
import type { Translate } from "../../../words/i18n/translator.ts";

/** Formats a rate: `12/min`, or per hour if it is below one a minute. */
export function rateWords(t: Translate, rate: number): string {
  if (rate === 0) return "0";
  return rate >= 1
    ? t("paceLine.rowPerMinute", { rate: Math.round(rate) })
    : t("paceLine.rowPerHour", { rate: Math.max(1, Math.round(rate * 60)) });
}

/** Reports whether a rollout has a pace to show, also one that does not progress. */
export const hasPaceFacts = (record: DaemonSetRecord, nowMs: number): boolean => forecastOf(record, nowMs).kind !== "none";

/** Formats the least number of waves. */
function wavesWords(t: Translate, { waves, atOnce, seconds }: MinimumRemaining): string {
  const wavesText = t("paceLine.waves", { count: waves, nodes: atOnce });
  return seconds === 0 ? wavesText : t("paceLine.wavesTake", { waves: wavesText, age: humanDuration(seconds * 1000) });
}

/** States that the pace is not measured yet, and the least remaining work. */
export function unmeasuredWords(t: Translate, record: DaemonSetRecord): string {
  const least = minimumRemaining(record);
  return least === undefined ? t("paceLine.unmeasured") : `${t("paceLine.unmeasured")}${t("model.semicolon")}${wavesWords(t, least)}`;
}

/**
 * States that a rollout does not progress, and since when. The start is that of its concern, or the recorded time
 * without progress.
 */
export function stalledText(t: Translate, { concern, pace }: DaemonSetRecord, nowMs: number): string {
  if (concern?.sinceMs !== undefined)
    return t("paceLine.stillSince", { age: ageText(nowMs - concern.sinceMs), time: momentText(concern.sinceMs, nowMs, true) });
  if (pace === undefined || perMinute(pace, nowMs) > 0) return t("paceLine.still");
  return t("paceLine.noneCame", { age: ageText(Math.min(PACE_BUCKETS * PACE_BUCKET_MS, nowMs - pace.sinceMs)) });
}

/**
 * Returns the recent rate in nodes a minute, the same as on the page of the DaemonSet. Undefined if nothing was
 * measured or the sample is too small. A rollout without progress, or a complete one, has 0.
 */
export function rateOf(record: DaemonSetRecord, nowMs: number): number | undefined {
  const { pace, underWay } = record;
  if (pace === undefined) return undefined;
  if (!underWay) return 0;
  const { kind } = forecastOf(record, nowMs);
  if (kind === "still") return 0;
  return kind === "unmeasured" ? undefined : perMinute(pace, nowMs);
}
