import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { ageText } from "../../words/format/age-text.ts";
import { momentText } from "../../words/i18n/time-of-day.ts";
import type { Translate } from "../../words/i18n/translator.ts";

const DAY_MS = 86_400_000;

/**
 * Formats the current revision, its start and its author. The start is a time of day, or an age if it was at least a
 * day ago. Empty while revisions are not read.
 */
export function revisionWords(
  t: Translate,
  record: Pick<DaemonSetRecord, "revisions" | "revisionSinceMs" | "changedBy">,
  nowMs: number,
): string {
  const words = sinceWords(t, record, nowMs);
  return words === "" || record.changedBy === undefined ? words : t("verdict.by", { revision: words, manager: record.changedBy });
}

function sinceWords(t: Translate, record: Pick<DaemonSetRecord, "revisions" | "revisionSinceMs" | "changedBy">, nowMs: number): string {
  const current = record.revisions.find((revision) => revision.current);
  if (current === undefined) return "";
  const { revision } = current;
  const sinceMs = record.revisionSinceMs;
  if (sinceMs === undefined) return t("verdict.revision", { revision });
  if (nowMs - sinceMs >= DAY_MS) return t("verdict.revisionFor", { revision, age: ageText(nowMs - sinceMs) });
  return t("verdict.revisionSince", { revision, time: momentText(sinceMs, nowMs, true) });
}
