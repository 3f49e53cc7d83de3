import type { DaemonSetRecord } from "@daemonscope/daemonset/model/records";
import type { FlowLayout } from "./flow-layout.ts";
import { countText, laneFoot, laneName } from "./flow-words.ts";
import { inLane, type Lanes } from "./select-lanes.ts";

interface FlowLaneHeadsProps {
  readonly layout: FlowLayout;
  readonly lanes: Lanes;
  readonly record: DaemonSetRecord;
  readonly nowMs: number;
}

/** Count, name and one small line over each lane. */
export function FlowLaneHeads({ layout, lanes, record, nowMs }: FlowLaneHeadsProps) {
  const surge = record.budget.kind === "maxSurge";
  return layout.columns.map((column) => (
    <g key={column.lane}>
      <text x={column.left} y={layout.lanesTop + 16} fill="var(--ink)">
        <tspan fontSize={17} fontWeight={600} letterSpacing="-.01em">
          {countText(inLane(lanes, column.lane))}
        </tspan>
        <tspan dx={7} fontSize={12.5} fontWeight={500}>
          {laneName(column.lane, surge)}
        </tspan>
      </text>
      <text x={column.left} y={layout.lanesTop + 32} fontSize={11} fill="var(--ink-3)">
        {laneFoot(column.lane, lanes, record, nowMs)}
      </text>
    </g>
  ));
}
