import { pairs, scaleTime } from "d3";
import { dayOf, momentText } from "../../words/i18n/time-of-day.ts";

/** Returns round times of the user's clock between two moments, at least `roomPx` apart on an axis of `width` CSS
 *  pixels. */
export function timeTicks(fromMs: number, toMs: number, width: number, roomPx: number): readonly Date[] {
  const scale = scaleTime([fromMs, toMs], [0, width]);
  // The scale treats the count as a hint, so the loop requests fewer ticks until they fit.
  for (let most = Math.max(1, Math.floor(width / roomPx)); most > 1; most--) {
    const ticks = scale.ticks(most);
    // Not all steps are equal: the first of a month may follow the 31st.
    if (pairs(ticks).every(([tick, next]) => scale(next) - scale(tick) >= roomPx)) return ticks;
  }
  return scale.ticks(1).slice(0, 1);
}

/** Returns the texts of ticks: times with seconds if one of them needs them. The first tick of a day names the day
 *  unless it is today. */
export function timeTexts(ticks: readonly Date[], todayMs: number): (tick: Date) => string {
  const hasSeconds = ticks.some((tick) => tick.getSeconds() !== 0);
  const texts = new Map(
    ticks.map((tick, at) => {
      const atMs = tick.getTime();
      const beforeMs = ticks[at - 1]?.getTime();
      const isNamed = beforeMs !== undefined && dayOf(beforeMs) === dayOf(atMs);
      return [atMs, momentText(atMs, isNamed ? atMs : todayMs, hasSeconds)] as const;
    }),
  );
  return (tick) => texts.get(tick.getTime()) ?? "";
}
