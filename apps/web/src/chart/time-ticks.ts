import { pairs, scaleTime } from "d3";

/** Round times of the reader's clock between two moments, at least `roomPx` apart on an axis of `width` CSS pixels. */
export function timeTicks(fromMs: number, toMs: number, width: number, roomPx: number): readonly Date[] {
  const scale = scaleTime([fromMs, toMs], [0, width]);
  // The scale takes the number as a wish: fewer are asked for until they have room.
  for (let most = Math.max(1, Math.floor(width / roomPx)); most > 1; most--) {
    const ticks = scale.ticks(most);
    // Not all steps are equal: the first of a month may follow the 31st.
    if (pairs(ticks).every(([tick, next]) => scale(next) - scale(tick) >= roomPx)) return ticks;
  }
  return scale.ticks(1).slice(0, 1);
}
