import type { DaemonSetRecord } from "@daemonscope/daemonset/model/records";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import type { Bracket } from "./brackets.ts";
import { covers } from "./covers.ts";
import { FlowPatterns } from "./FlowPatterns.tsx";
import { lanesOf } from "./flow-lanes.ts";
import { countText, gateWords, laneName } from "./flow-words.ts";
import type { Gate } from "./gate.ts";
import { LaneList } from "./LaneList.tsx";
import { laneFill } from "./lane-fill.ts";
import { byLane, type LaneId } from "./lanes.ts";
import { layoutNarrow, type NarrowLayout } from "./narrow-layout.ts";
import { inLane, type Lanes } from "./select-lanes.ts";

interface FlowNarrowProps {
  readonly lanes: Lanes;
  readonly brackets: readonly Bracket[];
  readonly misscheduled: number;
  readonly record: DaemonSetRecord;
  readonly gate: Gate;
  readonly width: number;
  readonly nowMs: number;
}

const ROW = 31;
const HEAD = 66;
const GATE = 24;
const EXIT = 12;
const LETTERS = ["D", "C", "R", "U", "A"] as const;

/** The flow on a phone: turned a quarter. Lanes run down, the five counts are columns of bars on the right, the gate is a bar across. */
export function FlowNarrow({ lanes, brackets, misscheduled, record, gate, width, nowMs }: FlowNarrowProps) {
  const { t } = useTranslation();
  const patterns = useId();
  const surge = record.budget.kind === "maxSurge";
  const shown = lanesOf({ counts: byLane((lane) => inLane(lanes, lane)), places: record.budget.allowed, surge });
  const layout = layoutNarrow(
    shown.map(({ lane }) => ({ lane, count: inLane(lanes, lane) })),
    surge,
    width,
    t,
  );
  const { bars, columnsLeft, column } = layout;
  const tops = new Map<LaneId, number>();
  let y = HEAD;
  shown.forEach(({ lane, inTray }, index) => {
    const wasInTray = shown[index - 1]?.inTray === true;
    if (inTray && !wasInTray) y += GATE;
    if (!inTray && wasInTray) y += EXIT;
    tops.set(lane, y);
    y += ROW;
  });
  const height = y + 4;
  const held = shown.filter((each) => each.inTray).map((each) => tops.get(each.lane) ?? 0);
  const trayTop = held[0] ?? HEAD;
  const trayBottom = (held.at(-1) ?? HEAD) + ROW;
  const isRed = gate.kind === "closed" || gate.kind === "overdrawn";
  const words = gateWords(gate, nowMs, t);
  const inTray = shown.filter((each) => each.inTray).reduce((sum, each) => sum + inLane(lanes, each.lane), 0);
  const places = Math.max(1, record.budget.allowed, inTray);
  return (
    <section className="flow" aria-label={t("rollout.title")} data-total={lanes.total}>
      <dl className="narrow-counts">
        {brackets.map((bracket) => (
          <div key={bracket.id}>
            <dt>{bracket.name}</dt>
            <dd data-count={bracket.count}>{countText(bracket.count)}</dd>
          </div>
        ))}
        {misscheduled > 0 && (
          <div>
            <dt>MISSCHEDULED</dt>
            <dd data-count={misscheduled}>{countText(misscheduled)}</dd>
          </div>
        )}
      </dl>
      <svg className="flow-svg" width={width} height={height - 42} viewBox={`0 42 ${width} ${height - 42}`} aria-hidden="true">
        <FlowPatterns id={patterns} />
        {LETTERS.map((letter, index) => (
          <text
            key={letter}
            x={columnsLeft + index * column + column / 2}
            y={HEAD - 4}
            fontSize={11}
            fontWeight={600}
            textAnchor="middle"
            fill="var(--ink-2)"
          >
            {letter}
          </text>
        ))}
        <rect x={-8} y={trayTop - 2} width={columnsLeft + 2} height={trayBottom - trayTop + 2} fill="var(--bg-1)" />
        <path
          d={`M-8,${trayTop - 2}V${trayBottom}H${columnsLeft - 6}V${trayTop - 2}`}
          fill="none"
          stroke="var(--line-3)"
          strokeWidth={1.5}
        />
        {gate.kind === "open" ? (
          <path
            d={`M-8,${trayTop - 3}H${columnsLeft / 2 - 14}M${columnsLeft / 2 + 14},${trayTop - 3}H${columnsLeft - 6}`}
            stroke="var(--ink)"
            strokeWidth={4}
          />
        ) : (
          <path
            d={`M-11,${trayTop - 3}H${columnsLeft - 3}`}
            stroke={isRed ? "var(--st-failing)" : "var(--ink)"}
            strokeWidth={6}
            {...(gate.kind === "byHand" ? { strokeDasharray: "7 5" } : {})}
          />
        )}
        <text x={0} y={trayTop - 12} fontSize={11.5} fontWeight={600} fill={isRed ? "var(--text-failing)" : "var(--ink-2)"}>
          {[
            t("rollout.gate.saidNarrow", words).trimEnd(),
            ...(record.budget.kind === "none"
              ? []
              : [t("rollout.gate.used", { used: record.budget.used, allowed: record.budget.allowed })]),
          ].join(t("rollout.comma"))}
        </text>
        {shown.map(({ lane, inTray: isHeld }) => {
          const top = tops.get(lane) ?? 0;
          const count = inLane(lanes, lane);
          const barWidth = count === 0 ? 0 : Math.max(3, (count / (isHeld ? places : Math.max(1, lanes.total))) * bars.room);
          return (
            <g key={lane}>
              <text x={layout.countRight} y={top + 20} fontSize={15} fontWeight={600} textAnchor="end" fill="var(--ink)">
                {countText(count)}
              </text>
              <text x={layout.nameLeft} y={top + 20} fontSize={12.5} fill="var(--ink)">
                {laneName(lane, surge, t)}
              </text>
              {lane === "created" ? (
                <CreatedBar lanes={lanes} bars={bars} top={top} width={barWidth} patterns={patterns} />
              ) : (
                <rect x={bars.left} width={barWidth} {...barPlace(bars, top)} {...laneFill(lane, patterns)} />
              )}
            </g>
          );
        })}
        {brackets.map((bracket, index) => (
          <NarrowBracket
            key={bracket.id}
            bracket={bracket}
            x={columnsLeft + index * column + column / 2}
            shown={shown.map((each) => each.lane)}
            tops={tops}
            lanes={lanes}
          />
        ))}
      </svg>
      <LaneList lanes={lanes} surge={surge} />
    </section>
  );
}

