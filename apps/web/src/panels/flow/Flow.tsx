import { isBudgetInUse } from "@daemonscope/daemonset/budget/is-budget-in-use";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import type { DaemonSetCounts } from "@daemonscope/kube/objects";
import { Fragment, useMemo, useState } from "react";
import type { Palette } from "../../data/cell/palette.ts";
import { budgetGateOf } from "../../data/lanes/budget-gate.ts";
import { type CountId, countBarsOf } from "../../data/lanes/count-bars.ts";
import { inLane, type Lanes } from "../../data/lanes/count-lanes.ts";
import { budgetArithmetic, laneName, shortGateText } from "../../data/lanes/flow-text.ts";
import type { LaneAssignment } from "../../data/lanes/lane-assignment.ts";
import { LANES } from "../../data/lanes/lanes.ts";
import { displayedCount } from "../../data/lanes/shown-counts.ts";
import type { ChangeMotion } from "../../draw/grid/grid-painter.ts";
import { countText } from "../../words/format/figures.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import { Counts } from "./Counts.tsx";
import { LastRollout } from "./LastRollout.tsx";
import { RolloutStage } from "./RolloutStage.tsx";
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

/** The lanes with a node, as a list for screen readers. */
function LaneList({ lanes, surge }: { readonly lanes: Lanes; readonly surge: boolean }) {
  const { t } = useTranslation();
  return (
    <ul className="visually-hidden" aria-label={t("rollout.lanes.title")}>
      {LANES.filter((lane) => inLane(lanes, lane) > 0).map((lane) => (
        <li key={lane}>
          {countText(inLane(lanes, lane))} {laneName(lane, surge, t)}
        </li>
      ))}
    </ul>
  );
}

/** The budget gate in words, on a phone, whose stage has no place for them. Each text is a new element, because a text
 *  of another width would move. */
function NarrowGate({ record, nowMs }: Pick<StageFooterProps, "record" | "nowMs">) {
  const { t } = useTranslation();
  const gate = budgetGateOf(record);
  const words = shortGateText(gate, nowMs, t);
  return (
    <span key={words} className={css.gate} data-gate data-tone={gate.kind === "closed" || gate.kind === "overdrawn" ? "bad" : undefined}>
      {words}
    </span>
  );
}

interface StageFooterProps {
  readonly record: DaemonSetRecord;
  readonly nowMs: number;
  readonly isRolling: boolean;
}

/** The use of the budget and its arithmetic; then misscheduled pods, whose nodes are in no lane. */
function StageFooter({ record, nowMs, isRolling }: StageFooterProps) {
  const { t } = useTranslation();
  const { kind, spec, used, allowed } = record.budget;
  const misscheduled = displayedCount(record, "numberMisscheduled", nowMs);
  return (
    <div className={css.footer}>
      {kind === "unknown" || kind === "none" || record.managedBy !== undefined ? null : isRolling ? (
        // Keys, so that a start or an end replaces the text instead of moving it.
        <Fragment key="meter">
          <span data-meter>
            <b data-tone={used > allowed ? "bad" : undefined}>{t("rollout.meter.inUse", { used, allowed })}</b>{" "}
            <span>
              <span className={spec.endsWith("%") ? css.kind : undefined}>{kind}</span> {budgetArithmetic(record, t)}
            </span>
          </span>
          <NarrowGate record={record} nowMs={nowMs} />
        </Fragment>
      ) : !spec.endsWith("%") ? null : (
        // The fact line has a number without arithmetic.
        <span key="rest" className="i3">
          {kind} {budgetArithmetic(record, t)}
        </span>
      )}
      {misscheduled.reported + (misscheduled.derived ?? 0) === 0 ? null : (
        <span data-field="numberMisscheduled" data-count={misscheduled.reported}>
          MISSCHEDULED <b>{countText(misscheduled.reported)}</b>
          {misscheduled.derived === undefined ? null : ` ${t("rollout.bar.ours", { ours: misscheduled.derived })}`}
        </span>
      )}
    </div>
  );
}
