import { useMemo } from "react";
import { countText } from "../../../words/format/figures.ts";
import { useTranslation } from "../../../words/i18n/use-translation.tsx";
import css from "../timeline.module.css";
import { type Band, placeBands } from "./bands.ts";
import { widthOf } from "./lane-text.ts";
import { bandName } from "./mark-text.ts";

interface BandLanesProps {
  readonly bands: readonly Band[];
  readonly xOf: (atMs: number) => number;
  /** Time of the last confirmed state: the end of a band that lasts. */
  readonly nowMs: number;
  readonly width: number;
  readonly unit: number;
}

const BAND_PX = 6;
const TOP_PX = 8;
const LANE_PX = 16;
const MIN_PX = 3;
/** A narrower track has no space for a key, and names only where they leave space for the bars. */
export const MIN_NAMED_PX = 420;

/** One band for each incident, with its name before it, or where there is space. */
export function BandLanes({ bands, xOf, nowMs, width, unit }: BandLanesProps) {
  const { t } = useTranslation();
  const { placed, hidden } = useMemo(() => {
    const nameWidth = (band: Band) => widthOf(bandName(t, band)) * unit;
    return placeBands(bands, { xOf, nowMs, width, nameWidth, isNameOptional: width < MIN_NAMED_PX });
  }, [bands, xOf, nowMs, width, unit, t]);
  const hiddenText = `+${countText(hidden)}`;
  // Before the last lane, or where it would begin; over the lane if it begins at the left edge.
  const beforeLane = Math.min(width, ...placed.filter(({ lane }) => lane === 1).map(({ fromX }) => fromX)) - 8;
  const hiddenX = Math.max(widthOf(hiddenText) * unit, beforeLane);
  const yOf = (lane: number) => (TOP_PX + lane * LANE_PX) * unit;
  return (
    <g>
      {placed.map(({ band, lane, nameX, isNameBefore, hasName, barX }) => (
        <g key={`${band.fromMs} ${bandName(t, band)}`} data-incident>
          {band.parts.map(({ look, fromMs, toMs }) => {
            const x = Math.max(barX, xOf(fromMs));
            const end = Math.min(width, xOf(toMs ?? nowMs));
            if (end < barX) return null;
            const size = { x, y: yOf(lane), width: Math.max(MIN_PX, end - x), height: BAND_PX * unit, rx: 1 };
            return <rect key={`${look} ${fromMs}`} {...size} className={css[look]} />;
          })}
          {hasName ? (
            <text x={nameX} y={yOf(lane) + 7 * unit} textAnchor={isNameBefore ? "end" : "start"} className={`${css.words} ${css.knock}`}>
              {bandName(t, band)}
            </text>
          ) : null}
        </g>
      ))}
      {hidden === 0 ? null : (
        <text x={hiddenX} y={yOf(1) + 7 * unit} textAnchor="end" className={`${css.words} ${css.knock}`} data-hidden-bands>
          {hiddenText}
        </text>
      )}
    </g>
  );
}
