import { pausedNodes } from "@daemonscope/daemonset/actions/remedies/paused-nodes";
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

/** Describes when the used budget slots come free, with one sentence per event. */
function endsWords({ settling, terminating, unknown }: SlotEnds, budget: Budget, nowMs: number, t: Translate): string {
  const parts = [
    ...(settling === undefined ? [] : [settlingWords(settling, budget, nowMs, t)]),
    ...(terminating === undefined
      ? []
      : [
          t("budget.terminate", {
            count: terminating.count,
            time: momentText(terminating.byMs, nowMs, terminating.byMs - nowMs < SOON_MS),
          }),
        ]),
    ...(unknown === 0 ? [] : [t("budget.restNoEnd", { count: unknown })]),
  ];
  return parts.reduce((first, second) => t("model.twoSentences", { first, second }));
}

/** Describes the free budget slots and when the used ones come free. */
export function slotHoldersNote(record: DaemonSetRecord, nowMs: number, t: Translate): string {
  const { used, allowed, holders, kind } = record.budget;
  if (kind === "unknown") return t("budget.unread");
  if (kind === "none")
    return record.managedBy === undefined ? t("budget.onDelete") : t("budget.managed", { controller: record.managedBy.controller });
  const free = allowed - used;
  if (free > 0 && used > 0) {
    if (record.causes.some(({ cause }) => isRefusedCreation(cause))) return t("budget.refused", { free, allowed });
    // An old pod that is being deleted does not wait for the budget.
    const waiting = pausedNodes(record);
    return waiting === 0
      ? t("budget.noOldLeft", { free, allowed })
      : t("budget.free", { count: Math.min(free, waiting ?? free), free, allowed });
  }
  if (used === 0) return t("budget.allFree", { count: allowed });
  const ends = slotEnds(record.budget, nowMs);
  if (ends.unknown < used) return endsWords(ends, record.budget, nowMs, t);
  const isForGood = verdictWordOf(record) === "stuck" && holders.length > 0 && holders.every(({ lasting }) => lasting);
  return t(isForGood ? "budget.forGood" : "budget.noEnd", { count: used });
}
