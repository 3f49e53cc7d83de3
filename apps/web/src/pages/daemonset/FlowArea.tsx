import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { useRef } from "react";
import type { LaneAssignment } from "../../data/lanes/lane-assignment.ts";
import { usePalette } from "../../draw/cell/use-palette.ts";
import type { ChangeMotion } from "../../draw/grid/grid-painter.ts";
import type { ReadyFillOf } from "../../draw/grid/ready-fills.ts";
import { Flow } from "../../panels/flow/Flow.tsx";
import { RolloutPaceLine } from "../../panels/verdict/pace/RolloutPaceLine.tsx";
import { StableStack } from "../../ui/stable-stack/StableStack.tsx";
import { useElementBox } from "../../ui/viewport/use-element-box.ts";
import { ReportedOnly } from "./ReportedOnly.tsx";
import css from "./rollout.module.css";

/** The rollout as a flow in the available width, with its pace. If pods cannot be read, the controller's reported
 *  counts. */
export function FlowArea({
  record,
  board,
  fillOf,
  nowMs,
  seq,
  motion,
  isLive,
}: {
  readonly record: DaemonSetRecord;
  readonly board: LaneAssignment;
  readonly fillOf: ReadyFillOf;
  readonly nowMs: number;
  readonly seq: number;
  readonly motion: ChangeMotion;
  readonly isLive: boolean;
}) {
  const palette = usePalette();
  const area = useRef<HTMLDivElement>(null);
  const { width } = useElementBox(area);
  return (
    <div ref={area} className={css.flowArea}>
      <StableStack>
        {record.derived === null ? (
          <ReportedOnly record={record} />
        ) : width > 0 ? (
          <Flow
            record={record}
            derived={record.derived}
            board={board}
            width={width}
            palette={palette}
            nowMs={nowMs}
            seq={seq}
            fillOf={fillOf}
            motion={motion}
          />
        ) : null}
        <RolloutPaceLine record={record} nowMs={nowMs} isLive={isLive} />
      </StableStack>
    </div>
  );
}
