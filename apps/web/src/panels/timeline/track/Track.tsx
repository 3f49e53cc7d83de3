import { humanDuration } from "@daemonscope/kube/values/human-duration";
import type { CountSample } from "@daemonscope/shared/http/history";
import { useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useToday } from "../../../data/hooks/cluster-context.ts";
import { classes } from "../../../ui/theme/classes.ts";
import { momentText } from "../../../words/i18n/time-of-day.ts";
import { LaneMarks } from "../lanes/LaneMarks.tsx";
import { type LaneItem, laneGroups, timelineLanesOf } from "../lanes/lanes.ts";
import { groupWords } from "../lanes/mark-text.ts";
import type { TimeTravel } from "../player/time-travel.ts";
import css from "../timeline.module.css";
import type { Range, Zoom } from "./range.ts";
import { PLOT_PX, TrackPicture, trackHeights } from "./TrackPicture.tsx";
import { trackScale } from "./track-scale.ts";
import { useTrackKeys } from "./use-track-keys.ts";
import { useTrackPointer } from "./use-track-pointer.ts";
import { useWheelZoom } from "./use-wheel-zoom.ts";

interface TrackProps {
  readonly range: Range;
  readonly kept: Range;
  readonly confirmedMs: number | undefined;
  readonly samples: readonly CountSample[];
  readonly hasRevisions: boolean;
  readonly items: readonly LaneItem[];
  readonly wantedMs: number | undefined;
  readonly isShown: boolean;
  readonly isTall: boolean;
  readonly travel: TimeTravel;
  readonly onZoom: (zoom: Zoom) => void;
}

/** Marks that are closer are merged. */
const MIN_MARK_DISTANCE_PX = 12;
const FLAG_HALF_PX = 90;
/** Minimum width of the unknown time for its sentence. */
const MIN_NO_DATA_PX = 90;

function useTrackWidth() {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const { current } = box;
    if (current === null) return undefined;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return { box, width };
}

/** Returns the accessible text of a moment: `14:03:40, 12m before now, fluent-bit: rollout`. */
function useMomentWords({ items, wantedMs, kept, confirmedMs }: Pick<TrackProps, "items" | "wantedMs" | "kept" | "confirmedMs">): string {
  const { t } = useTranslation();
  const shownMs = wantedMs ?? kept.toMs;
  const todayMs = useToday();
  const isStale = confirmedMs !== undefined;
  const last = items.findLast((item) => item.fromMs <= shownMs);
  return [
    momentText(shownMs, todayMs, true),
    wantedMs === undefined
      ? t(isStale ? "timeline.confirmed" : "timeline.now")
      : t(isStale ? "timeline.beforeLast" : "timeline.before", { age: humanDuration(kept.toMs - wantedMs) }),
    ...(isStale ? [t("timeline.noData", { time: momentText(confirmedMs, todayMs, true) })] : []),
    ...(last === undefined ? [] : [groupWords(t, [last])]),
  ].join(t("model.listComma"));
}

/** Lanes of timeline events, the counts, an axis, and the handle: a slider over the kept history. */
export function Track(props: TrackProps) {
  const { range, kept, confirmedMs, samples, hasRevisions, items, wantedMs, isShown, isTall, travel, onZoom } = props;
  const { t } = useTranslation();
  const todayMs = useToday();
  const { box, width } = useTrackWidth();
  const { fromMs, toMs } = range;
  const endMs = kept.toMs;
  const scale = useMemo(() => trackScale({ fromMs, toMs }, width, { endMs, confirmedMs }), [fromMs, toMs, width, endMs, confirmedMs]);
  const groups = useMemo(() => {
    // An item without an end is drawn up to the last confirmed state.
    const lastsToMs = confirmedMs ?? endMs;
    const drawn = items.filter((item) => item.fromMs <= Math.min(toMs, endMs) && (item.toMs ?? lastsToMs) >= fromMs);
    return laneGroups(drawn, scale.xOf, lastsToMs, MIN_MARK_DISTANCE_PX);
  }, [items, scale, fromMs, toMs, endMs, confirmedMs]);
  const lanes = useMemo(() => timelineLanesOf(items), [items]);
  const gaps = useMemo(() => items.filter(({ lane }) => lane === "gap"), [items]);
  const { pointedX, pointed, listeners } = useTrackPointer({ scale, kept, groups, travel });
  const onKeyDown = useTrackKeys({ range, kept, wantedMs, travel });
  useWheelZoom(box, scale, kept, onZoom);
  const words = useMomentWords(props);
  const { lane, bottom, total } = trackHeights(isTall, lanes.length);
  const isNow = wantedMs === undefined;
  const handleX = isNow ? scale.endX : Math.min(width, Math.max(0, scale.xOf(wantedMs)));
  return (
    <div
      ref={box}
      className={css.track}
      style={{ height: total }}
      role="slider"
      tabIndex={0}
      aria-label={t("timeline.handle")}
      aria-valuemin={Math.round(kept.fromMs)}
      aria-valuemax={Math.round(kept.toMs)}
      aria-valuenow={Math.round(wantedMs ?? kept.toMs)}
      aria-valuetext={words}
      aria-busy={!isShown && !isNow}
      onKeyDown={onKeyDown}
      {...listeners}
    >
      {width === 0 ? null : (
        <svg width={width} height={total} aria-hidden="true">
          <TrackPicture
            scale={scale}
            trackWidth={width}
            todayMs={todayMs}
            samples={samples}
            hasRevisions={hasRevisions}
            gaps={gaps}
            lanes={lanes}
            isTall={isTall}
          />
          <LaneMarks groups={groups} lanes={lanes} width={width} isTall={isTall} laneHeight={lane} bottom={bottom} handleX={handleX} />
          {isNow ? null : <rect x={handleX} width={Math.max(0, width - handleX)} height={bottom} className={css.later} />}
          {pointedX === undefined ? null : <path d={`M${pointedX},0V${bottom}`} className={css.pointed} />}
          <g
            transform={`translate(${handleX.toFixed(1)},0)`}
            className={classes(css.handle, isNow && css.atNow, !isNow && !isShown && css.awaited)}
          >
            <path d={`M0,0V${bottom}`} />
            <path d="M-5,0H5V6L0,11L-5,6Z" />
          </g>
        </svg>
      )}
      {scale.unknownX === undefined || confirmedMs === undefined || width - scale.unknownX < MIN_NO_DATA_PX ? null : (
        <span
          className={css.noData}
          style={{ left: scale.unknownX, top: bottom - PLOT_PX, height: PLOT_PX }}
          title={t("timeline.noDataLong", { time: momentText(confirmedMs, todayMs, true) })}
        >
          <span>{t("timeline.noData", { time: momentText(confirmedMs, todayMs, true) })}</span>
        </span>
      )}
      {pointedX === undefined || width === 0 ? null : (
        <div className={css.flag} style={{ left: Math.min(Math.max(pointedX, FLAG_HALF_PX), width - FLAG_HALF_PX) }}>
          <span className="num">{momentText(pointed?.items[0]?.fromMs ?? scale.msOf(pointedX), todayMs, true)}</span>
          {pointed === undefined ? null : <b>{groupWords(t, pointed.items)}</b>}
        </div>
      )}
    </div>
  );
}
