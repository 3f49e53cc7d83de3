import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Roving } from "../controls/Roving.tsx";
import { definitionOf } from "../lanes/count-bar-words.ts";
import type { CountBar, CountId } from "../lanes/count-bars.ts";
import type { Lanes } from "../lanes/count-lanes.ts";
import { type AxisPart, axisParts, axisTicks, type CountLine, countedParts } from "../lanes/count-lines.ts";
import { laneFill } from "../lanes/lane-fill.ts";
import { shownCount } from "../lanes/shown-counts.ts";
import { useRecentChange } from "../lanes/use-recent-change.ts";
import { Steady } from "../steady/Steady.tsx";
import { changeText, countText } from "../text/figures.ts";
import { textWidth } from "../text/text-width.ts";
import { classes } from "../theme/classes.ts";
import css from "./counts.module.css";
import { FlowPatterns } from "./FlowPatterns.tsx";

/** Upper bounds of what a character takes in the name of a count and in a number, CSS pixels. */
const NAME_CHARACTER = 7;
const NUMBER_CHARACTER = 9.6;
const FONT_SIZE = 11;
const BETWEEN = 14;
const OURS_CHARACTER = 6;
/** Room for `+12`, CSS pixels. */
const CHANGE_ROOM = 30;
/** More than this part of the width for names, and the bars go below them. */
const NAMES_SHARE = 0.46;
const BAR_TOP = 6;
const BAR_HEIGHT = 11;
/** As high as a finger needs. */
const ROW_HEIGHT = 24;
const AXIS_HEIGHT = 19;
/** Room for a number at the axis, CSS pixels. */
const TICK_ROOM = 56;
const MOST_TICKS = 6;

interface CountsProps {
  readonly lines: readonly CountLine[];
  readonly lanes: Lanes;
  readonly record: DaemonSetRecord;
  readonly width: number;
  readonly nowMs: number;
  readonly hot: CountId | undefined;
  readonly onHot: (count: CountId | undefined) => void;
}

const namesOf = (line: CountLine, isOne: boolean): string => line.map(({ bar }) => bar.name).join(isOne ? " = " : ", ");

/** kubectl's five counts as bars to scale, on one axis from 0: what is equal is said once. Each state has its place on the axis, and is tinted where a count includes it. */
export function Counts({ lines, lanes, record, width, nowMs, hot, onHot }: CountsProps) {
  const { t } = useTranslation();
  const patterns = useId();
  const isOne = lines.length === 1;
  const numbers = lines.map(([first]) => first?.reported ?? 0);
  const all = Math.max(lanes.total, ...numbers);
  const oursOf = (line: CountLine) => (line[0]?.ours === undefined ? "" : t("rollout.bar.ours", { ours: line[0].ours }));
  const names = Math.max(...lines.map((line) => textWidth(namesOf(line, isOne), NAME_CHARACTER, FONT_SIZE)));
  const number = Math.max(...numbers.map((each) => countText(each).length)) * NUMBER_CHARACTER;
  const ours = Math.max(...lines.map((line) => textWidth(oursOf(line), OURS_CHARACTER, FONT_SIZE)));
  const left = Math.ceil(names + number + CHANGE_ROOM + 2 * BETWEEN + (ours === 0 ? 0 : ours + BETWEEN));
  const isBelow = left > width * NAMES_SHARE;
  const room = isBelow ? width : width - left;
  const parts = axisParts(lanes);
  return (
    <Roving>
      <Steady className={classes(css.counts, isBelow && css.below)}>
        <svg className={css.patterns} width="0" height="0" aria-hidden="true">
          <FlowPatterns id={patterns} />
        </svg>
        {lines.map((line) => (
          <Line
            key={line[0]?.bar.id}
            line={line}
            isOne={isOne}
            ours={oursOf(line)}
            width={isBelow ? width : left - BETWEEN}
            room={room}
            left={isBelow ? 0 : left}
            parts={parts}
            all={all}
            patterns={patterns}
            hot={hot}
            onHot={onHot}
            lanes={lanes}
            record={record}
          />
        ))}
        <Axis all={all} width={room} left={isBelow ? 0 : left} />
        <Misscheduled record={record} nowMs={nowMs} />
      </Steady>
    </Roving>
  );
}

/** Pods where none is wanted: of no node on the axis. Only where there is one. */
function Misscheduled({ record, nowMs }: Pick<CountsProps, "record" | "nowMs">) {
  const { t } = useTranslation();
  const { reported, ours } = shownCount(record, "numberMisscheduled", nowMs);
  if (reported + (ours ?? 0) === 0) return null;
  return (
    <div className={css.beside} data-field="numberMisscheduled" data-count={reported}>
      <span className={css.name}>MISSCHEDULED</span>
      <b>{countText(reported)}</b>
      {ours !== undefined && <small>{t("rollout.bar.ours", { ours })}</small>}
    </div>
  );
}

interface LineButtonProps extends Pick<CountsProps, "lanes" | "record" | "hot" | "onHot"> {
  readonly line: CountLine;
  readonly isOne: boolean;
  readonly ours: string;
  readonly width: number;
  /** By how much its number changed lately. */
  readonly change: number;
}

interface LineProps extends Omit<LineButtonProps, "change">, Pick<BarProps, "parts" | "all" | "patterns"> {
  readonly room: number;
  /** Where bars begin, CSS pixels. */
  readonly left: number;
}

