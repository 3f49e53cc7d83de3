/** The part of time that the timeline draws: the recent history, the whole one, the last `spanMs` milliseconds, or from
 *  one moment to another. */
export type Zoom =
  | { readonly kind: "recent" }
  | { readonly kind: "all" }
  | { readonly kind: "last"; readonly spanMs: number }
  | { readonly kind: "fixed"; readonly fromMs: number; readonly toMs: number };

export interface Range {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Least drawn span. */
const MIN_SPAN_MS = 60_000;

/** Spans that a user can choose. */
const SPANS_MS: readonly number[] = [1, 2, 5, 10, 30, 120, 720].map((minutes) => minutes * 60_000);
/** Longest span of the recent history. */
const RECENT_MS = 30 * 60_000;

/** Returns the spans to choose from: those that are not longer than needed for the history. */
export function spansOf({ fromMs, toMs }: Range): readonly number[] {
  const needed = SPANS_MS.findIndex((spanMs) => spanMs >= toMs - fromMs);
  return needed === -1 ? SPANS_MS : SPANS_MS.slice(0, needed + 1);
}

/** Returns the span of the recent history: the shortest choice that shows all of it, at most RECENT_MS. */
const recentSpan = (kept: Range): number => Math.min(spansOf(kept).at(-1) ?? RECENT_MS, RECENT_MS);

/** Returns the range that a zoom draws now. `kept`: from the start of the history to now. */
export function rangeOf(zoom: Zoom, kept: Range): Range {
  switch (zoom.kind) {
    case "recent":
      return { fromMs: kept.toMs - recentSpan(kept), toMs: kept.toMs };
    case "all":
      // While the history is shorter than MIN_SPAN_MS, the rest is empty. Otherwise each new sample would rescale the
      // drawing.
      return { fromMs: kept.fromMs, toMs: Math.max(kept.toMs, kept.fromMs + MIN_SPAN_MS) };
    case "last":
      return { fromMs: kept.toMs - zoom.spanMs, toMs: kept.toMs };
    case "fixed":
      return zoom;
  }
}

/** Returns the range moved by the least distance that includes a moment. */
export function withMomentIn(range: Range, atMs: number): Range {
  const spanMs = range.toMs - range.fromMs;
  if (atMs < range.fromMs) return { fromMs: atMs, toMs: atMs + spanMs };
  return atMs > range.toMs ? { fromMs: atMs - spanMs, toMs: atMs } : range;
}

/** The part of a range that one file can hold. */
export interface SavedRange extends Range {
  /** A time without a watch precedes it. */
  readonly isAfterGap: boolean;
}

/** Returns the kept part of a range, since the last time without a watch. */
export function savedRange({ fromMs, toMs }: Range, kept: Range, gaps: readonly Range[]): SavedRange {
  const endMs = Math.min(toMs, kept.toMs);
  const beginMs = Math.max(fromMs, kept.fromMs);
  const gap = gaps.findLast((each) => each.toMs <= endMs && each.toMs > beginMs);
  return { fromMs: gap?.toMs ?? beginMs, toMs: endMs, isAfterGap: gap !== undefined };
}

/** Returns a range that is `factor` as long and keeps `aroundMs` in place. A range that reaches now follows now. */
export function zoomed({ fromMs, toMs }: Range, factor: number, aroundMs: number, kept: Range): Zoom {
  const maxSpanMs = Math.max(kept.toMs - kept.fromMs, MIN_SPAN_MS);
  const spanMs = Math.max(MIN_SPAN_MS, (toMs - fromMs) * factor);
  if (spanMs >= maxSpanMs) return { kind: "all" };
  const share = (aroundMs - fromMs) / (toMs - fromMs);
  return placed(aroundMs - share * spanMs, spanMs, kept);
}

/** Returns a range moved by a time, within the kept history. */
export function moved({ fromMs, toMs }: Range, byMs: number, kept: Range): Zoom {
  return placed(fromMs + byMs, toMs - fromMs, kept);
}

function placed(fromMs: number, spanMs: number, kept: Range): Zoom {
  const from = Math.max(kept.fromMs, fromMs);
  return from + spanMs >= kept.toMs ? { kind: "last", spanMs } : { kind: "fixed", fromMs: from, toMs: from + spanMs };
}
