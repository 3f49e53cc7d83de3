import { nameOfKey } from "@daemonscope/kube/base/object-key";
import { humanDuration } from "@daemonscope/kube/values/human-duration";
import type { CountSample } from "@daemonscope/shared/http/history";
import { type RefObject, useEffect, useMemo, useRef } from "react";
import { useToday } from "../../../data/hooks/cluster-context.ts";
import { MiddleCut } from "../../../ui/text/MiddleCut.tsx";
import { classes } from "../../../ui/theme/classes.ts";
import { countText } from "../../../words/format/figures.ts";
import { momentText } from "../../../words/i18n/time-of-day.ts";
import { useTranslation } from "../../../words/i18n/use-translation.tsx";
import { BandLanes, MIN_NAMED_PX } from "../lanes/BandLanes.tsx";
import { type Band, bandsOf, failuresOf } from "../lanes/bands.ts";
import { LaneMarks } from "../lanes/LaneMarks.tsx";
import { widthOf } from "../lanes/lane-text.ts";
import { currentRevisionMs, type LaneGroup, type LaneItem, type LaneScope, laneGroups } from "../lanes/lanes.ts";
import { groupWords } from "../lanes/mark-text.ts";
import type { TimeTravel } from "../player/time-travel.ts";
import css from "../timeline.module.css";
import type { AreaLook } from "./count-areas.ts";
import { drawnLooks } from "./count-areas.ts";
import { moved, type Range, type Zoom, zoomed } from "./range.ts";
import { TrackFlag } from "./TrackFlag.tsx";
import { TrackPicture, trackHeights } from "./TrackPicture.tsx";
import { type TrackScale, trackScale } from "./track-scale.ts";
import { useTrackKeys } from "./use-track-keys.ts";
import { useTrackPointer } from "./use-track-pointer.ts";
import { useTrackSize } from "./use-track-size.ts";

/** Factor of the drawn span for each pixel that the wheel scrolls. */
const WHEEL_STEP = 1.0015;

/** The wheel zooms around the pointer; sideways, or with Shift, it moves the range. */
function useWheelZoom(track: RefObject<HTMLElement | null>, scale: TrackScale, kept: Range, onZoom: (zoom: Zoom) => void): void {
  const latest = useRef({ scale, kept, onZoom });
  useEffect(() => {
    latest.current = { scale, kept, onZoom };
  });
  useEffect(() => {
    const { current } = track;
    if (current === null) return undefined;
    // React's wheel listeners are passive, so the page would scroll too.
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const { scale: drawn, kept: all, onZoom: zoomTo } = latest.current;
      const { deltaX, deltaY, shiftKey } = event;
      if (shiftKey || Math.abs(deltaX) > Math.abs(deltaY)) {
        const px = deltaX === 0 ? deltaY : deltaX;
        return zoomTo(moved(drawn, (px / Math.max(drawn.width, 1)) * (drawn.toMs - drawn.fromMs), all));
      }
      const aroundMs = drawn.msOf(event.clientX - current.getBoundingClientRect().left);
      zoomTo(zoomed(drawn, WHEEL_STEP ** deltaY, aroundMs, all));
    };
    current.addEventListener("wheel", onWheel, { passive: false });
    return () => current.removeEventListener("wheel", onWheel);
  }, [track]);
}

interface TrackProps {
  readonly range: Range;
  readonly kept: Range;
  readonly confirmedMs: number | undefined;
  readonly scope: LaneScope;
  /** Counts of the page's DaemonSet; empty on other pages. */
  readonly samples: readonly CountSample[];
  readonly items: readonly LaneItem[];
  readonly wantedMs: number | undefined;
  readonly isShown: boolean;
  readonly travel: TimeTravel;
  readonly onZoom: (zoom: Zoom) => void;
}

/** Marks that are closer are merged. */
const MIN_MARK_DISTANCE_PX = 12;
const FLAG_HALF_PX = 112;
/** Margin of an entry of the key, and width of its hue, as in the stylesheet, at a root size of 16 px. */
const KEY_MARGIN_PX = 8;
const KEY_HUE_PX = 12;

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

interface DrawingProps extends TrackProps {
  readonly scale: TrackScale;
  readonly width: number;
  readonly height: number;
  readonly bands: readonly Band[];
  readonly groups: readonly LaneGroup[];
  readonly keyWidth: number;
  readonly pointedX: number | undefined;
}

function Drawing({ scale, width, height, bands, groups, keyWidth, pointedX, ...track }: DrawingProps) {
  const { kept, confirmedMs, scope, samples, items, wantedMs, isShown } = track;
  const heights = useMemo(() => trackHeights(height), [height]);
  const { bottom, unit } = heights;
  const isNow = wantedMs === undefined;
  const handleX = isNow ? Math.min(scale.endX, scale.unknownX ?? width) : Math.min(width, Math.max(0, scale.xOf(wantedMs)));
  return (
    <svg width={width} height={height} className="data" aria-hidden="true">
      <TrackPicture scale={scale} trackWidth={width} heights={heights} todayMs={useToday()} samples={samples} items={items} />
      <BandLanes bands={bands} xOf={scale.xOf} nowMs={confirmedMs ?? kept.toMs} width={width} unit={unit} />
      <LaneMarks groups={groups} scope={scope} width={width} bottom={bottom} keyWidth={keyWidth * unit} handleX={handleX} unit={unit} />
      {isNow ? null : <rect x={handleX} width={Math.max(0, width - handleX)} height={bottom} className={css.later} />}
      {pointedX === undefined ? null : <path d={`M${pointedX},0V${bottom}`} className={css.pointed} />}
      <g
        transform={`translate(${handleX.toFixed(1)},0)`}
        className={classes(css.handle, isNow && css.atNow, !isNow && !isShown && css.awaited)}
      >
        <path d={`M0,4V${bottom + 4}`} />
        <path d="M-5,4H5L0,10Z" />
      </g>
    </svg>
  );
}

