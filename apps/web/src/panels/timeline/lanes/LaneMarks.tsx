import { useTranslation } from "react-i18next";
import css from "../timeline.module.css";
import { lookOf } from "./bands.ts";
import { fittingLabel } from "./lane-text.ts";
import type { LaneGroup, LaneScope, MarkedItem } from "./lanes.ts";
import { markWords } from "./mark-text.ts";

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

const LABEL_GAP = 6;
const TICK_PX = 8;
/** Height of the key, which lines do not cross. */
const KEY_PX = 16;

/** Marks of moments. On the page of a DaemonSet they are lines with words, as far as the words fit. Elsewhere bands
 *  have the names, so that marks are short ticks on the axis. */
export function LaneMarks({ groups, scope, width, bottom, keyWidth, handleX, unit }: LaneMarksProps) {
  const { t } = useTranslation();
  const hasWords = scope.kind === "daemonSet";
  return (
    <g>
      {groups.map(({ x, items }, at) => {
        if (x < 0 || x > width) return null;
        const first = items.reduce((best, each) => (rankOf(each.timelineEvent.kind) < rankOf(best.timelineEvent.kind) ? each : best));
        const kinds = [...new Set(items.map(({ timelineEvent }) => timelineEvent.kind))].join(" ");
        const place = { from: Math.max(x + LABEL_GAP, x < keyWidth ? width : 0) / unit, to: ((groups[at + 1]?.x ?? width) - 8) / unit };
        const label = hasWords ? fittingLabel(markWords(t, scope, items), place, handleX / unit) : undefined;
        const isTick = !hasWords && lookOf(first) === undefined;
        const top = !hasWords ? bottom - TICK_PX * unit : x < keyWidth ? KEY_PX * unit : 4 * unit;
        return (
          <g key={`${first.lane} ${items[0]?.fromMs}`} data-mark={kinds}>
            {hasWords || isTick ? <rect x={x - 0.5} y={top} width={1} height={bottom - top} className={css.mark} /> : null}
            {label === undefined || label.text === "" ? null : (
              <text x={label.x * unit} y={11 * unit} className={css.words}>
                {label.text}
              </text>
            )}
          </g>
        );
      })}
    </g>
  );
}
