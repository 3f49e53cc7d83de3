import type { DaemonSetRecord } from "@daemonscope/daemonset/model/records";
import { useTranslation } from "react-i18next";
import type { FlowLayout } from "./flow-layout.ts";
import { countText, laneFoot, laneName } from "./flow-words.ts";
import { inLane, type Lanes } from "./select-lanes.ts";

interface FlowLaneHeadsProps {
  readonly layout: FlowLayout;
  readonly lanes: Lanes;
  readonly record: DaemonSetRecord;
  readonly nowMs: number;
}

/** Count, name and one small line over each lane; the small line is cut where the lane is narrower. The list of lanes says it to those who do not see it. */
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
            className={`lane-head ${layout.heads}${count === 0 ? " none" : ""}`}
            style={{ left, top: layout.lanesTop, width: width - (left - x) - 8 }}
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
