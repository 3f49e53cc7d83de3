import { useId } from "react";
import { useTranslation } from "react-i18next";
import type { Translate } from "../i18n/translator.ts";
import { FlowPatterns } from "./FlowPatterns.tsx";
import type { FlowLayout } from "./flow-layout.ts";
import { countText, gateWords, laneName } from "./flow-words.ts";
import type { Gate } from "./gate.ts";
import { laneFill } from "./lane-fill.ts";
import type { ByLane, LaneId } from "./lanes.ts";
import { inLane, type Lanes } from "./select-lanes.ts";
import { useLaneChanges } from "./use-lane-changes.ts";

const GAP = 3;
const MIN_WIDTH = 22;
const BAR_TOP = 34;
const BAR_HEIGHT = 26;
/** From this width on a segment has room for its name. */
const NAME_FROM = 150;
/** And from this, for its name under it. */
const WORD_FROM = 84;

interface Segment {
  readonly id: string;
  readonly word: string;
  readonly count: number;
  readonly lane: LaneId;
  readonly fill: { readonly fill: string; readonly stroke: string };
  readonly x: number;
  readonly width: number;
}

type Part = Omit<Segment, "x" | "width">;

/** One segment a lane; created pods by what they wait for, since a failing one is not like one that starts. */
function partsOf(
  layout: FlowLayout,
  lanes: Lanes,
  surge: boolean,
  patterns: string,
  t: Translate,
): readonly Omit<Segment, "x" | "width">[] {
  return layout.columns
    .flatMap(({ lane }): readonly Part[] => {
      const whole = { id: lane, lane, word: laneName(lane, surge, t), count: inLane(lanes, lane), fill: laneFill(lane, patterns) };
      if (lane !== "created") return [whole];
      const { failing, pending, starting } = lanes.created;
      return [
        { ...whole, id: "failing", word: t("rollout.parts.failing"), count: failing, fill: { fill: "var(--st-failing)", stroke: "none" } },
        {
          ...whole,
          id: "pending",
          word: t("rollout.parts.pending"),
          count: pending,
          fill: { fill: `url(#${patterns}pending)`, stroke: "var(--st-starting)" },
        },
        { ...whole, id: "starting", word: t("rollout.parts.starting"), count: starting },
      ];
    })
    .filter((part) => part.count > 0);
}

function segmentsOf(layout: FlowLayout, lanes: Lanes, surge: boolean, patterns: string, t: Translate): readonly Segment[] {
  const parts = partsOf(layout, lanes, surge, patterns, t);
  const room = layout.right - layout.left - GAP * (parts.length - 1);
  const wanted = parts.map((part) => Math.max(MIN_WIDTH, (part.count / Math.max(1, lanes.total)) * room));
  const scale = room / wanted.reduce((total, width) => total + width, 0);
  let x = layout.left;
  return parts.map((part, index) => {
    const width = (wanted[index] ?? 0) * scale;
    const segment = { ...part, x, width };
    x += width + GAP;
    return segment;
  });
}

const signed = (change: number): string => (change > 0 ? ` +${countText(change)}` : change < 0 ? ` −${countText(-change)}` : "");

interface FlowStillProps {
  readonly layout: FlowLayout;
  readonly lanes: Lanes;
  readonly surge: boolean;
  readonly gate: Gate;
  readonly nowMs: number;
}

/** The flow when motion is reduced: lanes are one bar, and what changed is written beside its count for two seconds. A designed still. */
export function FlowStill({ layout, lanes, surge, gate, nowMs }: FlowStillProps) {
  const { t } = useTranslation();
  const patterns = useId();
  const counts = Object.fromEntries(layout.columns.map((column) => [column.lane, inLane(lanes, column.lane)])) as unknown as ByLane<number>;
  const changes = useLaneChanges(counts);
  const top = layout.lanesTop;
  const words = gateWords(gate, nowMs, t);
  return (
    <g>
      <FlowPatterns id={patterns} />
      {segmentsOf(layout, lanes, surge, patterns, t).map(({ id, word, lane, count, fill, x, width }) => (
        <g key={id}>
          <rect x={x + 0.5} y={top + BAR_TOP + 0.5} width={Math.max(1, width - 1)} height={BAR_HEIGHT} {...fill} />
          {width >= NAME_FROM ? (
            <text x={x} y={top + 24} fill="var(--ink)">
              <tspan fontSize={17} fontWeight={600}>
                {countText(count)}
              </tspan>
              <tspan fontSize={12} fontWeight={600} fill="var(--ink-2)">
                {signed(changes[lane])}
              </tspan>
              <tspan dx={7} fontSize={12.5} fontWeight={500}>
                {word}
              </tspan>
            </text>
          ) : (
            <text x={x + width / 2} y={top + BAR_TOP + BAR_HEIGHT + 16} fontSize={11} textAnchor="middle" fill="var(--ink-2)">
              {countText(count)}
              {lane === "created" ? "" : signed(changes[lane])}
              {width >= WORD_FROM ? ` ${word}` : ""}
            </text>
          )}
        </g>
      ))}
      <text x={layout.left} y={top + BAR_TOP + BAR_HEIGHT + 36} fontSize={12} fill="var(--ink-2)">
        {t("rollout.still", {
          lanes: layout.columns
            .filter((column) => column.inTray)
            .map((column) => `${countText(counts[column.lane])} ${laneName(column.lane, surge, t)}`)
            .join(t("rollout.comma")),
          gate: t("rollout.gate.said", words).trimEnd(),
        })}
      </text>
    </g>
  );
}
