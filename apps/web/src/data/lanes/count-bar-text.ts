import type { Translate } from "../../words/i18n/translator.ts";
import type { CountBar } from "./count-bars.ts";
import type { Lanes } from "./count-lanes.ts";

/** Returns the API's definition of a count, with the numbers of this DaemonSet. Source: apps/v1 DaemonSetStatus. */
export function countDefinition(bar: CountBar, minReadySeconds: number, lanes: Lanes, t: Translate): string {
  const sentence = t(`rollout.bar.${bar.id}`, { seconds: minReadySeconds });
  const terminating = bar.shares.terminating.count;
  const isOfReady = bar.id === "ready" || bar.id === "available";
  if (!isOfReady || terminating === 0 || terminating >= lanes.total) return sentence;
  return t("model.twoSentences", { first: sentence, second: t("rollout.bar.alsoTerminating", { count: terminating }) });
}
