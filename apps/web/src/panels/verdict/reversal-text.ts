import { reversalOf } from "@daemonscope/daemonset/managed/owner-revision";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { reversalText } from "@daemonscope/words/facts/ownership-text";
import { momentText } from "../../words/i18n/time-of-day.ts";
import type { Translate } from "../../words/i18n/translator.ts";

/** States which revision the owner reverted, and when; undefined if it reverted none. */
export function reversalWords(
  t: Translate,
  record: Pick<DaemonSetRecord, "ownership" | "changedBy" | "revisions" | "revisionSinceMs">,
  nowMs: number,
): string | undefined {
  const reversal = reversalOf(record);
  const { revisionSinceMs: atMs } = record;
  return reversal && reversalText(t, reversal, atMs === undefined ? undefined : momentText(atMs, nowMs, true));
}
