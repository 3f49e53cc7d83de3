import { pairs, scaleTime } from "d3";
import { momentText } from "../../words/i18n/time-of-day.ts";

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

/** Returns the texts of ticks: times with seconds if one of them needs them. A text has the date if its day is not
 *  that of the tick before, or of `todayMs` for the first. */
export function timeTexts(ticks: readonly Date[], todayMs: number): (tick: Date) => string {
  const hasSeconds = ticks.some((tick) => tick.getSeconds() !== 0);
  const texts = new Map(
    ticks.map((tick, at) => [tick.getTime(), momentText(tick.getTime(), ticks[at - 1]?.getTime() ?? todayMs, hasSeconds)] as const),
  );
  return (tick) => texts.get(tick.getTime()) ?? "";
}
