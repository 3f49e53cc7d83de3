import { useId } from "react";
import { FlowPatterns } from "./FlowPatterns.tsx";
import type { FlowLayout } from "./flow-layout.ts";
import { countText, laneName } from "./flow-words.ts";
import { laneFill } from "./lane-fill.ts";
import type { ByLane } from "./lanes.ts";
import { inLane, type Lanes } from "./select-lanes.ts";
import { useLaneChanges } from "./use-lane-changes.ts";

const GAP = 3;
const MIN_WIDTH = 22;
const BAR_TOP = 34;
const BAR_HEIGHT = 26;
/** From this width on a segment has room for its name. */
const NAME_FROM = 150;

interface Segment {
  readonly lane: FlowLayout["columns"][number]["lane"];
  readonly x: number;
  readonly width: number;
}

function segmentsOf(layout: FlowLayout, lanes: Lanes): readonly Segment[] {
  const shown = layout.columns.filter((column) => inLane(lanes, column.lane) > 0);
  const room = layout.right - layout.left - GAP * (shown.length - 1);
  const wanted = shown.map((column) => Math.max(MIN_WIDTH, (inLane(lanes, column.lane) / Math.max(1, lanes.total)) * room));
  const scale = room / wanted.reduce((sum, width) => sum + width, 0);
  let x = layout.left;
  return shown.map((column, index) => {
    const width = (wanted[index] ?? 0) * scale;
    const segment = { lane: column.lane, x, width };
    x += width + GAP;
    return segment;
  });
}

const signed = (change: number): string => (change > 0 ? ` +${countText(change)}` : change < 0 ? ` −${countText(-change)}` : "");

/** The flow when motion is reduced: lanes are one bar, and what changed is written beside its count for two seconds. A designed still. */
export function FlowStill({ layout, lanes, surge }: { readonly layout: FlowLayout; readonly lanes: Lanes; readonly surge: boolean }) {
  const patterns = useId();
  const counts = Object.fromEntries(layout.columns.map((column) => [column.lane, inLane(lanes, column.lane)])) as unknown as ByLane<number>;
  const changes = useLaneChanges(counts);
  const top = layout.lanesTop;
  return (
    <g>
      <FlowPatterns id={patterns} />
      {segmentsOf(layout, lanes).map(({ lane, x, width }) => (
        <g key={lane}>
          <rect x={x + 0.5} y={top + BAR_TOP + 0.5} width={Math.max(1, width - 1)} height={BAR_HEIGHT} {...laneFill(lane, patterns)} />
          {width >= NAME_FROM ? (
            <text x={x} y={top + 24} fill="var(--ink)">
              <tspan fontSize={17} fontWeight={600}>
                {countText(counts[lane])}
              </tspan>
              <tspan fontSize={12} fontWeight={600} fill="var(--ink-2)">
                {signed(changes[lane])}
              </tspan>
              <tspan dx={7} fontSize={12.5} fontWeight={500}>
                {laneName(lane, surge)}
              </tspan>
            </text>
          ) : (
            <text x={x + width / 2} y={top + BAR_TOP + BAR_HEIGHT + 16} fontSize={11} textAnchor="middle" fill="var(--ink-2)">
              {countText(counts[lane])}
              {signed(changes[lane])}
            </text>
          )}
        </g>
      ))}
      <text x={layout.left} y={top + BAR_TOP + BAR_HEIGHT + 36} fontSize={12} fill="var(--ink-2)">
        {layout.columns
          .filter((column) => column.inTray)
          .map((column) => `${countText(counts[column.lane])} ${laneName(column.lane, surge)}`)
          .join(", ")}
      </text>
    </g>
  );
}
