/**
 * Formats a duration as Go does: `40s`, `1m20s`, `5m0s`, `15.048s`. Takes whole milliseconds from 0. Source:
 * time.Duration.String.
 */
export function goDuration(ms: number): string {
  if (ms > 0 && ms < 1000) return `${ms}ms`;
  const hours = Math.floor(ms / 3_600_000);
  const minutes = Math.floor(ms / 60_000) % 60;
  const seconds = `${(ms % 60_000) / 1000}s`;
  if (hours > 0) return `${hours}h${minutes}m${seconds}`;
  return minutes > 0 ? `${minutes}m${seconds}` : seconds;
}
