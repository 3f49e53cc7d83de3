import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";

/** The time in which a revision was current, as shares of the time since the first one. */
interface RevisionSpan {
  readonly revision: number;
  readonly from: number;
  readonly to: number;
  /** Time since its start. */
  readonly ageMs: number;
  readonly isCurrent: boolean;
}

/** More revisions do not fit in the height of the stage. */
const MAX_SPANS = 4;

/** Shares of the width that the age of a start and the word at the end of the axis need. */
const AGE_WIDTH = 0.12;
const END_WIDTH = 0.2;

/** Returns the spans whose start has room for its age on the axis, the oldest first. */
export function spansWithAge(spans: readonly RevisionSpan[]): readonly RevisionSpan[] {
  const shown: RevisionSpan[] = [];
  for (const span of spans.toReversed())
    if (span.from <= 1 - END_WIDTH && span.from >= (shown.at(-1)?.from ?? -1) + AGE_WIDTH) shown.push(span);
  return shown;
}

/** Returns the newest revisions and when each was current, the newest first. A revision that returned has only its new
 *  number. Its first time then counts as that of the revision before it. */
export function revisionSpans(
  { revisions, revisionSinceMs }: Pick<DaemonSetRecord, "revisions" | "revisionSinceMs">,
  nowMs: number,
): readonly RevisionSpan[] {
  const spans: { revision: number; fromMs: number; toMs: number; isCurrent: boolean }[] = [];
  let toMs = nowMs;
  for (const { revision, createdAtMs, current, start } of revisions.toSorted((a, b) => b.revision - a.revision)) {
    const fromMs = (current ? revisionSinceMs : start?.returnedAtMs) ?? createdAtMs;
    if (fromMs >= toMs || spans.length === MAX_SPANS) continue;
    spans.push({ revision, fromMs, toMs, isCurrent: current });
    toMs = fromMs;
  }
  const startMs = spans.at(-1)?.fromMs ?? nowMs;
  const share = (atMs: number) => (atMs - startMs) / Math.max(1, nowMs - startMs);
  return spans.map((span) => ({
    revision: span.revision,
    from: share(span.fromMs),
    to: share(span.toMs),
    ageMs: nowMs - span.fromMs,
    isCurrent: span.isCurrent,
  }));
}
