const two = (part: number): string => String(part).padStart(2, "0");
const MINUTE = 60_000;
const DAY = 86_400_000;

/** How moments of an axis of such a length are written: with seconds on a short one, with the date on one of more than a day. As the reader's clock has them. */
export function axisTime(spanMs: number): (atMs: number) => string {
  return (atMs) => {
    const date = new Date(atMs);
    const day = `${two(date.getMonth() + 1)}-${two(date.getDate())}`;
    const clock = `${two(date.getHours())}:${two(date.getMinutes())}`;
    if (spanMs > 4 * DAY) return day;
    if (spanMs > DAY) return `${day} ${clock}`;
    return spanMs <= 5 * MINUTE ? `${clock}:${two(date.getSeconds())}` : clock;
  };
}
