import type { ContainerLane, LanePart, LifeAxis } from "@daemonscope/daemonset/pods/life/container-lane";
import { scaleTime } from "d3";
import { timeTicks } from "../../../draw/chart/time-ticks.ts";

/** Position of a part of a lane, in CSS pixels from the left of the axis. */
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
  /** Anchor of its label, so that it fits at both ends of the axis. */
  readonly anchor: "start" | "middle" | "end";
}

/** The drawing of a pod's life: lanes, ticks, now, and the next try. */
export interface LifeScene {
  readonly lanes: readonly PlacedLane[];
  readonly ticks: readonly AxisTick[];
  readonly nowX: number;
  readonly next: { readonly x: number; readonly atMs: number } | undefined;
  /** The axis as it is drawn. */
  readonly axis: LifeAxis;
}

/** Part of the axis' length before the first known run. */
const LEAD = 0.18;
/** Least width of a part other than a pause, so that it is visible. CSS pixels. */
const MIN_WIDTH = 2;

/** Returns the range to draw, with a lead before its first moment. That is the earlier of the first known run after
 *  unknown ones, and the first failed run. Failed runs of init containers do not count. Without such a run, the
 *  whole axis is drawn. */
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

/** Returns the anchor of a label. A label needs about two thirds of its room. */
function anchorOf(x: number, width: number, room: number): AxisTick["anchor"] {
  if (x < room / 3) return "start";
  return x > width - room / 3 ? "end" : "middle";
}

/** Places lanes on an axis of `width` pixels; `room` is the width of a tick's label. Pure. */
export function lifeScene(axis: LifeAxis, lanes: readonly ContainerLane[], width: number, room: number): LifeScene {
  const shown = shownAxis(axis, lanes);
  const x = scaleTime([shown.fromMs, Math.max(shown.fromMs + 1, shown.toMs)], [0, width]).clamp(true);
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
            width: Math.max(part.kind === "pause" ? 0 : MIN_WIDTH, x(part.toMs) - x(part.fromMs)),
          })),
      }))
      // A start before the drawn range has no visible part.
      .filter(({ parts }) => parts.length > 0),
    ticks: timeTicks(shown.fromMs, shown.toMs, width, room).map((tick) => ({
      atMs: tick.getTime(),
      x: x(tick),
      anchor: anchorOf(x(tick), width, room),
    })),
    nowX: x(shown.nowMs),
    next: nextMs === undefined ? undefined : { x: x(nextMs), atMs: nextMs },
  };
}
