import type { Rejections } from "@daemonscope/daemonset/pair/rejections";
import { ageText, humanDuration } from "@daemonscope/kube/values/human-duration";
import type { Translate } from "../../../words/i18n/translator.ts";

/** The part of a pair that decides whether the controller retries. */
interface RejectedPair {
  /** The DaemonSet is eligible for the node. */
  readonly isWanted: boolean;
  readonly isShuttingDown: boolean;
}

/** States that the pods of a pair fail repeatedly, and when the controller retries. A node that shuts down rejects
 *  every pod; that is no loop. */
export function rejectionsSentence(
  { count, atLeast, reason, firstAtMs, nextTryAtMs }: Rejections,
  { isWanted, isShuttingDown }: RejectedPair,
  nowMs: number,
  t: Translate,
): string {
  const age = ageText(nowMs - firstAtMs);
  if (isShuttingDown) return t("explain.rejections.shuttingDown", { count, age });
  const pods =
    count === 1
      ? t("explain.rejections.one")
      : atLeast
        ? t("explain.rejections.atLeast", { amount: count })
        : t("explain.rejections.many", { amount: count });
  const next =
    nextTryAtMs === undefined || nextTryAtMs <= nowMs
      ? t("explain.rejections.again")
      : t("explain.rejections.waits", { age: humanDuration(nextTryAtMs - nowMs) });
  const since = t("explain.rejections.since", { pods, age, reason });
  return isWanted ? t("explain.rejections.retried", { since, next }) : since;
}
