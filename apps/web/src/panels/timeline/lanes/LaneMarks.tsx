import { useTranslation } from "react-i18next";
import css from "../timeline.module.css";
import { fittingLabel } from "./lane-text.ts";
import type { Lane, LaneGroup, MarkedItem } from "./lanes.ts";
import { glyphOf } from "./mark-glyphs.ts";
import { groupWords } from "./mark-text.ts";

interface LaneMarksProps {
  readonly groups: readonly LaneGroup[];
  readonly width: number;
  readonly lanes: readonly Lane[];
  /** Each lane has its own row and a name. */
  readonly isTall: boolean;
  readonly laneHeight: number;
  readonly bottom: number;
  readonly handleX: number;
}

/** Order of importance if several marks are drawn as one. */
const KIND_ORDER: readonly MarkedItem["kind"][] = [
  "concernBegan",
  "acted",
  "actedOnNodes",
  "rolloutStarted",
  "specChanged",
  "nodeNotReady",
];
const rankOf = (kind: MarkedItem["kind"]): number => (KIND_ORDER.includes(kind) ? KIND_ORDER.indexOf(kind) : KIND_ORDER.length);

const LABEL_GAP = 10;
const LANE_NAME_PX = 90;
/** A span is drawn this far below its mark. */
const SPAN_OFFSET_PX = 7;

interface MarkProps {
  readonly group: LaneGroup;
  readonly y: number;
  /** Right limit of the words. */
  readonly roomTo: number;
  readonly width: number;
  readonly hasSpan: boolean;
  readonly bottom: number;
  readonly handleX: number;
}

function Mark({ group, y, roomTo, width, hasSpan, bottom, handleX }: MarkProps) {
  const { t } = useTranslation();
  const all = group.items.map((item) => item.timelineEvent);
  const timelineEvent = all.reduce((first, each) => (rankOf(each.kind) < rankOf(first.kind) ? each : first));
  const { kind } = timelineEvent;
  const { d, look } = glyphOf(timelineEvent);
  const { x, endX, items } = group;
  const isVisible = x >= -6 && x <= width + 6;
  const words = fittingLabel(groupWords(t, items), { from: x + LABEL_GAP, to: roomTo }, handleX);
  return (
    <g data-mark={kind}>
      {hasSpan && endX > x + 2 ? (
        <path
          d={`M${Math.max(0, x).toFixed(1)},${y + SPAN_OFFSET_PX}H${Math.min(width, endX).toFixed(1)}`}
          className={`${css.span} ${css[look]}`}
        />
      ) : null}
      {isVisible ? (
        <>
          <path d={`M${x.toFixed(1)},${y + 5}V${bottom}`} className={css.stem} />
          <path d={d} transform={`translate(${x.toFixed(1)},${y})`} className={`${css.glyph} ${css[look]}`} />
          <text x={words.x} y={y + 4} className={css.words}>
            {words.text}
          </text>
        </>
      ) : null}
    </g>
  );
}

/** Marks with their words if they fit; a lasting event is a bar. */
export function LaneMarks({ groups, lanes, width, isTall, laneHeight, bottom, handleX }: LaneMarksProps) {
  const { t } = useTranslation();
  const rowOf = ({ lane }: LaneGroup) => (isTall ? lanes.indexOf(lane) : 0);
  const sorted = [...groups].sort((a, b) => rowOf(a) - rowOf(b) || a.x - b.x);
  return (
    <g>
      {isTall
        ? lanes.map((lane, row) => (
            <g key={lane}>
              <path d={`M0,${(row + 1) * laneHeight}H${width}`} className={css.lane} />
              <text x={width - 4} y={row * laneHeight + 12} className={css.laneName}>
                {t(`timeline.lanes.${lane}`)}
              </text>
            </g>
          ))
        : null}
      {sorted.map((group, at) => {
        const row = rowOf(group);
        const after = sorted[at + 1];
        const roomTo = after !== undefined && rowOf(after) === row ? after.x - 8 : width - (isTall ? LANE_NAME_PX : 12);
        return (
          <Mark
            key={`${group.lane} ${group.items[0]?.fromMs}`}
            group={group}
            y={row * laneHeight + laneHeight / 2}
            roomTo={roomTo}
            width={width}
            hasSpan={isTall}
            bottom={bottom}
            handleX={handleX}
          />
        );
      })}
    </g>
  );
}
