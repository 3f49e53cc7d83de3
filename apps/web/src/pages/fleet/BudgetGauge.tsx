import type { Budget, HolderReason } from "@daemonscope/daemonset/records/budget";
import { causeKey } from "@daemonscope/daemonset/records/cause-key";
import { useTranslation } from "react-i18next";
import { countText } from "../../words/format/figures.ts";
import css from "./fleet.module.css";

const WIDTH = 100;
const COLOURS: Readonly<Record<HolderReason, string>> = {
  newUnavailable: "var(--st-starting)",
  oldUnavailable: "var(--st-failing)",
  noPod: "var(--st-missing)",
  terminating: "var(--st-terminating)",
  twoPods: "var(--st-ready)",
  extraPods: "var(--st-misscheduled-edge)",
};

/** The used part of a budget, by cause: the bar ends at the allowed number. If no rollout uses the budget, it shows
 *  only the setting. */
export function BudgetGauge({ budget, isUsed }: { readonly budget: Budget; readonly isUsed: boolean }) {
  const { t } = useTranslation();
  if (budget.kind === "unknown") return <span className="i3">{t("fleet.unknownBudget")}</span>;
  if (budget.kind === "none") return <span className="i2">OnDelete</span>;
  const { used, allowed, spec } = budget;
  if (!isUsed) return <span className="i3">{budget.kind === "maxSurge" ? t("fleet.surge", { spec }) : spec}</span>;
  let x = 0;
  const parts = budget.holders.map((holder) => {
    const width = Math.max(1, Math.min(WIDTH - x, (holder.count / Math.max(allowed, 1)) * WIDTH));
    const part = (
      <rect key={`${holder.reason} ${causeKey(holder.cause)}`} x={x} y="1.5" width={width} height="4" fill={COLOURS[holder.reason]} />
    );
    x += width;
    return part;
  });
  return (
    <>
      <span className={css.line}>
        {used === 0 ? null : (
          <span>
            {countText(used)}
            <span className="i3">{t("fleet.of", { allowed })}</span>
          </span>
        )}
        {/* Shows the setting if it is a share. A number would repeat the allowed number. */}
        {budget.kind === "maxSurge" || used === 0 || spec !== String(allowed) ? (
          <span className="i3">{budget.kind === "maxSurge" ? t("fleet.surge", { spec }) : spec}</span>
        ) : null}
      </span>
      <svg width={WIDTH} height="7" aria-hidden="true">
        <rect x="0" y="1.500" width={WIDTH} height="4" fill="var(--bg-3)" />
        {parts}
        <rect x={WIDTH - 1.5} y="0" width="1.5" height="7" fill={used >= allowed && used > 0 ? "var(--text-failing)" : "var(--line-3)"} />
      </svg>
    </>
  );
}
