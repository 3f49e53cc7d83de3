import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { interpolateRound, scaleLinear } from "d3";
import { useId, useMemo } from "react";
import { useContinuity } from "../../data/hooks/continuity.ts";
import { useReportedCounts } from "../../data/hooks/use-reported-counts.ts";
import { type AxisPart, axisParts, countedParts } from "../../data/lanes/axis-parts.ts";
import type { CountBar, CountId } from "../../data/lanes/count-bars.ts";
import type { Lanes } from "../../data/lanes/count-lanes.ts";
import { laneFill } from "../../data/lanes/lane-fill.ts";
import { displayedCount } from "../../data/lanes/shown-counts.ts";
import type { BarShape } from "../../draw/bars/moving-bar.ts";
import { useMovingBars } from "../../draw/bars/page-bars.ts";
import { RovingGroup } from "../../ui/controls/RovingGroup.tsx";
import { CountRow } from "./CountRow.tsx";
import css from "./counts.module.css";

/** Width of the name and the number, as in the stylesheet, CSS pixels. */
const BAR_LEFT = 152;

interface CountsProps {
  readonly bars: readonly CountBar[];
  readonly lanes: Lanes;
  readonly record: DaemonSetRecord;
  readonly width: number;
  readonly nowMs: number;
  /** No rollout runs and nothing fails, so that the bars are thin. */
  readonly isAtRest: boolean;
  readonly hot: CountId | undefined;
  readonly onHot: (count: CountId | undefined) => void;
}

/** The bar of a count, on whole pixels so that edges are sharp. Each state has its own range on the axis. */
function barShape(parts: readonly AxisPart[], bar: CountBar, total: number, all: number, width: number): BarShape {
  const x = scaleLinear([0, Math.max(1, all)], [0, width]).interpolate(interpolateRound);
  const counted = countedParts(parts, bar, total);
  return {
    edges: counted.flatMap(({ from, count }) => [x(from), x(from + count)]),
    counts: counted.map(({ count }) => count),
    width,
    pxPerCount: width / Math.max(1, all),
  };
}

/** kubectl's five counts, always five rows, as bars to scale from 0. Each state has its own range on the axis, which is
 *  tinted if a count includes the state. */
export function Counts({ bars, lanes, record, width, nowMs, isAtRest, hot, onHot }: CountsProps) {
  const patterns = useId();
  const { disagreements } = record;
  const reported = useReportedCounts(record);
  const rows = bars.map((bar) => ({ bar, ...displayedCount({ reported, disagreements }, bar.field, nowMs) }));
  const desired = rows[0]?.reported ?? 0;
  const all = Math.max(lanes.total, ...rows.map(({ reported }) => reported));
  const room = Math.max(1, width - BAR_LEFT);
  const parts = axisParts(lanes);
  const shapes = rows.map(({ bar, reported, derived }) => [bar.id, barShape(parts, bar, derived ?? reported, all, room)] as const);
  const moving = useMovingBars(new Map(shapes), useContinuity());
  const segments = useMemo(() => axisParts(lanes).map(({ id }) => ({ id, ...laneFill(id, patterns) })), [lanes, patterns]);
  return (
    <RovingGroup className={css.counts}>
      <svg className={css.patterns} width="0" height="0" aria-hidden="true">
        <FlowPatterns id={patterns} />
      </svg>
      {rows.map((row) => (
        <CountRow
          key={row.bar.id}
          count={row}
          isQuiet={row.bar.id !== "desired" && row.reported === desired}
          moving={moving.get(row.bar.id)}
          segments={segments}
          room={room}
          isAtRest={isAtRest}
          hot={hot}
          onHot={onHot}
          lanes={lanes}
          record={record}
        />
      ))}
    </RovingGroup>
  );
}

/** Fills that are distinct in greyscale: the marks of the cells as patterns. `id` makes them unique on the page. */
function FlowPatterns({ id }: { readonly id: string }) {
  return (
    <defs>
      <pattern id={`${id}starting`} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="5" height="5" fill="var(--wash-starting)" />
        <rect width="2" height="5" fill="var(--st-starting)" />
      </pattern>
      <pattern id={`${id}pending`} width="5" height="5" patternUnits="userSpaceOnUse">
        <rect width="5" height="5" fill="var(--wash-starting)" />
        <rect x="1" y="1" width="2" height="2" fill="var(--st-starting)" />
      </pattern>
      <pattern id={`${id}leaving`} width="5" height="5" patternUnits="userSpaceOnUse">
        <rect width="5" height="5" fill="var(--bg-1)" />
        <rect width="2" height="5" fill="var(--st-leaving)" />
      </pattern>
      <pattern id={`${id}gap`} width="6" height="6" patternUnits="userSpaceOnUse">
        <rect width="6" height="6" fill="var(--bg)" />
        <circle cx="3" cy="3" r="1.5" fill="none" stroke="var(--ink)" strokeWidth="1" />
      </pattern>
    </defs>
  );
}
