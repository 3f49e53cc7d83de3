import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { ageText } from "@daemonscope/kube/values/human-duration";
import { momentText } from "../../words/i18n/time-of-day.ts";
import type { Translate } from "../../words/i18n/translator.ts";

const DAY_MS = 86_400_000;

type Revised = Pick<DaemonSetRecord, "revisions" | "revisionSinceMs" | "changedBy" | "changedByUser">;

/** Returns the author of the current revision, the user before the tool: `mia@example.com (argocd)`. */
export function authorText(t: Translate, { changedBy, changedByUser }: Pick<Revised, "changedBy" | "changedByUser">): string | undefined {
  if (changedBy === undefined || changedByUser === undefined) return changedBy;
  return t("verdict.userBy", { user: changedByUser, manager: changedBy });
}

const byText = (t: Translate, record: Revised): string => {
  const author = authorText(t, record);
  return author === undefined ? "" : t("verdict.by", { author });
};

/** Formats the current revision and its author: `Revision 3 by helm`, or a restart. Undefined while revisions are not
 *  read. */
export function revisionByText(t: Translate, record: Revised): string | undefined {
  const current = record.revisions.find((revision) => revision.current);
  if (current === undefined) return undefined;
  return current.isRestart === true
    ? t("verdict.restarted", { by: byText(t, record) })
    : t("verdict.revision", { revision: current.revision, by: byText(t, record) });
}

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
    return isRestart ? t("verdict.restartedFor", { by, age }) : t("verdict.revisionFor", { revision, by, age });
  }
  const time = momentText(sinceMs, nowMs, true);
  return isRestart ? t("verdict.restartedSince", { by, time }) : t("verdict.revisionSince", { revision, by, time });
}
