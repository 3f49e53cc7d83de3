import { type SlotEnds, slotEnds, type TimedSlots } from "@daemonscope/daemonset/budget/slot-ends";
import { isRefusedCreation } from "@daemonscope/daemonset/causes/causes";
import type { Budget } from "@daemonscope/daemonset/records/budget";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { verdictWordOf } from "@daemonscope/daemonset/rollout/verdict-word";
import { momentText } from "../../words/i18n/time-of-day.ts";
import type { Translate } from "../../words/i18n/translator.ts";

/** Times within this distance are shown with seconds. */
const SOON_MS = 120_000;

function settlingWords({ count, byMs }: TimedSlots, { used, allowed }: Budget, nowMs: number, t: Translate): string {
  const time = momentText(byMs, nowMs, byMs - nowMs < SOON_MS);
  // Above the limit, a slot that ends leaves none free until the others end too.
  return used > allowed ? t("budget.settleAbove", { count, time, used: used - count, allowed }) : t("budget.settle", { count, time });
}

/** Describes the next slots that come free; undefined without an estimate. The rows above have the others. */
function nextFreeText({ settling, terminating }: SlotEnds, budget: Budget, nowMs: number, t: Translate): string | undefined {
  if (settling !== undefined) return settlingWords(settling, budget, nowMs, t);
  if (terminating === undefined) return undefined;
  const { count, byMs } = terminating;
  return t("budget.terminate", { count, time: momentText(byMs, nowMs, byMs - nowMs < SOON_MS) });
}

/** Describes when the used budget slots come free, or why free ones stay unused. Undefined if the controller
 *  continues. */
export function slotHoldersNote(record: DaemonSetRecord, nowMs: number, t: Translate): string | undefined {
  const { used, allowed, holders, kind } = record.budget;
  if (kind === "unknown") return t("budget.unread");
  if (kind === "none")
    return record.managedBy === undefined ? t("budget.onDelete") : t("budget.managed", { controller: record.managedBy.controller });
  const free = allowed - used;
  if (free > 0)
    return used > 0 && record.causes.some(({ cause }) => isRefusedCreation(cause)) ? t("budget.refused", { free, allowed }) : undefined;
  const nextFree = nextFreeText(slotEnds(record.budget, nowMs), record.budget, nowMs, t);
  if (nextFree !== undefined) return nextFree;
  // Pod garbage collection frees the slots of nodes that no longer exist.
  const kept = holders.filter(({ cause }) => cause.kind !== "nodeGone");
  const isForGood = verdictWordOf(record) === "stuck" && kept.length > 0 && kept.every(({ lasting }) => lasting);
  return isForGood ? t("budget.forGood", { count: kept.reduce((sum, { count }) => sum + count, 0) }) : t("budget.noEnd", { count: used });
}
