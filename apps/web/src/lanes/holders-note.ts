import { heldNodes } from "@daemonscope/daemonset/actions/held-nodes";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import type { Translate } from "../i18n/translator.ts";
import { clockText } from "../text/figures.ts";

/** A time so near is told to the second. */
const SOON_MS = 120_000;

/** What comes back by itself and what does not. */
export function holdersNote(record: Pick<DaemonSetRecord, "budget" | "revisions" | "causes">, nowMs: number, t: Translate): string {
  const { used, allowed, holders, kind } = record.budget;
  if (kind === "unknown") return t("budget.unread");
  if (kind === "none") return t("budget.onDelete");
  const free = allowed - used;
  if (free > 0 && used > 0)
    // An old pod that is being deleted waits for nothing.
    return heldNodes(record) === 0 ? t("budget.noOldLeft", { free, allowed }) : t("budget.free", { count: free, allowed });
  if (used === 0) return t("budget.allFree", { count: allowed });
  const ending = holders.filter((group) => group.endsAtMs !== undefined && group.endsAtMs > nowMs);
  const comesBack = ending.reduce((sum, group) => sum + group.count, 0);
  if (comesBack === 0)
    return t(holders.length > 0 && holders.every(({ lasting }) => lasting) ? "budget.forGood" : "budget.noEnd", { count: used });
  const last = Math.max(...ending.map((group) => group.endsAtMs ?? 0));
  const back = t("budget.back", { count: comesBack, time: clockText(last, last - nowMs < SOON_MS) });
  return used === comesBack ? back : t("budget.restNoEnd", { back, count: used - comesBack });
}
