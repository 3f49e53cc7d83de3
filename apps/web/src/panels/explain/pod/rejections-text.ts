import type { Rejections } from "@daemonscope/daemonset/pair/rejections";
import { humanDuration } from "@daemonscope/kube/values/human-duration";
import { ageText } from "../../../words/format/age-text.ts";
import type { Translate } from "../../../words/i18n/translator.ts";

/** States that the pods of a pair fail repeatedly, and when the controller retries. */
export function rejectionsSentence({ count, atLeast, reason, firstAtMs, nextTryAtMs }: Rejections, nowMs: number, t: Translate): string {
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
  return t("explain.rejections.since", { pods, age: ageText(nowMs - firstAtMs), reason, next });
}
