import type { Translate } from "../../../words/i18n/translator.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Describes the length of a range in its largest whole unit: `30 min`. */
export function spanText(t: Translate, spanMs: number): string {
  if (spanMs >= HOUR_MS && Math.round(spanMs / MINUTE_MS) % 60 === 0)
    return t("timeline.range.hours", { count: Math.round(spanMs / HOUR_MS) });
  return t("timeline.range.minutes", { count: Math.max(1, Math.round(spanMs / MINUTE_MS)) });
}
