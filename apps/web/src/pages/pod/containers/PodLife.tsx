import { containerLanes, type LanePart } from "@daemonscope/daemonset/pods/life/container-lane";
import type { EndedRun, PodDetail } from "@daemonscope/daemonset/pods/life/pod-detail";
import { gapText } from "@daemonscope/daemonset/pods/life/trail-links";
import { useId, useRef } from "react";
import { useShownDay } from "../../../data/hooks/cluster-context.ts";
import { useElementBox } from "../../../ui/viewport/use-element-box.ts";
import { datedText } from "../../../words/i18n/dated-text.ts";
import type { Translate } from "../../../words/i18n/translator.ts";
import { useTranslation } from "../../../words/i18n/use-translation.tsx";
import css from "../pod.module.css";
import { exitWords } from "../state-text.ts";
import { type LifeScene, lifeScene, type PlacedLane, type PlacedPart } from "./life-scene.ts";

const MINUTE = 60_000;

const DAY = 86_400_000;

/** Returns the time format for an axis of this length. A short axis has seconds. An axis of more than a day has
 *  dates, and so has a time outside the day of `todayMs`. An axis of more than four days has dates only. */
export function axisTime(spanMs: number, todayMs: number): (atMs: number) => string {
  return (atMs) => {
    const isLong = spanMs > DAY;
    // With 0 as today, every time has its date.
    const text = datedText(atMs, isLong ? 0 : todayMs, spanMs <= 5 * MINUTE).replace(/^\d{4}-/, "");
    return spanMs > 4 * DAY ? text.slice(0, "11-21".length) : text;
  };
}

const LANE = 30;
const BAR = 14;
const TOP = 18;
const TICK_ROOM = 90;
const NARROW_WIDTH = 560;

interface PodLifeProps {
  readonly pod: PodDetail;
  readonly nowMs: number;
  readonly runs: ReadonlyMap<string, readonly EndedRun[]>;
}

/** The containers over time, to scale: runs, exits, and the gaps between runs. */
export function PodLife({ pod, nowMs, runs }: PodLifeProps) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const { width } = useElementBox(box);
  const { axis, lanes } = containerLanes(pod, nowMs, runs);
  const shownLanes = lanes.filter(({ parts }) => parts.length > 0);
  const nameWidth = width < NARROW_WIDTH ? 84 : 140;
  return (
    <section className={css.life} aria-label={t("pod.life.title")} ref={box}>
      {shownLanes.length === 0 ? (
        <p className="i2">{t("pod.life.nothing")}</p>
      ) : width === 0 ? null : (
        <LifePicture scene={lifeScene(axis, shownLanes, Math.max(80, width - nameWidth - 4), TICK_ROOM)} nameWidth={nameWidth} t={t} />
      )}
    </section>
  );
}

function LifePicture({ scene, nameWidth, t }: { readonly scene: LifeScene; readonly nameWidth: number; readonly t: Translate }) {
  const id = useId();
  const { lanes, ticks, nowX, next, axis } = scene;
  const bottom = TOP + lanes.length * LANE;
  const width = Math.max(...ticks.map(({ x }) => x), nowX, next?.x ?? 0);
  const time = axisTime(axis.toMs - axis.fromMs, useShownDay());
  const label = t("pod.life.label", { from: time(axis.fromMs), to: time(axis.toMs) });
  return (
    <div className={css.lanes} style={{ gridTemplateColumns: `${nameWidth}px 1fr` }}>
      <div className={css.laneNames} style={{ paddingTop: TOP }}>
        {lanes.map(({ lane }) => (
          <div key={`${lane.container.kind} ${lane.container.name}`} style={{ height: LANE }} className="ell" title={lane.container.name}>
            {lane.container.name}
          </div>
        ))}
      </div>
      <svg width="100%" height={bottom + 24} role="img" aria-label={label}>
        <title>{label}</title>
        <defs>
          <pattern id={id} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect width="5" height="5" fill="var(--wash-starting)" />
            <rect width="2" height="5" fill="var(--st-starting)" />
          </pattern>
        </defs>
        {lanes.map((lane, at) => (
          <Lane
            key={`${lane.lane.container.kind} ${lane.lane.container.name}`}
            lane={lane}
            y={TOP + at * LANE}
            hatch={`url(#${id})`}
            t={t}
          />
        ))}
        <path className={css.ground} d={`M0,${bottom}H${width}`} />
        {ticks.map(({ x, atMs, anchor }) => (
          <g key={atMs}>
            <path className={css.tick} d={`M${x},${bottom}v4`} />
            <text className={css.tickText} x={x} y={bottom + 17} textAnchor={anchor}>
              {time(atMs)}
            </text>
          </g>
        ))}
        <path className={css.nowLine} d={`M${nowX},8V${bottom + 4}`} />
        <text className={css.nowText} x={nowX - 5} y={12} textAnchor="end">
          {t("pod.life.now")}
        </text>
        {next === undefined ? null : (
          <>
            <path className={css.nextLine} d={`M${next.x},16V${bottom}`} />
            <text className={css.tickText} x={next.x - 5} y={12} textAnchor="end" opacity={next.x - nowX > 130 ? 1 : 0}>
              {t("pod.life.nextTry", { time: time(next.atMs) })}
            </text>
          </>
        )}
      </svg>
    </div>
  );
}

