import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { interpolateRound, scaleLinear } from "d3";
import { useId, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useContinuity } from "../../data/hooks/continuity.ts";
import type { CountBar, CountId } from "../../data/lanes/count-bars.ts";
import type { Lanes } from "../../data/lanes/count-lanes.ts";
import { type AxisPart, axisParts, axisTicks, type CountLine, countedParts } from "../../data/lanes/count-lines.ts";
import { laneFill } from "../../data/lanes/lane-fill.ts";
import { displayedCount } from "../../data/lanes/shown-counts.ts";
import type { BarShape } from "../../draw/bars/moving-bar.ts";
import { useMovingBars } from "../../draw/bars/page-bars.ts";
import { BottomAxis } from "../../draw/chart/BottomAxis.tsx";
import { RovingGroup } from "../../ui/controls/RovingGroup.tsx";
import { StableStack } from "../../ui/stable-stack/StableStack.tsx";
import { classes } from "../../ui/theme/classes.ts";
import { countText } from "../../words/format/figures.ts";
import { textWidth } from "../../words/format/text-width.ts";
import { CountLineRow, namesOf } from "./CountLineRow.tsx";
import css from "./counts.module.css";
import { FlowPatterns } from "./FlowPatterns.tsx";

/** Upper bounds of the width of a character in a name, a number and a derived number. */
const NAME_CHAR_PX = 7;
const NUMBER_CHAR_PX = 9.6;
const DERIVED_CHAR_PX = 6;
const FONT_SIZE_PX = 11;
const GAP_PX = 14;
/** Width of `+12`. */
const CHANGE_WIDTH_PX = 30;
/** If names take more than this part of the width, the bars go below them. */
const NAMES_SHARE = 0.46;
const AXIS_HEIGHT_PX = 19;
/** Width of a number at the axis. */
const TICK_WIDTH_PX = 56;
const MAX_TICKS = 6;

interface CountsProps {
  readonly lines: readonly CountLine[];
  readonly lanes: Lanes;
  readonly record: DaemonSetRecord;
  readonly width: number;
  readonly nowMs: number;
  readonly hot: CountId | undefined;
  readonly onHot: (count: CountId | undefined) => void;
}

/** The bar of a count, on whole pixels so that edges are sharp. Each state has its own range on the axis. */
function barShape(parts: readonly AxisPart[], bar: CountBar, all: number, width: number): BarShape {
  const x = scaleLinear([0, Math.max(1, all)], [0, width]).interpolate(interpolateRound);
  const counted = countedParts(parts, bar);
  return {
    edges: counted.flatMap(({ from, count }) => [x(from), x(from + count)]),
    counts: counted.map(({ count }) => count),
    width,
    pxPerCount: width / Math.max(1, all),
  };
}

/** kubectl's five counts as bars to scale, on one axis from 0. Equal counts share a line. Each state has its own
 *  range on the axis, which is tinted if a count includes the state. */
export function Counts({ lines, lanes, record, width, nowMs, hot, onHot }: CountsProps) {
  const { t } = useTranslation();
  const patterns = useId();
  const isOne = lines.length === 1;
  const numbers = lines.map(([first]) => first?.reported ?? 0);
  const all = Math.max(lanes.total, ...numbers);
  const derivedText = (line: CountLine) => (line[0]?.derived === undefined ? "" : t("rollout.bar.ours", { ours: line[0].derived }));
  const nameWidth = Math.max(...lines.map((line) => textWidth(namesOf(line, isOne), NAME_CHAR_PX, FONT_SIZE_PX)));
  const numberWidth = Math.max(...numbers.map((each) => countText(each).length)) * NUMBER_CHAR_PX;
  const derivedWidth = Math.max(...lines.map((line) => textWidth(derivedText(line), DERIVED_CHAR_PX, FONT_SIZE_PX)));
  const left = Math.ceil(nameWidth + numberWidth + CHANGE_WIDTH_PX + 2 * GAP_PX + (derivedWidth === 0 ? 0 : derivedWidth + GAP_PX));
  const isBelow = left > width * NAMES_SHARE;
  const room = isBelow ? width : width - left;
  const parts = axisParts(lanes);
  // Each count keeps its bar while it shares a line, so that a separate line starts from the bar's last position.
  const bars = useMovingBars(new Map(lines.flat().map(({ bar }) => [bar.id, barShape(parts, bar, all, room)])), useContinuity());
  const segments = useMemo(() => axisParts(lanes).map(({ id }) => ({ id, ...laneFill(id, patterns) })), [lanes, patterns]);
  return (
    <RovingGroup>
      <StableStack className={classes(css.counts, isBelow && css.below)}>
        <svg className={css.patterns} width="0" height="0" aria-hidden="true">
          <FlowPatterns id={patterns} />
        </svg>
        {lines.map((line) => (
          <CountLineRow
            key={line[0]?.bar.id}
            line={line}
            isOne={isOne}
            derived={derivedText(line)}
            width={isBelow ? width : left - GAP_PX}
            room={room}
            left={isBelow ? 0 : left}
            bar={bars.get(line[0]?.bar.id ?? "")}
            segments={segments}
            hot={hot}
            onHot={onHot}
            lanes={lanes}
            record={record}
          />
        ))}
        <CountsAxis all={all} width={room} left={isBelow ? 0 : left} />
        <Misscheduled record={record} nowMs={nowMs} />
      </StableStack>
    </RovingGroup>
  );
}

/** Misscheduled pods. Their nodes are not on the axis. Shown only if there is one. */
function Misscheduled({ record, nowMs }: Pick<CountsProps, "record" | "nowMs">) {
  const { t } = useTranslation();
  const { reported, derived } = displayedCount(record, "numberMisscheduled", nowMs);
  if (reported + (derived ?? 0) === 0) return null;
  return (
    <div className={css.beside} data-field="numberMisscheduled" data-count={reported}>
      <span className={css.name}>MISSCHEDULED</span>
      <b>{countText(reported)}</b>
      {derived !== undefined && <small>{t("rollout.bar.ours", { ours: derived })}</small>}
    </div>
  );
}

function CountsAxis({ all, width, left }: { readonly all: number; readonly width: number; readonly left: number }) {
  const scale = useMemo(() => scaleLinear([0, Math.max(1, all)], [0, width]), [all, width]);
  const ticks = useMemo(() => axisTicks(all, Math.max(1, Math.min(MAX_TICKS, Math.floor(width / TICK_WIDTH_PX)))), [all, width]);
  return (
    <div className={css.axis}>
      <svg aria-hidden="true" style={{ transform: `translateX(${left}px)` }} width={width} height={AXIS_HEIGHT_PX}>
        <BottomAxis scale={scale} ticks={ticks} textOf={countText} width={width} />
      </svg>
    </div>
  );
}