/** Returns the name of the page's DaemonSet, its desired pods at the shown moment, the hues of its key, and the width
 *  of the key: 0 if there is no key. */
function useAreaKey({ scope, samples, items, range, wantedMs, kept }: TrackProps, width: number) {
  const { t } = useTranslation();
  const name = scope.kind === "daemonSet" ? nameOfKey(scope.key) : "";
  const desired = samples.findLast(([atMs]) => atMs <= (wantedMs ?? kept.toMs))?.[1] ?? 0;
  const { fromMs, toMs } = range;
  const looks = useMemo(() => {
    const drawn = { fromMs, toMs: Math.min(toMs, kept.toMs) };
    return drawnLooks(samples, failuresOf(items), drawn, currentRevisionMs(items));
  }, [samples, items, fromMs, toMs, kept.toMs]);
  const texts = [name, t("timeline.key.nodes", { count: desired, nodes: desired }), ...looks.map((look) => t(`timeline.key.${look}`))];
  const isShown = samples.length > 0 && width >= MIN_NAMED_PX;
  return {
    name,
    desired,
    looks,
    keyWidth: isShown ? widthOf(texts.join("")) + (looks.length + 1) * KEY_MARGIN_PX + looks.length * KEY_HUE_PX : 0,
  };
}

/** The time on an axis, with the incidents or the pods of a DaemonSet, and the handle: a slider over the kept
 *  history. */
export function Track(props: TrackProps) {
  const { range, kept, confirmedMs, samples, items, wantedMs, isShown, travel, onZoom } = props;
  const { t } = useTranslation();
  const todayMs = useToday();
  const { box, width, height } = useTrackSize();
  const { fromMs, toMs } = range;
  const endMs = kept.toMs;
  // An item without an end is drawn up to the last confirmed state.
  const lastMs = confirmedMs ?? endMs;
  const scale = useMemo(() => trackScale({ fromMs, toMs }, width, { endMs, confirmedMs }), [fromMs, toMs, width, endMs, confirmedMs]);
  const groups = useMemo(() => {
    const drawn = items.filter((item) => item.fromMs <= Math.min(toMs, endMs) && (item.toMs ?? lastMs) >= fromMs);
    return laneGroups(drawn, scale.xOf, MIN_MARK_DISTANCE_PX);
  }, [items, scale, fromMs, toMs, endMs, lastMs]);
  const hasArea = samples.length > 0;
  const bands = useMemo(() => (hasArea ? [] : bandsOf(items)), [items, hasArea]);
  const { pointedX, pointed, listeners } = useTrackPointer({ scale, kept, groups, travel });
  const onKeyDown = useTrackKeys({ range, kept, wantedMs, travel });
  useWheelZoom(box, scale, kept, onZoom);
  const words = useMomentWords(props);
  const { name, desired, looks, keyWidth } = useAreaKey(props, width);
  const isDrawn = width > 0 && height > 0;
  return (
    <div
      ref={box}
      className={css.track}
      role="slider"
      tabIndex={0}
      aria-label={t("timeline.handle")}
      aria-valuemin={Math.round(kept.fromMs)}
      aria-valuemax={Math.round(kept.toMs)}
      aria-valuenow={Math.round(wantedMs ?? kept.toMs)}
      aria-valuetext={words}
      aria-busy={!isShown && wantedMs !== undefined}
      onKeyDown={onKeyDown}
      {...listeners}
    >
      {isDrawn ? <Drawing {...props} {...{ scale, width, height, bands, groups, keyWidth, pointedX }} /> : null}
      {keyWidth > 0 ? <AreaKey name={name} desired={desired} looks={looks} /> : null}
      {isDrawn && !hasArea && groups.length === 0 ? <span className={`i3 ${css.key}`}>{t("timeline.quiet")}</span> : null}
      {scale.unknownX === undefined || confirmedMs === undefined ? null : (
        <span
          className={css.noData}
          style={{ left: scale.unknownX }}
          title={t("timeline.noDataLong", { time: momentText(confirmedMs, todayMs, true) })}
        />
      )}
      {pointedX === undefined || !isDrawn ? null : (
        <TrackFlag
          left={Math.min(Math.max(pointedX, FLAG_HALF_PX), width - FLAG_HALF_PX)}
          atMs={pointed?.items[0]?.fromMs ?? scale.msOf(pointedX)}
          endMs={endMs}
          todayMs={todayMs}
          pointed={pointed}
          samples={samples}
          items={items}
          bands={bands}
        />
      )}
    </div>
  );
}

interface AreaKeyProps {
  readonly name: string;
  readonly desired: number;
  readonly looks: readonly AreaLook[];
}

/** The name of the DaemonSet, its nodes, and the hues of the area below. */
function AreaKey({ name, desired, looks }: AreaKeyProps) {
  const { t } = useTranslation();
  return (
    <span className={`data ${css.key}`} aria-hidden="true" data-area-key>
      <MiddleCut text={name} isWord />
      <span className={`i3 ${css.entry}`}>{t("timeline.key.nodes", { count: desired, nodes: countText(desired) })}</span>
      {looks.map((look) => (
        <span key={look} className={css.entry}>
          <i className={css[look]} />
          {t(`timeline.key.${look}`)}
        </span>
      ))}
    </span>
  );
}
