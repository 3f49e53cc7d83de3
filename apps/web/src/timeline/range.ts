/** Which part of time the timeline draws: all that is kept, the last so many milliseconds, or from one moment to another. */
export type Zoom =
  | { readonly kind: "all" }
  | { readonly kind: "last"; readonly spanMs: number }
  | { readonly kind: "fixed"; readonly fromMs: number; readonly toMs: number };

export interface Range {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Shorter is never drawn. */
const LEAST_SPAN_MS = 60_000;

/** What a zoom draws now. `kept`: from when to now. */
export function rangeOf(zoom: Zoom, kept: Range): Range {
  switch (zoom.kind) {
    case "all":
      // Shortly after the beginning the rest is still to come: what is drawn stays where it is.
      return { fromMs: kept.fromMs, toMs: Math.max(kept.toMs, kept.fromMs + LEAST_SPAN_MS) };
    case "last":
      return { fromMs: kept.toMs - zoom.spanMs, toMs: kept.toMs };
    case "fixed":
      return zoom;
  }
}

/** The same with a moment in it: moved by as little as that takes. */
export function withMomentIn(range: Range, atMs: number): Range {
  const spanMs = range.toMs - range.fromMs;
  if (atMs < range.fromMs) return { fromMs: atMs, toMs: atMs + spanMs };
  return atMs > range.toMs ? { fromMs: atMs - spanMs, toMs: atMs } : range;
}

/** What of a range one file can hold. */
export interface SavedRange extends Range {
  /** Nobody watched right before. */
  readonly isAfterGap: boolean;
}

/** What was kept of a range, since the last time when nobody watched. */
export function savedRange({ fromMs, toMs }: Range, kept: Range, gaps: readonly Range[]): SavedRange {
  const endMs = Math.min(toMs, kept.toMs);
  const beginMs = Math.max(fromMs, kept.fromMs);
  const gap = gaps.findLast((each) => each.toMs <= endMs && each.toMs > beginMs);
  return { fromMs: gap?.toMs ?? beginMs, toMs: endMs, isAfterGap: gap !== undefined };
}

/** A range that is `factor` as long, in which `aroundMs` stays in its place. One that reaches to now goes on with it. */
export function zoomed({ fromMs, toMs }: Range, factor: number, aroundMs: number, kept: Range): Zoom {
  const mostMs = Math.max(kept.toMs - kept.fromMs, LEAST_SPAN_MS);
  const spanMs = Math.max(LEAST_SPAN_MS, (toMs - fromMs) * factor);
  if (spanMs >= mostMs) return { kind: "all" };
  const share = (aroundMs - fromMs) / (toMs - fromMs);
  return placed(aroundMs - share * spanMs, spanMs, kept);
}

/** A range moved by so much, as far as there is something. */
export function moved({ fromMs, toMs }: Range, byMs: number, kept: Range): Zoom {
  return placed(fromMs + byMs, toMs - fromMs, kept);
}

function placed(fromMs: number, spanMs: number, kept: Range): Zoom {
  const from = Math.max(kept.fromMs, fromMs);
  return from + spanMs >= kept.toMs ? { kind: "last", spanMs } : { kind: "fixed", fromMs: from, toMs: from + spanMs };
}
