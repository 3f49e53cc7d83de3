import type { ContainerLane, LanePart, LifeAxis } from "@daemonscope/daemonset/life/container-lane";

/** Where a part of a lane is drawn, in CSS pixels from the left of the axis. */
export interface PlacedPart {
  readonly part: LanePart;
  readonly x: number;
  readonly width: number;
}

export interface PlacedLane {
  readonly lane: ContainerLane;
  readonly parts: readonly PlacedPart[];
}

interface AxisTick {
  readonly x: number;
  readonly atMs: number;
  /** Where its label stands from it: whole at both ends of the axis. */
  readonly anchor: "start" | "middle" | "end";
}

/** What is drawn of a pod's life: lanes, ticks, now, and the next try. */
export interface LifeScene {
  readonly lanes: readonly PlacedLane[];
  readonly ticks: readonly AxisTick[];
  readonly nowX: number;
  readonly next: { readonly x: number; readonly atMs: number } | undefined;
  /** The axis as it is drawn. */
  readonly axis: LifeAxis;
}

const MINUTE = 60_000;
const STEPS_MS = [
  1000,
  5000,
  10_000,
  30_000,
  MINUTE,
  2 * MINUTE,
  5 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  60 * MINUTE,
  3 * 60 * MINUTE,
  6 * 60 * MINUTE,
  24 * 60 * MINUTE,
];
const DAY_MS = 24 * 60 * MINUTE;
/** Of the axis' length: what is told of before the first known run. */
const LEAD = 0.18;
/** The least that a part has, so that it is seen. */
const LEAST_WIDTH = 2;

/** The stretch that is worth the room: from the first run that is told of after others that nobody tells of; with it a lead for those. A pod that runs quietly is shown whole. */
function shownAxis(axis: LifeAxis, lanes: readonly ContainerLane[]): LifeAxis {
  const known = lanes.flatMap(({ parts }) => (parts[0]?.kind === "untold" ? [parts[0].toMs] : []));
  const ended = lanes.flatMap(({ container, parts }) =>
    container.kind === "init" ? [] : parts.flatMap((part) => (part.kind === "run" && part.end?.isFailure ? [part.fromMs] : [])),
  );
  const firstMs = Math.min(...known, ...ended);
  if (!Number.isFinite(firstMs)) return axis;
  const lead = (axis.toMs - firstMs) * (LEAD / (1 - LEAD));
  return { ...axis, fromMs: Math.max(axis.fromMs, firstMs - Math.max(lead, 10_000)) };
}

function ticksOf({ fromMs, toMs }: LifeAxis, width: number, room: number): readonly number[] {
  const most = Math.max(1, Math.floor(width / room));
  const span = toMs - fromMs;
  const step = STEPS_MS.find((each) => span / each <= most) ?? Math.ceil(span / most / DAY_MS) * DAY_MS;
  const ticks: number[] = [];
  for (let at = Math.ceil(fromMs / step) * step; at <= toMs && ticks.length < 100; at += step) ticks.push(at);
  return ticks;
}

/** A label needs about two thirds of the room that it is given. */
function anchorOf(x: number, width: number, room: number): AxisTick["anchor"] {
  if (x < room / 3) return "start";
  return x > width - room / 3 ? "end" : "middle";
}

/** Puts lanes on an axis of so many pixels; `room` is what a tick's label needs. Pure; the same for the same arguments. */
export function lifeScene(axis: LifeAxis, lanes: readonly ContainerLane[], width: number, room: number): LifeScene {
  const shown = shownAxis(axis, lanes);
  const span = Math.max(1, shown.toMs - shown.fromMs);
  const x = (ms: number) => ((Math.min(Math.max(ms, shown.fromMs), shown.toMs) - shown.fromMs) / span) * width;
  const nexts = lanes.flatMap(({ nextTryMs }) => (nextTryMs === undefined ? [] : [nextTryMs]));
  const nextMs = nexts.length === 0 ? undefined : Math.min(...nexts);
  return {
    axis: shown,
    lanes: lanes
      .map((lane) => ({
        lane,
        parts: lane.parts
          .filter(({ toMs }) => toMs >= shown.fromMs)
          .map((part) => ({
            part,
            x: x(part.fromMs),
            width: Math.max(part.kind === "pause" ? 0 : LEAST_WIDTH, x(part.toMs) - x(part.fromMs)),
          })),
      }))
      // Of a start long ago nothing is in sight.
      .filter(({ parts }) => parts.length > 0),
    ticks: ticksOf(shown, width, room).map((atMs) => ({ atMs, x: x(atMs), anchor: anchorOf(x(atMs), width, room) })),
    nowX: x(shown.nowMs),
    next: nextMs === undefined ? undefined : { x: x(nextMs), atMs: nextMs },
  };
}
