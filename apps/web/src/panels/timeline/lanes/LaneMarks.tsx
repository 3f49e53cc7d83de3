import { useTranslation } from "../../../words/i18n/use-translation.tsx";
import css from "../timeline.module.css";
import { lookOf } from "./band-look.ts";
import { GAP_PX, placeLabels } from "./lane-text.ts";
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
/** Height of the key and of words, which lines do not cross. */
const KEY_PX = 16;

/** A controller that upgrades nodes changes their labels many times, and only the last time has words. */
const hasOnlyLabels = ({ items }: LaneGroup): boolean => items.every(({ timelineEvent }) => timelineEvent.kind === "labelsChanged");

/** Marks of moments. On the page of a DaemonSet they are lines, and the most important have words. Changed labels
 *  without words are short ticks on the axis, and so are all marks elsewhere, because bands have the names. */
export function LaneMarks({ groups, scope, width, bottom, keyWidth, handleX, unit }: LaneMarksProps) {
  const { t } = useTranslation();
  const hasWords = scope.kind === "daemonSet";
  const shown = groups.filter(({ x }) => x >= 0 && x <= width);
  const lastLabels = shown.findLast(hasOnlyLabels);
  const named = hasWords ? shown.filter((group) => group === lastLabels || !hasOnlyLabels(group)) : [];
  const labels = named.map(({ x, items }) => ({ x: x / unit, text: markWords(t, scope, items), rank: Math.min(...items.map(markRank)) }));
  const starts = placeLabels(labels, { from: keyWidth / unit, to: width / unit, handleX: handleX / unit });
  const withWords = new Set(named.filter((_, at) => starts[at] !== undefined));
  return (
    <g>
      {shown.map((group) => {
        const { x, items } = group;
        const first = items.reduce((best, each) => (markRank(each) < markRank(best) ? each : best));
        const kinds = [...new Set(items.map(({ timelineEvent }) => timelineEvent.kind))].join(" ");
        const isTick = !hasWords && lookOf(first) === undefined;
        const isShort = !hasWords || (hasOnlyLabels(group) && !withWords.has(group));
        // A line without words could cross the words of another mark.
        const lineTop = (withWords.has(group) && x >= keyWidth ? 4 : KEY_PX) * unit;
        const top = isShort ? bottom - TICK_PX * unit : lineTop;
        return (
          <g key={`${first.lane} ${items[0]?.fromMs}`} data-mark={kinds}>
            {hasWords || isTick ? <rect x={x - 0.5} y={top} width={1} height={bottom - top} className={css.mark} /> : null}
          </g>
        );
      })}
      {labels.map(({ x, text }, at) => {
        const start = starts[at];
        if (start === undefined) return null;
        // The width of a text is an estimate, so words before their mark end at it.
        const isBefore = start < x;
        return (
          <text
            key={`${x} ${text}`}
            x={(isBefore ? x - GAP_PX : start) * unit}
            y={11 * unit}
            textAnchor={isBefore ? "end" : undefined}
            className={`${css.words} ${css.knock}`}
          >
            {text}
          </text>
        );
      })}
    </g>
  );
}
