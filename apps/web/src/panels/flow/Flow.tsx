import { isBudgetInUse } from "@daemonscope/daemonset/budget/is-budget-in-use";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import type { DaemonSetCounts } from "@daemonscope/kube/objects";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Palette } from "../../data/cell/palette.ts";
import { budgetGateOf } from "../../data/lanes/budget-gate.ts";
import { type CountBar, type CountId, countBarsOf } from "../../data/lanes/count-bars.ts";
import { type CountLine, type CountOfLine, countLines, countSignature } from "../../data/lanes/count-lines.ts";
import { isUnboundedLane } from "../../data/lanes/flow-lanes.ts";
import { statusNote } from "../../data/lanes/flow-text.ts";
import { LaneList } from "../../data/lanes/LaneList.tsx";
import type { LaneAssignment } from "../../data/lanes/lane-assignment.ts";
import { byLane } from "../../data/lanes/lanes.ts";
import { displayedCount } from "../../data/lanes/shown-counts.ts";
import { type FlowLayout, layoutFlow } from "../../draw/flow/flow-layout.ts";
import { StableStack } from "../../ui/stable-stack/StableStack.tsx";
import { Counts } from "./Counts.tsx";
import { FlowAcross } from "./FlowAcross.tsx";
import { FlowNarrow } from "./FlowNarrow.tsx";
import css from "./flow.module.css";

interface FlowProps {
  readonly record: DaemonSetRecord;
  readonly derived: DaemonSetCounts;
  readonly board: LaneAssignment;
  readonly width: number;
  readonly palette: Palette;
  readonly nowMs: number;
  readonly seq: number;
  readonly fillOf: (node: string) => number | undefined;
  readonly motion: "fade" | "trace" | "none";
}

const pairOf = (a: CountOfLine, b: CountOfLine): string => [a.bar.id, b.bar.id].sort().join(" ");

/** Returns the pairs of counts that differ. */
function differingPairs(counts: readonly CountOfLine[]): readonly string[] {
  return counts.flatMap((a, at) => counts.slice(at + 1).flatMap((b) => (countSignature(a) === countSignature(b) ? [] : [pairOf(a, b)])));
}

/** Returns the counts by line. While `isHeld`, counts that differed once stay on separate lines, so that lines do
 *  not appear and disappear with each node. */
function useCountLines(record: DaemonSetRecord, bars: readonly CountBar[], nowMs: number, isHeld: boolean): readonly CountLine[] {
  const [separated, setSeparated] = useState<ReadonlySet<string>>(new Set());
  const counts = bars.map((bar) => ({ bar, ...displayedCount(record, bar.field, nowMs) }));
  const more = isHeld ? differingPairs(counts).filter((pair) => !separated.has(pair)) : [];
  if (!isHeld && separated.size > 0) setSeparated(new Set());
  else if (more.length > 0) setSeparated(new Set([...separated, ...more]));
  return countLines(counts, (a, b) => isHeld && separated.has(pairOf(a, b)));
}

/** The five counts to scale. While a rollout uses the budget, also the nodes in progress as lanes. The tray
 *  contains the lanes that use the budget, and its places are the budget. */
export function Flow(props: FlowProps) {
  const { record, derived, board, width, nowMs, seq } = props;
  const { lanes } = board;
  const { t } = useTranslation();
  const [hot, setHot] = useState<CountId | undefined>(undefined);
  const bars = useMemo(() => countBarsOf(lanes, derived), [lanes, derived]);
  const isRolling = isBudgetInUse(record);
  const lines = useCountLines(record, bars, nowMs, isRolling);
  const note = statusNote(record, nowMs, t);
  return (
    <section className={css.flow} aria-label={t("rollout.title")} data-seq={seq} data-total={lanes.total}>
      <StableStack>
        <Counts lines={lines} lanes={lanes} record={record} width={width} nowMs={nowMs} hot={hot} onHot={setHot} />
        {note !== undefined && (
          <p className={css.note} title={note}>
            {note}
          </p>
        )}
        {isRolling && <Lanes {...props} hot={bars.find(({ id }) => id === hot)} />}
      </StableStack>
      <LaneList lanes={lanes} surge={record.budget.kind === "maxSurge"} />
    </section>
  );
}

/** The lanes from left to right, or from top to bottom if the width is too small. */
function Lanes(props: FlowProps & Pick<Parameters<typeof FlowAcross>[0], "hot">) {
  const { record, board, width } = props;
  const gate = budgetGateOf(record);
  const layout = useSteadyLayout(record, board, width);
  if (layout !== undefined) return <FlowAcross {...props} gate={gate} layout={layout} />;
  return <FlowNarrow {...props} lanes={board.lanes} gate={gate} />;
}

/** The layout for the highest count of each tray lane during this revision, so that lanes do not jump while nodes
 *  pass. */
function useSteadyLayout({ budget }: DaemonSetRecord, { lanes, peaks }: LaneAssignment, width: number): FlowLayout | undefined {
  const { t } = useTranslation();
  const { counts } = lanes;
  const surge = budget.kind === "maxSurge";
  const places = budget.kind === "none" ? 0 : budget.allowed;
  return useMemo(() => {
    const held = byLane((lane) => (isUnboundedLane(lane) ? counts[lane] : peaks.counts[lane]));
    const steady = layoutFlow({ counts: held, places, surge }, width, t);
    return steady === undefined || steady.nodesPerDot === 1 ? steady : layoutFlow({ counts, places, surge }, width, t);
  }, [counts, peaks, places, surge, width, t]);
}
