import type { Translate } from "../i18n/translator.ts";
import type { Bracket } from "./brackets.ts";
import type { Lanes } from "./select-lanes.ts";

/** What a count counts, in the API's own sense, with the numbers of this DaemonSet. Source: apps/v1 DaemonSetStatus. */
export function definitionOf(bracket: Bracket, minReadySeconds: number, lanes: Lanes, t: Translate): string {
  const sentence = t(`rollout.bracket.${bracket.id}`, { seconds: minReadySeconds });
  const still = bracket.shares.terminating.count;
  const isOfReady = bracket.id === "ready" || bracket.id === "available";
  if (!isOfReady || still === 0 || still >= lanes.total) return sentence;
  return t("model.twoSentences", { first: sentence, second: t("rollout.bracket.alsoTerminating", { count: still }) });
}
