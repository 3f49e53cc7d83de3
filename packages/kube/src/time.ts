/** Milliseconds since the epoch of an API time; undefined for absent or unreadable text. */
export function timeMs(time: string | undefined): number | undefined {
  if (time === undefined) return undefined;
  const ms = Date.parse(time);
  return Number.isNaN(ms) ? undefined : ms;
}
