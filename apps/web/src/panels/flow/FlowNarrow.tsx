import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { useTranslation } from "react-i18next";
import { cellStyleOf } from "../../data/cell/cell-style.ts";
import { budgetGateOf } from "../../data/lanes/budget-gate.ts";
import { inLane, type Lanes } from "../../data/lanes/count-lanes.ts";
import { isUnboundedLane } from "../../data/lanes/flow-lanes.ts";
import { budgetGateText, laneName } from "../../data/lanes/flow-text.ts";
import type { LaneAssignment } from "../../data/lanes/lane-assignment.ts";
import { LANES } from "../../data/lanes/lanes.ts";
import { CellSwatch } from "../../draw/cell/CellSwatch.tsx";
import { classes } from "../../ui/theme/classes.ts";
import { countText } from "../../words/format/figures.ts";
import css from "./flow.module.css";

interface FlowNarrowProps {
  readonly lanes: Lanes;
  readonly board: LaneAssignment;
  readonly record: DaemonSetRecord;
  readonly nowMs: number;
  readonly fillOf: (node: string) => number | undefined;
}

/** Cells that fit next to a name on a phone, and next to one of two names in a line. */
const MAX_CELLS = 8;
const MAX_CELLS_OF_PAIR = 3;

/** The tray on a narrow page: lanes with nodes in progress from top to bottom, and the gate above them. */
export function FlowNarrow({ lanes, board, record, nowMs, fillOf }: FlowNarrowProps) {
  const { t } = useTranslation();
  const gate = budgetGateOf(record);
  const { word, more } = budgetGateText(gate, nowMs, t);
  const isRed = gate.kind === "closed" || gate.kind === "overdrawn";
  const surge = record.budget.kind === "maxSurge";
  const used = LANES.filter((lane) => !isUnboundedLane(lane) && inLane(lanes, lane) > 0);
  const arePaired = used.length > 2;
  return (
    // A key, so that a lane that ends does not move the others.
    <div key={used.join()} className={classes(css.narrow, arePaired && css.pairs, isRed && css.blocked)} aria-hidden="true">
      {used.map((lane) => (
        <div key={lane} data-head={lane}>
          <b>{countText(inLane(lanes, lane))}</b>
          <span className="ell">{laneName(lane, surge, t)}</span>
          {board.rows[lane].slice(0, arePaired ? MAX_CELLS_OF_PAIR : MAX_CELLS).map((row) => (
            <CellSwatch key={row} look={cellStyleOf(board.bytes[row] ?? 0, undefined, [], fillOf(board.names[row] ?? ""))} size={16} />
          ))}
        </div>
      ))}
      <p data-tone={isRed ? "bad" : undefined}>
        <b>{word}</b> {more}
      </p>
    </div>
  );
}
