import { isBudgetInUse } from "@daemonscope/daemonset/budget/is-budget-in-use";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import type { Translate } from "../../words/i18n/translator.ts";

/** Returns the progress of a rollout with its slots: `6 of 49 updated, all 6 slots in use`. Undefined if no node has an
 *  old pod. */
export function progressNote(t: Translate, record: DaemonSetRecord): string | undefined {
  const { updatedNumberScheduled: updated, desiredNumberScheduled: desired } = record.reported;
  if (updated >= desired) return undefined;
  const done = t("fleet.updated", { updated, desired });
  const { kind, used, allowed } = record.budget;
  if ((kind !== "maxUnavailable" && kind !== "maxSurge") || !isBudgetInUse(record) || used === 0) return done;
  const slots = used < allowed ? t("fleet.slots", { used, count: allowed }) : t("fleet.allSlots", { count: used });
  return `${done}${t("model.comma")}${slots}`;
}
