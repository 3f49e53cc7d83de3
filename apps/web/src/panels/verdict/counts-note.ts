import { isBudgetInUse } from "@daemonscope/daemonset/budget/is-budget-in-use";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { verdictWordOf } from "@daemonscope/daemonset/rollout/verdict-word";
import type { Translate } from "../../words/i18n/translator.ts";

/** Returns the slots that a rollout uses: `all 6 slots in use`; undefined if it uses none. */
function slotsText(t: Translate, record: DaemonSetRecord): string | undefined {
  const { kind, used, allowed } = record.budget;
  if ((kind !== "maxUnavailable" && kind !== "maxSurge") || !isBudgetInUse(record) || used === 0) return undefined;
  return used === allowed ? t("verdict.allSlots", { count: used }) : t("verdict.slots", { used, count: allowed });
}

/** Returns the counts below a headline, without those that the headline has: `6 of 49 updated, all 6 slots in use`
 *  while a node has an old pod, `38 of 38 available` for misscheduled pods. Undefined if there are none to add. */
export function countsNote(t: Translate, record: DaemonSetRecord): string | undefined {
  const { updatedNumberScheduled: updated, desiredNumberScheduled: desired, numberAvailable: available } = record.reported;
  const word = verdictWordOf(record);
  if (word === "rolling") return undefined;
  const slots = slotsText(t, record);
  if (updated < desired)
    return [t("verdict.updatedOf", { updated, desired }), ...(slots === undefined ? [] : [slots])].join(t("model.comma"));
  return word === "misscheduled" ? t("verdict.available", { available, desired }) : undefined;
}
