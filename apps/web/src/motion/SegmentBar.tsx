import { useCallback, useRef } from "react";
import { classes } from "../theme/classes.ts";
import type { BarShape, MovingBar } from "./moving-bar.ts";
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
  /** In the order of the bar's edges. */
  readonly segments: readonly BarSegment[];
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
  readonly className?: string | undefined;
}

/** Least length of a segment that is not empty, CSS pixels. */
const LEAST_PX = 1;
/** Least length of a mark: one node of thousands is marked, too. */
const LEAST_MARK_PX = 6;

/** What is drawn of a segment, CSS pixels. */
interface Drawn {
  readonly from: number;
  readonly length: number;
  readonly width: number;
  /** The changed part: undefined once it is no longer marked. */
  readonly mark: Span | undefined;
}

interface Span {
  readonly from: number;
  readonly length: number;
}

/** A hundredth of a pixel is exact enough, and a short style. */
const px = (value: number): number => Math.round(value * 100) / 100;

/** A bar of segments to scale. A segment is a window that moves over its fill: patterns and edges keep their size while it grows, and no
 *  frame touches the layout. The changed part of a segment is underlined. */
export function SegmentBar({ bar, segments, width, height, className }: SegmentBarProps) {
  const root = useRef<HTMLDivElement>(null);
  const drawn = useRef<Drawn[]>([]);
  const draw = useCallback((shown: MovingBar, nowMs: number) => drawSegments(root.current, drawn.current, shown, nowMs), []);
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

/** Between segments is one pixel, unless one is too short for it. */
const gapOf = (length: number): number => Math.min(1, Math.max(0, length - 2));

/** Where the nodes are that a segment won or lost last. Nodes go from left to right: they come in at its left end and leave at its right. */
function markOf({ shape, markedAt }: MarkedBar, segment: number): Span | undefined {
  if (markedAt === 0) return undefined;
  const length = Math.max(LEAST_MARK_PX, Math.abs(markedAt) * shape.pxPerCount);
  const at = shape.edges[markedAt > 0 ? 2 * segment : 2 * segment + 1] ?? 0;
  return { from: px(Math.min(at, shape.width - length)), length: px(length) };
}

interface MarkedBar {
  readonly shape: BarShape;
  readonly markedAt: number;
}

function drawSegments(root: HTMLElement | null, drawn: Drawn[], bar: MovingBar, nowMs: number): void {
  if (root === null) return;
  const edges = bar.edgesAt(nowMs);
  const { shape } = bar;
  const { length } = shape.counts;
  for (let at = 0; at < length; at++) {
    const from = px(edges[2 * at] ?? 0);
    const whole = (edges[2 * at + 1] ?? 0) - from;
    const isEmpty = shape.counts[at] === 0 && whole < LEAST_PX / 2;
    const next: Drawn = {
      from,
      length: isEmpty ? 0 : px(Math.max(LEAST_PX, whole - gapOf(whole))),
      width: shape.width,
      mark: markOf({ shape, markedAt: bar.markedAt(at, nowMs) }, at),
    };
    const [segment, mark] = [root.children[at], root.children[length + at]];
    if (segment instanceof HTMLElement) drawSegment(segment, drawn[at], next);
    if (mark instanceof HTMLElement) drawMark(mark, drawn[at]?.mark, next.mark);
    drawn[at] = next;
  }
}

/** Writes what differs from what was drawn last. */
function drawSegment(segment: HTMLElement, last: Drawn | undefined, { from, length, width }: Drawn): void {
  const isSameLength = last?.length === length && last.width === width;
  if (last === undefined || (last.length === 0) !== (length === 0)) segment.style.visibility = length === 0 ? "hidden" : "";
  if (last?.from !== from) segment.style.transform = `translateX(${from}px)`;
  const fill = segment.firstElementChild?.firstElementChild;
  if (!isSameLength && fill instanceof SVGElement) fill.style.transform = `translateX(${length - width}px)`;
}

function drawMark(mark: HTMLElement, last: Span | undefined, next: Span | undefined): void {
  if (last?.from === next?.from && last?.length === next?.length) return;
  mark.toggleAttribute("data-changed", next !== undefined);
  if (next !== undefined) mark.style.transform = `translateX(${next.from}px) scaleX(${next.length})`;
}
