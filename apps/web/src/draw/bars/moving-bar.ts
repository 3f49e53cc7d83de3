import { easeCubicOut, interpolateNumberArray } from "d3";

/** Positions and counts of the segments of a bar. Segments have the same order in all shapes of a bar. */
export interface BarShape {
  /** Start and end of each segment, CSS pixels from the left of the bar, ascending. An empty segment has equal
   *  edges. */
  readonly edges: readonly number[];
  /** The count of each segment. */
  readonly counts: readonly number[];
  /** Width of the whole bar, CSS pixels. */
  readonly width: number;
  /** CSS pixels per counted node. */
  readonly pxPerCount: number;
}

/** The transition to a new shape. `glide`: the bar moves, and the changed segments are marked. `swap`: it changes
 *  at once, with the marks. `jump`: it changes at once without marks, because the shapes are not consecutive in
 *  time. */
export type BarChange = "glide" | "swap" | "jump";

/** Durations of a move, and (`MARK_MS`) of the mark on a changed segment. */
export const MOVE_MS = 240;
export const MARK_MS = 1000;

const BEFORE_ANY_TIME = Number.NEGATIVE_INFINITY;

interface Change {
  readonly atMs: number;
  readonly by: number;
}

const UNCHANGED: Change = { atMs: BEFORE_ANY_TIME, by: 0 };

/** The edges of a bar over time. Invariants: a new shape starts from the drawn edges; after MOVE_MS the edges are
 *  those of the shape; edges stay ascending. */
export class MovingBar {
  #shape: BarShape;
  #startedMs = BEFORE_ANY_TIME;
  #edgesAt: (progress: number) => ArrayLike<number>;
  /** The last change of each segment. */
  #changes: readonly Change[];

  constructor(shape: BarShape) {
    this.#shape = shape;
    this.#edgesAt = () => shape.edges;
    this.#changes = shape.counts.map(() => UNCHANGED);
  }

  /** Takes a new shape; returns false if it equals the current one and is no jump. A new width is a resize, which
   *  never moves. */
  show(shape: BarShape, change: BarChange, nowMs: number): boolean {
    const before = this.#shape;
    if (change !== "jump" && isEqual(before, shape)) return false;
    const isResized = before.width !== shape.width || before.edges.length !== shape.edges.length;
    const drawn = change === "glide" && !isResized ? Float64Array.from(this.edgesAt(nowMs)) : undefined;
    this.#shape = shape;
    this.#startedMs = drawn === undefined ? BEFORE_ANY_TIME : nowMs;
    this.#edgesAt = drawn === undefined ? () => shape.edges : interpolateNumberArray(drawn, Float64Array.from(shape.edges));
    this.#changes = shape.counts.map((count, segment) => {
      const by = count - (before.counts[segment] ?? count);
      if (change === "jump") return UNCHANGED;
      return by === 0 ? (this.#changes[segment] ?? UNCHANGED) : { atMs: nowMs, by };
    });
    return true;
  }

  /** The target shape. */
  get shape(): BarShape {
    return this.#shape;
  }

  /** Valid until the next call: a move writes all its edges into one array. */
  edgesAt(nowMs: number): ArrayLike<number> {
    return this.#edgesAt(easeCubicOut(Math.min(1, Math.max(0, (nowMs - this.#startedMs) / MOVE_MS))));
  }

  isMovingAt(nowMs: number): boolean {
    return nowMs - this.#startedMs < MOVE_MS;
  }

  /** Returns the last change of the segment while its mark lasts; then 0. */
  markedAt(segment: number, nowMs: number): number {
    const { atMs, by } = this.#changes[segment] ?? UNCHANGED;
    return nowMs - atMs < MARK_MS ? by : 0;
  }

  /** Returns the end of the next mark; undefined if nothing is marked. */
  nextMarkEndMs(nowMs: number): number | undefined {
    const ends = this.#changes.map(({ atMs }) => atMs + MARK_MS).filter((endMs) => endMs > nowMs);
    return ends.length === 0 ? undefined : Math.min(...ends);
  }
}

const isEqual = (a: BarShape, b: BarShape): boolean => a.width === b.width && areEqual(a.edges, b.edges) && areEqual(a.counts, b.counts);

const areEqual = (a: readonly number[], b: readonly number[]): boolean => a.length === b.length && a.every((each, at) => each === b[at]);
