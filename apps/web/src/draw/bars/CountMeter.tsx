import { interpolateRound, scaleLinear } from "d3";
import { useCallback, useRef } from "react";
import type { Continuity } from "../../data/hooks/continuity.ts";
import css from "./count-meter.module.css";
import type { BarShape, MovingBar } from "./moving-bar.ts";
import { useBarView, useMovingBar } from "./page-bars.ts";

/** Width of `.meter` in the stylesheet, CSS pixels. */
const WIDTH = 44;
/** Least length of the mark, so that one node of thousands is marked too. */
const MIN_MARK_PX = 3;

function meterShape(count: number, all: number): BarShape {
  const most = Math.max(1, all);
  const x = scaleLinear([0, most], [0, WIDTH]).interpolate(interpolateRound).clamp(true);
  return { edges: [0, x(count)], counts: [count], width: WIDTH, pxPerCount: WIDTH / most };
}

interface CountMeterProps {
  readonly count: number;
  /** Count of a full meter. */
  readonly all: number;
  readonly continuity: Continuity;
}

/** A count to scale, as a thin bar under its number. It moves to its new length, and its changed part is marked. */
export function CountMeter({ count, all, continuity }: CountMeterProps) {
  const root = useRef<HTMLElement>(null);
  const draw = useCallback((bar: MovingBar, nowMs: number) => drawMeter(root.current, bar, nowMs), []);
  useBarView(useMovingBar(meterShape(count, all), continuity), root, draw);
  return (
    <i ref={root} className={css.meter} data-meter-of={count} aria-hidden="true">
      <i className={css.fill} />
      <i className={css.mark} />
    </i>
  );
}

/** A change is drawn at the end of the bar, where its last nodes are. */
function drawMeter(root: HTMLElement | null, bar: MovingBar, nowMs: number): void {
  const [fill, mark] = root?.children ?? [];
  if (!(fill instanceof HTMLElement) || !(mark instanceof HTMLElement)) return;
  const { shape } = bar;
  fill.style.transform = `scaleX(${(bar.edgesAt(nowMs)[1] ?? 0) / shape.width})`;
  const change = bar.markedAt(0, nowMs);
  if (mark.hasAttribute("data-changed") !== (change !== 0)) mark.toggleAttribute("data-changed");
  if (change === 0) return;
  const length = Math.max(MIN_MARK_PX, Math.abs(change) * shape.pxPerCount);
  const end = shape.edges[1] ?? 0;
  const from = Math.max(0, Math.min(change > 0 ? end - length : end, shape.width - length));
  mark.style.transform = `translateX(${from}px) scaleX(${length})`;
}
