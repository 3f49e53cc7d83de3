import type { DaemonSetRecord } from "@daemonscope/daemonset/model/records";
import { humanDuration } from "@daemonscope/kube/human-duration";
import type { Translate } from "../i18n/translator.ts";

const DAY_MS = 86_400_000;

/** The current revision and since when it is that: a time of the day, or its age where that was another day. Empty while revisions are not read. */
export function revisionWords(t: Translate, record: Pick<DaemonSetRecord, "revisions" | "revisionSinceMs">, nowMs: number): string {
  const current = record.revisions.find((revision) => revision.current);
  if (current === undefined) return "";
  const { revision } = current;
  const sinceMs = record.revisionSinceMs;
  if (sinceMs === undefined) return t("verdict.revision", { revision });
  if (nowMs - sinceMs >= DAY_MS) return t("verdict.revisionFor", { revision, age: humanDuration(nowMs - sinceMs) });
  return t("verdict.revisionSince", { revision, time: new Date(sinceMs).toLocaleTimeString("en-GB") });
}
