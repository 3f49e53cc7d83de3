/** Returns the minutes east of UTC at a moment. */
export type ZoneOffset = (atMs: number) => number;

/** The zone of the user's machine. */
export const LOCAL_ZONE: ZoneOffset = (atMs) => -new Date(atMs).getTimezoneOffset();
export const UTC: ZoneOffset = () => 0;

const MINUTE_MS = 60_000;

const twoDigits = (value: number): string => String(value).padStart(2, "0");

/** Returns `+08:00`; `Z` without an offset. */
function offsetText(minutes: number): string {
  if (minutes === 0) return "Z";
  const size = Math.abs(minutes);
  return `${minutes < 0 ? "-" : "+"}${twoDigits(Math.trunc(size / 60))}:${twoDigits(size % 60)}`;
}

/** Returns RFC 3339 in a zone, in whole seconds: `2026-01-31T02:14:05+08:00`. */
export function timeInZone(atMs: number, zone: ZoneOffset): string {
  const minutes = zone(atMs);
  return `${new Date(atMs + minutes * MINUTE_MS).toISOString().slice(0, 19)}${offsetText(minutes)}`;
}

/** Returns the moment at which the clocks of a zone show the time that `wallMs` is in UTC. */
export function momentInZone(wallMs: number, zone: ZoneOffset): number {
  const guess = wallMs - zone(wallMs) * MINUTE_MS;
  return wallMs - zone(guess) * MINUTE_MS;
}
