import { ageText } from "@daemonscope/kube/values/human-duration";
import { momentParts } from "../../words/i18n/time-of-day.ts";
import type { Translate } from "../../words/i18n/translator.ts";
import { byText, type Revised, revisionByText } from "./revision-text.ts";

const DAY_MS = 86_400_000;

/**
 * Formats the current revision, its author and its start. The start is a time of day, or an age if it was at least a
 * day ago. Empty while revisions are not read.
 */
export function revisionWords(t: Translate, record: Revised, nowMs: number): string {
  const current = record.revisions.find((revision) => revision.current);
  if (current === undefined) return "";
  const { revision } = current;
  const { revisionSinceMs: sinceMs } = record;
  const by = byText(t, record);
  if (sinceMs === undefined) return revisionByText(t, record) ?? "";
  const isRestart = current.isRestart === true;
  if (nowMs - sinceMs >= DAY_MS) {
    const age = ageText(nowMs - sinceMs);
    return isRestart ? t("revisions.restartedFor", { by, age }) : t("revisions.revisionFor", { revision, by, age });
  }
  const parts = momentParts(sinceMs, nowMs, true);
  const moment = { by, day: parts.day && ` ${parts.day}`, time: parts.time };
  return isRestart ? t("revisions.restartedSince", moment) : t("revisions.revisionSince", { revision, ...moment });
}
