import type { CauseDetail, CauseFact } from "@daemonscope/daemonset/records/cause-fact";
import { ageText } from "@daemonscope/kube/values/human-duration";
import { causeDetailText } from "@daemonscope/words/facts/cause-help";
import type { Translate } from "../../words/i18n/translator.ts";

/** Returns what is known about one occurrence, with its times: `17 times, first 12m ago, last 40s ago`. Empty if
 *  nothing is known. */
export function occurrenceText(t: Translate, cause: CauseFact, detail: CauseDetail, nowMs: number, firstAtMs?: number): string {
  const known = causeDetailText(t, cause, detail);
  return [
    ...(known === "" ? [] : [known]),
    ...(firstAtMs === undefined ? [] : [t("explain.cause.first", { age: ageText(nowMs - firstAtMs) })]),
    ...(detail.lastAtMs === undefined ? [] : [t("explain.cause.last", { age: ageText(nowMs - detail.lastAtMs) })]),
  ].join(t("model.listComma"));
}
