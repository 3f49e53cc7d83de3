import { isBudgetInUse } from "@daemonscope/daemonset/budget/is-budget-in-use";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import type { DaemonSetCounts } from "@daemonscope/kube/objects";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Palette } from "../../data/cell/palette.ts";
import { type CountId, countBarsOf } from "../../data/lanes/count-bars.ts";
import { LaneList } from "../../data/lanes/LaneList.tsx";
import type { LaneAssignment } from "../../data/lanes/lane-assignment.ts";
import type { ChangeMotion } from "../../draw/grid/grid-painter.ts";
import { Counts } from "./Counts.tsx";
import { LastRollout } from "./LastRollout.tsx";
import { RolloutStage } from "./RolloutStage.tsx";
import { StageFooter } from "./StageFooter.tsx";
import css from "./stage.module.css";

interface FlowProps {
  readonly record: DaemonSetRecord;
  readonly derived: DaemonSetCounts;
  readonly board: LaneAssignment;
  readonly width: number;
  readonly palette: Palette;
  readonly nowMs: number;
  readonly seq: number;
  readonly fillOf: (node: string) => number | undefined;
  readonly motion: ChangeMotion;
  readonly isAtRest: boolean;
}

/** The five counts to scale, and the stage: the nodes in progress while a rollout uses the budget, the trace of the
 *  last rollout otherwise. All have fixed heights. */
export function Flow(props: FlowProps) {
  const { record, derived, board, width, nowMs, seq, isAtRest } = props;
  const { lanes } = board;
  const { t } = useTranslation();
  const [hot, setHot] = useState<CountId | undefined>(undefined);
  const bars = useMemo(() => countBarsOf(lanes, derived), [lanes, derived]);
  const isRolling = isBudgetInUse(record);
  return (
    <section aria-label={t("rollout.title")} data-seq={seq} data-total={lanes.total}>
      <Counts bars={bars} lanes={lanes} record={record} width={width} nowMs={nowMs} isAtRest={isAtRest} hot={hot} onHot={setHot} />
      <div className={css.stage} data-stage={isRolling ? "rollout" : "trace"}>
        {isRolling ? <RolloutStage {...props} hot={bars.find(({ id }) => id === hot)} /> : <LastRollout record={record} nowMs={nowMs} />}
      </div>
      <StageFooter record={record} nowMs={nowMs} isRolling={isRolling} />
      <LaneList lanes={lanes} surge={record.budget.kind === "maxSurge"} />
    </section>
  );
}
