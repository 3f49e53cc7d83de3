/**
 * Returns whole seconds until `untilMs`. While the page receives no data, it shows the time of its oldest source. That
 * time can precede a wait that a newer source reported, so the result never exceeds the whole wait `wholeMs`.
 */
export const secondsLeft = (untilMs: number, nowMs: number, wholeMs = Number.POSITIVE_INFINITY): number =>
  Math.ceil(Math.max(0, Math.min(untilMs - nowMs, wholeMs)) / 1000);