/** One line: names and number, then the bar. A number that changed says by how much for a moment, and its bar is marked. */
function Line({ line, hot, room, left, parts, all, patterns, ...button }: LineProps) {
  const [first] = line;
  const change = useRecentChange(first?.reported ?? 0);
  if (first === undefined) return null;
  return (
    <div className={css.line}>
      <LineButton line={line} hot={hot} change={change} {...button} />
      <Bar
        bar={first.bar}
        parts={parts}
        all={all}
        width={room}
        left={left}
        patterns={patterns}
        isStill={hot === undefined || line.some(({ bar }) => bar.id === hot)}
        isChanged={change !== 0}
      />
    </div>
  );
}

/** The names of a line, with the number of the status; the one in focus says what each counts and in which field. */
function LineButton({ line, isOne, ours, width, change, hot, onHot, lanes, record }: LineButtonProps) {
  const { t } = useTranslation();
  const definitionId = useId();
  const [first] = line;
  if (first === undefined) return null;
  const isHot = line.some(({ bar }) => bar.id === hot);
  return (
    <>
      <button
        type="button"
        className={classes(css.names, isHot && css.hot)}
        style={{ width }}
        aria-describedby={isHot ? definitionId : undefined}
        // Not on entering: a page that comes under a pointer at rest is not pointed at.
        onPointerMove={() => onHot(first.bar.id)}
        onPointerLeave={() => onHot(undefined)}
        onFocus={() => onHot(first.bar.id)}
        onBlur={() => onHot(undefined)}
      >
        <span className={css.name}>
          {line.map(({ bar, reported }, index) => (
            <span key={bar.id}>
              {index > 0 && (isOne ? " = " : ", ")}
              <span data-count-name data-field={bar.field} data-count={reported}>
                {bar.name}
              </span>
            </span>
          ))}
        </span>{" "}
        {ours !== "" && <small>{ours}</small>} <small className={css.change}>{changeText(change)}</small>{" "}
        <b className={ours === "" ? undefined : css.differs}>{countText(first.reported)}</b>
      </button>
      {isHot && (
        <div id={definitionId} className={css.popover} role="tooltip">
          {line.map(({ bar, reported }) => (
            <Definition key={bar.id} bar={bar} reported={reported} lanes={lanes} record={record} />
          ))}
          {first.ours !== undefined && <p>{t("rollout.bar.nodesGive", { ours: first.ours })}</p>}
        </div>
      )}
    </>
  );
}

function Definition({
  bar,
  reported,
  lanes,
  record,
}: Pick<CountsProps, "lanes" | "record"> & { readonly bar: CountBar; readonly reported: number }) {
  const { t } = useTranslation();
  return (
    <div>
      <b>
        {bar.name} {countText(reported)}
      </b>{" "}
      <code>status.{bar.field}</code>
      <p>{definitionOf(bar, record.minReadySeconds, lanes, t)}</p>
    </div>
  );
}

interface BarProps {
  readonly bar: CountBar;
  readonly parts: readonly AxisPart[];
  readonly all: number;
  readonly width: number;
  readonly left: number;
  readonly patterns: string;
  /** Not stepped back behind another. */
  readonly isStill: boolean;
  readonly isChanged: boolean;
}

function Bar({ bar, parts, all, width, left, patterns, isStill, isChanged }: BarProps) {
  const x = (nodes: number) => (all === 0 ? 0 : (nodes / all) * width);
  const counted = countedParts(parts, bar);
  const marks = counted.map(({ from, count }) => `M${x(from)},${BAR_TOP + BAR_HEIGHT + 2}H${x(from + count)}`);
  return (
    <svg
      className={css.bar}
      style={{ transform: `translateX(${left}px)` }}
      width={width}
      height={ROW_HEIGHT}
      aria-hidden="true"
      opacity={isStill ? 1 : 0.45}
    >
      <path d={`M0,${BAR_TOP + BAR_HEIGHT / 2 + 0.5}H${width}`} stroke="var(--line-2)" strokeDasharray="1 3" />
      {counted.map(({ id, from, count }) => {
        const { fill, stroke } = laneFill(id, patterns);
        const inset = stroke === "none" ? 0 : 0.5;
        const [start, end] = [x(from), x(from + count)];
        const gap = end - start > 3 ? 1 : 0;
        return (
          <rect
            key={id}
            x={start + inset}
            y={BAR_TOP + inset}
            width={Math.max(0.5, end - start - gap - 2 * inset)}
            height={BAR_HEIGHT - 2 * inset}
            fill={fill}
            stroke={stroke}
            data-part={id}
          />
        );
      })}
      {isChanged && <path d={marks.join("")} stroke="var(--ink)" strokeWidth={1.5} data-changed />}
    </svg>
  );
}

function Axis({ all, width, left }: { readonly all: number; readonly width: number; readonly left: number }) {
  const ticks = axisTicks(all, Math.max(1, Math.min(MOST_TICKS, Math.floor(width / TICK_ROOM))));
  return (
    <div className={css.axis}>
      <svg aria-hidden="true" style={{ transform: `translateX(${left}px)` }} width={width} height={AXIS_HEIGHT}>
        {ticks.map((tick, index) => {
          const at = all === 0 ? 0 : (tick / all) * width;
          return (
            <g key={tick}>
              <path d={`M${Math.min(width - 0.5, Math.max(0.5, at))},0v4`} stroke="var(--line-3)" />
              <text
                x={at}
                y={14}
                fontSize={10.5}
                fill="var(--ink-3)"
                textAnchor={index === 0 ? "start" : index === ticks.length - 1 ? "end" : "middle"}
              >
                {countText(tick)}
              </text>
            </g>
          );
        })}
      </svg>
    </div>
  );
}
