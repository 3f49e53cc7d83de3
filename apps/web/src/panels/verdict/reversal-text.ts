import { ownerThatChanged, reversalOf } from "@daemonscope/daemonset/managed/owner-revision";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import type { RevisionStart } from "@daemonscope/daemonset/records/revision-outcome";
import { ownershipText, reversalText, strategyReversalText } from "@daemonscope/words/facts/ownership-text";
import { momentText } from "../../words/i18n/time-of-day.ts";
import type { Translate } from "../../words/i18n/translator.ts";
import { authorText } from "./revision-text.ts";

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

/** States that the owner reverted the update strategy, and when; undefined if it reverted none. */
export const strategyReversalWords = (
  t: Translate,
  { strategyReverted }: Pick<DaemonSetRecord, "strategyReverted">,
  nowMs: number,
): string | undefined => strategyReverted && strategyReversalText(t, strategyReverted, momentText(strategyReverted.atMs, nowMs, true));

/** Names the author of an earlier revision: `by kubectl set`, or the owner that returned to it. */
export function earlierAuthorText(
  t: Translate,
  { ownership }: Pick<DaemonSetRecord, "ownership">,
  { returnedAtMs, reversal, ...changed }: RevisionStart,
  nowMs: number,
): string | undefined {
  if (reversal !== undefined)
    return reversalText(t, reversal, returnedAtMs === undefined ? undefined : momentText(returnedAtMs, nowMs, true));
  const author = authorText(t, withOwnerName(t, { ...changed, ...(ownership === undefined ? {} : { ownership }) }));
  return author === undefined ? undefined : t("revisions.by", { author });
}

/** Returns the record with the name of the owner instead of that of its field manager, if the owner certainly made the
 *  last change. */
export function withOwnerName<R extends Pick<DaemonSetRecord, "ownership" | "changedBy">>(t: Translate, record: R): R {
  const owner = ownerThatChanged(record);
  return owner === undefined ? record : { ...record, changedBy: ownershipText(t, { kind: "one", owner }) };
}
