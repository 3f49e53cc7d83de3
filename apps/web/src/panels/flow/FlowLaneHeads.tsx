import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { useTranslation } from "react-i18next";
import { inLane, type Lanes } from "../../data/lanes/count-lanes.ts";
import { laneFoot, laneName } from "../../data/lanes/flow-text.ts";
import type { FlowLayout } from "../../draw/flow/flow-layout.ts";
import { classes } from "../../ui/theme/classes.ts";
import { countText } from "../../words/format/figures.ts";
import css from "./flow.module.css";

interface FlowLaneHeadsProps {
  readonly layout: FlowLayout;
  readonly lanes: Lanes;
  readonly record: DaemonSetRecord;
  readonly nowMs: number;
}

/** Count, name and one small line over each lane. A narrow lane truncates them. The list of lanes has the same text for
 *  screen readers. */
export function FlowLaneHeads({ layout, lanes, record, nowMs }: FlowLaneHeadsProps) {
  const { t } = useTranslation();
  const surge = record.budget.kind === "maxSurge";
  return (
    <div aria-hidden="true">
      {layout.columns.map(({ lane, x, left, width }) => {
        const foot = laneFoot(lane, lanes, record, nowMs, t);
        const count = inLane(lanes, lane);
        return (
          <div
            key={lane}
            className={classes(css.laneHead, count === 0 && css.empty)}
            data-lane-head
            style={{ transform: `translateX(${left}px)`, width: width - (left - x) - 4 }}
            data-head={lane}
          >
            <b>{countText(count)}</b> <span>{laneName(lane, surge, t)}</span>
            <small className="ell" title={foot}>
              {foot}
            </small>
          </div>
        );
      })}
    </div>
  );
}
