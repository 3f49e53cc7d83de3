import { PACE_BUCKET_MS, PACE_BUCKETS } from "@daemonscope/daemonset/records/pace";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { aboutMs, atLeastMs, type Forecast, forecastOf, perMinute } from "@daemonscope/daemonset/rollout/forecast";
import { type LeastLeft, leastLeft } from "@daemonscope/daemonset/rollout/least-left";
import type { Within } from "@daemonscope/daemonset/rollout/left-within";
import { humanDuration } from "@daemonscope/kube/human-duration";
import { momentText } from "../i18n/time-of-day.ts";
import type { Translate } from "../i18n/translator.ts";
import { ageText } from "../text/age-text.ts";

/** `12/min`, or by the hour what is slower than one a minute. */
export function rateWords(t: Translate, rate: number): string {
  if (rate === 0) return "0";
  return rate >= 1 ? t("pace.perMinute", { rate: Math.round(rate) }) : t("pace.perHour", { rate: Math.max(1, Math.round(rate * 60)) });
}

/** `7m`: only about right, in kubectl's words for ages. */
export const aboutWords = (ms: number): string => humanDuration(aboutMs(ms));

/** `about 6m to 9m left`, `up to 40s left`; one time where both ends are the same in words. */
export function withinWords(t: Translate, { soonestMs, latestMs }: Within): string {
  const to = aboutWords(latestMs);
  const fromMs = atLeastMs(soonestMs);
  if (fromMs === 0) return t("pace.upTo", { to });
  const from = humanDuration(fromMs);
  return from === to ? t("pace.left", { age: to }) : t("pace.between", { from, to });
}

/** The same of a rollout; undefined where nothing can be said. */
export function leftWords(t: Translate, record: DaemonSetRecord, nowMs: number): string | undefined {
  if (record.pace === undefined) return undefined;
  const forecast = forecastOf(record, nowMs);
  return forecast.kind === "moving" ? withinWords(t, forecast.within) : undefined;
}

/** What a forecast rests on, and that it is an early one. */
export function judgedWords(t: Translate, { by, isEarly }: Extract<Forecast, { kind: "moving" }>): string {
  const words = t("pace.judgedBy", { count: by.nodes, age: humanDuration(by.elapsedMs) });
  return isEarly ? t("pace.early", { by: words }) : words;
}

/** What a row says of the rest of a rollout: how long, or how many waves at least; undefined where neither can be said. */
export function leftInRow(t: Translate, record: DaemonSetRecord, nowMs: number): string | undefined {
  const left = leftWords(t, record, nowMs);
  if (left !== undefined || forecastOf(record, nowMs).kind !== "unmeasured") return left;
  const least = leastLeft(record);
  return least === undefined ? undefined : wavesWords(t, least);
}

function wavesWords(t: Translate, { waves, atOnce, seconds }: LeastLeft): string {
  const told = t("pace.waves", { count: waves, nodes: atOnce });
  return seconds === 0 ? told : t("pace.wavesTake", { waves: told, age: humanDuration(seconds * 1000) });
}

/** That its pace is not known yet, and what it takes at least. */
export function unmeasuredWords(t: Translate, record: DaemonSetRecord): string {
  const least = leastLeft(record);
  return least === undefined ? t("pace.unmeasured") : `${t("pace.unmeasured")}${t("model.semicolon")}${wavesWords(t, least)}`;
}

/** That a rollout stands still, and since when: since its concern says so, or for as long as is told of. */
export function stillWords(t: Translate, { concern, pace }: DaemonSetRecord, nowMs: number): string {
  if (concern?.sinceMs !== undefined)
    return t("pace.stillSince", { age: ageText(nowMs - concern.sinceMs), time: momentText(concern.sinceMs, nowMs, true) });
  if (pace === undefined || perMinute(pace, nowMs) > 0) return t("pace.still");
  return t("pace.noneCame", { age: ageText(Math.min(PACE_BUCKETS * PACE_BUCKET_MS, nowMs - pace.sinceMs)) });
}

/** The record for words over data that are not live: nothing is promised of them (rule R25). */
export function withoutPace(record: DaemonSetRecord): DaemonSetRecord {
  const { pace: _, ...rest } = record;
  return rest;
}

/** Nodes a minute that came lately; undefined where nothing was measured, or too few to tell: as the page of the DaemonSet tells it. A rollout that stands still, or is over, has 0. */
export function rateOf(record: DaemonSetRecord, nowMs: number): number | undefined {
  const { pace, underWay } = record;
  if (pace === undefined) return undefined;
  if (!underWay) return 0;
  const { kind } = forecastOf(record, nowMs);
  if (kind === "still") return 0;
  return kind === "unmeasured" ? undefined : perMinute(pace, nowMs);
}

/** The rate of a rollout as a column tells it; empty where nothing is to be said, as of one that is over. */
export function rateColumn(t: Translate, record: DaemonSetRecord, nowMs: number): string {
  if (!record.underWay) return "";
  const rate = rateOf(record, nowMs);
  return rate === undefined ? "" : rateWords(t, rate);
}
