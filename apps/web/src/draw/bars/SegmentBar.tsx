import { useCallback, useRef } from "react";
import { classes } from "../../ui/theme/classes.ts";
import type { MovingBar } from "./moving-bar.ts";
import { useBarView } from "./page-bars.ts";
import css from "./segment-bar.module.css";

export interface BarSegment {
  readonly id: string;
  /** Paint of an SVG: a colour or a pattern. */
  readonly fill: string;
  /** Edge of one pixel, or `none`. */
  readonly stroke: string;
}

interface SegmentBarProps {
  readonly bar: MovingBar;
  /** Segments in the order of the bar's edges. */
  readonly segments: readonly BarSegment[];
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
  readonly className?: string | undefined;
}

/** Least length of a segment that is not empty, CSS pixels. */
const MIN_PX = 1;
/** Least length of a mark, so that one node of thousands is marked too. */
const MIN_MARK_PX = 6;

/** Elements of a segment, and its drawn state, CSS pixels. A frame writes only differences. */
interface DrawnSegment {
  readonly segment: HTMLElement;
  readonly fill: SVGElement;
  readonly mark: HTMLElement;
  from: number;
  length: number;
  width: number;
  markFrom: number;
  /** 0 while nothing is marked. */
  markLength: number;
}

/** A hundredth of a pixel is exact enough, and keeps styles short. */
const px = (value: number): number => Math.round(value * 100) / 100;

/** A bar of segments to scale. A segment is a window that moves over its fill, so that patterns and edges keep their
 *  size. No frame touches the layout. The changed part of a segment is underlined. */
export function SegmentBar({ bar, segments, width, height, className }: SegmentBarProps) {
  const root = useRef<HTMLDivElement>(null);
  const drawn = useRef<readonly DrawnSegment[]>([]);
  const draw = useCallback((shown: MovingBar, nowMs: number) => {
    if (root.current === null) return;
    if (drawn.current.length !== shown.shape.counts.length) drawn.current = undrawn(root.current, shown.shape.counts.length);
    drawSegments(drawn.current, shown, nowMs);
  }, []);
  useBarView(bar, root, draw);
  return (
    <div ref={root} className={classes(css.segments, className)} style={{ width, height }} aria-hidden="true">
      {segments.map(({ id, fill, stroke }) => {
        const inset = stroke === "none" ? 0 : 0.5;
        return (
          <div key={id} className={css.segment} data-part={id}>
            <div className={css.window}>
              <svg width={width} height={height} aria-hidden="true">
                <rect x={-1} y={inset} width={width + 1 - inset} height={height - 2 * inset} fill={fill} stroke={stroke} />
              </svg>
              {stroke !== "none" && <i className={css.edge} style={{ background: stroke }} />}
            </div>
          </div>
        );
      })}
      {segments.map(({ id }) => (
        <i key={id} className={css.mark} />
      ))}
    </div>
  );
}

/** The gap between segments is one pixel, unless a segment is too short for it. */
const gapOf = (length: number): number => Math.min(1, Math.max(0, length - 2));

function undrawn(root: Element, segments: number): readonly DrawnSegment[] {
  return Array.from({ length: segments }, (_, at) => {
    const [segment, mark] = [root.children[at], root.children[segments + at]];
    const fill = segment?.querySelector("svg");
    if (!(segment instanceof HTMLElement && mark instanceof HTMLElement && fill instanceof SVGElement))
      throw new Error(`a bar has no elements for segment ${at}`);
    return { segment, fill, mark, from: Number.NaN, length: Number.NaN, width: Number.NaN, markFrom: 0, markLength: 0 };
  });
}

function drawSegments(drawn: readonly DrawnSegment[], bar: MovingBar, nowMs: number): void {
  const edges = bar.edgesAt(nowMs);
  const { counts, width } = bar.shape;
  for (let at = 0; at < drawn.length; at++) {
    const each = drawn[at];
    if (each === undefined) continue;
    const whole = (edges[2 * at + 1] ?? 0) - (edges[2 * at] ?? 0);
    // The bar clips at its end, so the least length must fit before it.
    const from = px(Math.min(edges[2 * at] ?? 0, width - MIN_PX));
    const isEmpty = counts[at] === 0 && whole < MIN_PX / 2;
    drawSegment(each, from, isEmpty ? 0 : px(Math.max(MIN_PX, whole - gapOf(whole))), width);
    drawMark(each, bar, at, bar.markedAt(at, nowMs));
  }
}

function drawSegment(drawn: DrawnSegment, from: number, length: number, width: number): void {
  const { segment, fill } = drawn;
  if (drawn.from !== from) segment.style.transform = `translateX(${from}px)`;
  if (drawn.length !== length || drawn.width !== width) fill.style.transform = `translateX(${length - width}px)`;
  if (drawn.length !== length && (drawn.length === 0 || length === 0 || Number.isNaN(drawn.length)))
    segment.style.visibility = length === 0 ? "hidden" : "";
  drawn.from = from;
  drawn.length = length;
  drawn.width = width;
}

/** Marks the last gained or lost nodes of a segment. Nodes go from left to right: they enter at its left end and
 *  leave at its right. */
function drawMark(drawn: DrawnSegment, { shape }: MovingBar, segment: number, change: number): void {
  if (change === 0 && drawn.markLength === 0) return;
  const length = change === 0 ? 0 : px(Math.max(MIN_MARK_PX, Math.abs(change) * shape.pxPerCount));
  const at = shape.edges[change > 0 ? 2 * segment : 2 * segment + 1] ?? 0;
  const from = px(Math.min(at, shape.width - length));
  if (drawn.markFrom === from && drawn.markLength === length) return;
  if ((drawn.markLength === 0) !== (length === 0)) drawn.mark.toggleAttribute("data-changed", length !== 0);
  if (length !== 0) drawn.mark.style.transform = `translateX(${from}px) scaleX(${length})`;
  drawn.markFrom = from;
  drawn.markLength = length;
}
