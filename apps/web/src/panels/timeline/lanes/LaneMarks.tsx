import { useTranslation } from "../../../words/i18n/use-translation.tsx";
import css from "../timeline.module.css";
import { lookOf } from "./bands.ts";
import { placeLabels } from "./lane-text.ts";
import type { LaneGroup, LaneScope } from "./lanes.ts";
import { markRank, markWords } from "./mark-text.ts";

interface LaneMarksProps {
  readonly groups: readonly LaneGroup[];
  readonly scope: LaneScope;
  readonly width: number;
  /** Height of the axis. */
  readonly bottom: number;
  /** Right end of the key, which the words of marks do not cover. */
  readonly keyWidth: number;
  readonly handleX: number;
  /** Ratio to the drawing at a root size of 16 px. */
  readonly unit: number;
}

const TICK_PX = 8;
/** Height of the key, which lines do not cross. */
const KEY_PX = 16;

/** A controller that upgrades nodes changes their labels many times, and only the last time has words. */
const hasOnlyLabels = ({ items }: LaneGroup): boolean => items.every(({ timelineEvent }) => timelineEvent.kind === "labelsChanged");

/** Marks of moments. On the page of a DaemonSet they are lines, and the most important have words. Elsewhere bands
 *  have the names, so that marks are short ticks on the axis. */
export function LaneMarks({ groups, scope, width, bottom, keyWidth, handleX, unit }: LaneMarksProps) {
  const { t } = useTranslation();
  const hasWords = scope.kind === "daemonSet";
  const shown = groups.filter(({ x }) => x >= 0 && x <= width);
  const lastLabels = shown.findLast(hasOnlyLabels);
  const labels = hasWords
    ? shown
        .filter((group) => group === lastLabels || !hasOnlyLabels(group))
        .map(({ x, items }) => ({ x: x / unit, text: markWords(t, scope, items), rank: Math.min(...items.map(markRank)) }))
    : [];
  const starts = placeLabels(labels, { from: keyWidth / unit, to: width / unit, handleX: handleX / unit });
  return (
    <g>
      {shown.map(({ x, items }) => {
        const first = items.reduce((best, each) => (markRank(each) < markRank(best) ? each : best));
        const kinds = [...new Set(items.map(({ timelineEvent }) => timelineEvent.kind))].join(" ");
        const isTick = !hasWords && lookOf(first) === undefined;
        const top = !hasWords ? bottom - TICK_PX * unit : x < keyWidth ? KEY_PX * unit : 4 * unit;
        return (
          <g key={`${first.lane} ${items[0]?.fromMs}`} data-mark={kinds}>
            {hasWords || isTick ? <rect x={x - 0.5} y={top} width={1} height={bottom - top} className={css.mark} /> : null}
          </g>
        );
      })}
      {labels.map(({ x, text }, at) => {
        const start = starts[at];
        return start === undefined ? null : (
          <text key={`${x} ${text}`} x={start * unit} y={11 * unit} className={`${css.words} ${css.knock}`}>
            {text}
          </text>
        );
      })}
    </g>
  );
}
