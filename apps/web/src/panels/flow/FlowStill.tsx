import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import type { BudgetGate } from "../../data/lanes/budget-gate.ts";
import { inLane, type Lanes } from "../../data/lanes/count-lanes.ts";
import { budgetGateText, laneName } from "../../data/lanes/flow-text.ts";
import { type BarFill, laneFill } from "../../data/lanes/lane-fill.ts";
import type { LaneId } from "../../data/lanes/lanes.ts";
import { useLaneChanges } from "../../data/lanes/use-lane-changes.ts";
import type { FlowLayout } from "../../draw/flow/flow-layout.ts";
import { changeText, countText } from "../../words/format/figures.ts";
import type { Translate } from "../../words/i18n/translator.ts";
import { FlowBudget } from "./FlowBudget.tsx";
import { FlowPatterns } from "./FlowPatterns.tsx";
import css from "./flow.module.css";

interface Part {
  readonly id: string;
  readonly word: string;
  readonly count: number;
  readonly change: number;
  readonly fill: BarFill;
}

/** Returns a lane, or splits created pods by what they wait for, because a failing pod differs from a starting one. */
function partsOf(lane: LaneId, lanes: Lanes, surge: boolean, change: number, patterns: string, t: Translate): readonly Part[] {
  const wholeLane = { id: lane, word: laneName(lane, surge, t), count: inLane(lanes, lane), change, fill: laneFill(lane, patterns) };
  if (lane !== "created" || wholeLane.count === 0) return [wholeLane];
  return (["failing", "pending", "starting"] as const)
    .filter((part) => lanes.created[part] > 0)
    .map((part, at) => ({
      id: part,
      word: t(`rollout.parts.${part}`),
      count: lanes.created[part],
      change: at === 0 ? change : 0,
      fill: laneFill(part, patterns),
    }));
}

interface FlowStillProps {
  readonly record: DaemonSetRecord;
  readonly layout: FlowLayout;
  readonly lanes: Lanes;
  readonly gate: BudgetGate;
  readonly nowMs: number;
}

/** The flow under reduced motion. The counts above already draw the lanes to scale, so this lists their parts. A
 *  change appears next to its part for two seconds. */
export function FlowStill({ record, layout, lanes, gate, nowMs }: FlowStillProps) {
  const { t } = useTranslation();
  const patterns = useId();
  const changes = useLaneChanges(lanes.counts);
  const surge = record.budget.kind === "maxSurge";
  const { word, more } = budgetGateText(gate, nowMs, t);
  const isRed = gate.kind === "closed" || gate.kind === "overdrawn";
  return (
    <div className={css.still}>
      <ul aria-hidden="true">
        {layout.columns
          .flatMap(({ lane }) => partsOf(lane, lanes, surge, changes[lane], patterns, t))
          .map(({ id, word, count, change, fill }) => (
            <li key={id} className={count === 0 ? css.empty : undefined}>
              <svg width={14} height={14} aria-hidden="true">
                <FlowPatterns id={patterns} />
                <rect x={0.5} y={0.5} width={13} height={13} {...fill} />
              </svg>
              <b>{countText(count)}</b>
              <i>{change === 0 ? "" : ` ${changeText(change)}`}</i> {word}
            </li>
          ))}
      </ul>
      <p>
        <span data-tone={isRed ? "bad" : undefined}>
          <b data-tone={isRed ? "bad" : undefined}>{t("rollout.gate.said", { word, more: "" }).trimEnd()}</b> {more}
        </span>
        <FlowBudget record={record} gate={gate} />
      </p>
    </div>
  );
}