const LABEL_ROOM = 44;

function Lane({ lane, y, hatch, t }: { readonly lane: PlacedLane; readonly y: number; readonly hatch: string; readonly t: Translate }) {
  const top = y + (LANE - BAR) / 2;
  return (
    <g data-lane={lane.lane.container.name}>
      <path className={css.laneLine} d={`M0,${top + BAR / 2}H4000`} />
      {lane.parts.map((placed) => (
        <Part
          key={`${placed.part.kind} ${placed.part.fromMs}`}
          placed={placed}
          top={top}
          hatch={hatch}
          t={t}
          isInit={lane.lane.container.kind === "init"}
        />
      ))}
    </g>
  );
}

/** Returns the text of a hovered part. */
function partWords(t: Translate, part: LanePart): string {
  const lasted = t("chrome.age", { age: gapText(part.toMs - part.fromMs) });
  if (part.kind === "untold") return t("pod.life.untold", { count: part.runs });
  if (part.kind === "pause") return [part.reason, lasted].filter((word) => word !== "").join(" ");
  return part.end === undefined ? lasted : `${exitWords(t, part.end)}${t("model.comma")}${lasted}`;
}

interface PartProps {
  readonly placed: PlacedPart;
  readonly top: number;
  readonly hatch: string;
  readonly t: Translate;
  readonly isInit: boolean;
}

function Part({ placed: { part, x, width }, top, hatch, t, isInit }: PartProps) {
  const words = partWords(t, part);
  if (part.kind === "pause")
    return width > LABEL_ROOM && part.toMs - part.fromMs >= 1000 ? (
      <text className={css.tickText} x={x + 16} y={top + 11}>
        {width > 150 ? words : t("chrome.age", { age: gapText(part.toMs - part.fromMs) })}
      </text>
    ) : null;
  if (part.kind === "untold")
    return (
      <g>
        <title>{words}</title>
        <rect className={css.untold} x={x + 0.5} y={top + 0.5} width={Math.max(1, width - 1)} height={BAR - 1} />
        {width > 96 ? (
          <text className={css.tickText} x={x + 6} y={top + 11}>
            {words}
          </text>
        ) : null}
      </g>
    );
  const isQuiet = part.end !== undefined && !part.end.isFailure;
  const fill = isQuiet || (isInit && part.end === undefined) ? "var(--bg-3)" : part.isReady ? "var(--st-available)" : hatch;
  return (
    <g data-run={part.end === undefined ? "now" : part.end.isFailure ? "failed" : "ended"}>
      <title>{words}</title>
      <rect x={x} y={top} width={width} height={BAR} fill={fill} className={part.isReady || isQuiet ? undefined : css.unready} />
      {part.end?.isFailure === true ? (
        <g transform={`translate(${x + width},${top})`}>
          <rect width={BAR} height={BAR} fill="var(--st-failing)" />
          <path className={css.cross} d="M4 4l6 6M10 4l-6 6" />
        </g>
      ) : null}
    </g>
  );
}
