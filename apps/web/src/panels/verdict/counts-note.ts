import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { verdictWordOf } from "@daemonscope/daemonset/rollout/verdict-word";
import type { Translate } from "../../words/i18n/translator.ts";

/** Returns the counts below a headline, without those that the headline has: `6 of 49 updated` while a node has an
 *  old pod, `38 of 38 available` for misscheduled pods. Undefined if there are none to add. */
export function countsNote(t: Translate, record: DaemonSetRecord): string | undefined {
  const { updatedNumberScheduled: updated, desiredNumberScheduled: desired, numberAvailable: available } = record.reported;
  const word = verdictWordOf(record);
  if (word === "rolling") return undefined;
  if (updated < desired) return t("verdict.updatedOf", { updated, desired });
  return word === "misscheduled" ? t("verdict.available", { available, desired }) : undefined;
}