/** Height and upper edge of a lane's bar. */
const barPlace = ({ place }: NarrowLayout["bars"], top: number) =>
  place === "beside" ? { y: top + 11, height: 10 } : { y: top + 24, height: 4 };

function CreatedBar({
  lanes,
  bars,
  top,
  width,
  patterns,
}: {
  readonly lanes: Lanes;
  readonly bars: NarrowLayout["bars"];
  readonly top: number;
  readonly width: number;
  readonly patterns: string;
}) {
  const total = inLane(lanes, "created");
  const parts = [
    { count: lanes.created.failing, fill: "var(--st-failing)", stroke: "none" },
    { count: lanes.created.pending, fill: `url(#${patterns}pending)`, stroke: "var(--st-starting)" },
    { count: lanes.created.starting, fill: `url(#${patterns}starting)`, stroke: "var(--st-starting)" },
  ].filter((part) => part.count > 0);
  let x = bars.left;
  return parts.map(({ count, fill, stroke }) => {
    const partWidth = Math.max(2, (count / total) * width);
    const from = x;
    x += partWidth + 1.5;
    return <rect key={fill} x={from} width={partWidth} {...barPlace(bars, top)} fill={fill} stroke={stroke} />;
  });
}

/** A share has room for three characters. */
const shortCount = (count: number): string => (count < 1000 ? countText(count) : `${Math.floor(count / 1000)}k`);

interface NarrowBracketProps {
  readonly bracket: Bracket;
  readonly x: number;
  readonly shown: readonly LaneId[];
  readonly tops: ReadonlyMap<LaneId, number>;
  readonly lanes: Lanes;
}

function NarrowBracket({ bracket, x, shown, tops, lanes }: NarrowBracketProps) {
  const runs: LaneId[][] = [];
  let open: LaneId[] | undefined;
  for (const lane of shown) {
    const isCounted = covers(bracket, lane, lanes);
    if (!isCounted) open = undefined;
    else if (open === undefined) {
      open = [lane];
      runs.push(open);
    } else open.push(lane);
  }
  const first = tops.get(shown[0] ?? "old") ?? 0;
  const last = (tops.get(shown.at(-1) ?? "available") ?? 0) + ROW;
  return (
    <g>
      <path d={`M${x},${first + 2}V${last - 2}`} stroke="var(--line-2)" strokeDasharray="1 3" />
      {runs.map((run) => {
        const from = (tops.get(run[0] ?? "old") ?? 0) + 4;
        const to = (tops.get(run.at(-1) ?? "old") ?? 0) + ROW - 4;
        return <rect key={run[0]} x={x - 7} y={from} width={14} height={to - from} fill="var(--bg-3)" stroke="var(--line-3)" />;
      })}
      {shown
        .filter((lane) => bracket.shares[lane].partial)
        .map((lane) => (
          <text key={lane} x={x} y={(tops.get(lane) ?? 0) + 20} fontSize={10.5} textAnchor="middle" fill="var(--ink-2)">
            {shortCount(bracket.shares[lane].count)}
          </text>
        ))}
    </g>
  );
}
