import { useTranslation } from "react-i18next";
import { textWidth } from "../text-width.ts";
import type { Bracket, CountId } from "./brackets.ts";
import { covers } from "./covers.ts";
import { bracketRuns, type FlowLayout } from "./flow-layout.ts";
import { countText } from "./flow-words.ts";
import { inLane, type Lanes } from "./select-lanes.ts";

/** About the width of a character here, CSS pixels. */
const CHARACTER = 6;
const FONT_SIZE = 11;

interface FlowBarsProps {
  readonly brackets: readonly Bracket[];
  readonly lanes: Lanes;
  readonly layout: FlowLayout;
  readonly hot: CountId | undefined;
}

/** The bars of the five counts: one over each run of lanes that a count covers, with its share of every lane. */
export function FlowBars({ brackets, lanes, layout, hot }: FlowBarsProps) {
  const { t } = useTranslation();
  return brackets.map((bracket, index) => {
    const y = layout.bracketsTop + index * layout.bracketHeight;
    const isHot = hot === bracket.id;
    return (
      <g key={bracket.id} opacity={hot === undefined || isHot ? 1 : 0.45}>
        <path d={`M${layout.left},${y + 10}H${layout.right}`} stroke="var(--line-2)" strokeDasharray="1 3" />
        {bracketRuns(layout, (lane) => covers(bracket, lane, lanes)).map(({ from, to }) => (
          <g key={from}>
            <rect x={from} y={y + 2} width={to - from} height={16} fill={isHot ? "var(--ink)" : "var(--bg-2)"} />
            <path
              d={`M${from + 0.5},${y + 18}V${y + 2.5}H${to - 0.5}V${y + 18}`}
              fill="none"
              stroke={isHot ? "var(--ink)" : "var(--line-3)"}
            />
          </g>
        ))}
        {layout.columns.map((column) => {
          const share = bracket.shares[column.lane];
          if (share.count === 0 || !covers(bracket, column.lane, lanes)) return null;
          const said = share.partial
            ? column.lane === "terminating" && bracket.id !== "updated"
              ? ` ${t("rollout.bar.stillReady")}`
              : ` ${t("rollout.bar.of", { all: inLane(lanes, column.lane) })}`
            : "";
          const word = textWidth(`${countText(share.count)}${said}`, CHARACTER, FONT_SIZE) + 8 > column.width ? "" : said;
          return (
            <text
              key={column.lane}
              x={column.inTray ? column.left : column.x + 8}
              y={y + 14}
              fontSize={FONT_SIZE}
              fill={isHot ? "var(--bg)" : "var(--ink-2)"}
            >
              {countText(share.count)}
              {word}
            </text>
          );
        })}
      </g>
    );
  });
}
