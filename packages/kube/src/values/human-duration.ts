const SECOND = 1;
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const twoUnits = (big: number, bigUnit: string, small: number, smallUnit: string): string =>
  small === 0 ? `${big}${bigUnit}` : `${big}${bigUnit}${small}${smallUnit}`;

/** Formats an age as kubectl prints it in AGE columns: `95s`, `5m30s`, `170m`, `5h20m`, `31h`, `3d4h`, `400d`,
 *  `2y30d`, `9y`.
 *  Source: apimachinery pkg/util/duration, HumanDuration. */
export function humanDuration(ms: number): string {
  const seconds = Math.trunc(ms / 1000);
  if (!Number.isFinite(ms) || seconds < -1) return "<invalid>";
  if (seconds < 0) return "0s";
  if (seconds < 2 * MINUTE) return `${seconds}s`;
  const minutes = Math.trunc(seconds / MINUTE);
  if (minutes < 10) return twoUnits(minutes, "m", Math.trunc((seconds % MINUTE) / SECOND), "s");
  if (minutes < 3 * 60) return `${minutes}m`;
  const hours = Math.trunc(seconds / HOUR);
  if (hours < 8) return twoUnits(hours, "h", minutes % 60, "m");
  if (hours < 48) return `${hours}h`;
  const days = Math.trunc(seconds / DAY);
  if (hours < 24 * 8) return twoUnits(days, "d", hours % 24, "h");
  if (hours < 24 * 365 * 2) return `${days}d`;
  const years = Math.trunc(days / 365);
  if (hours < 24 * 365 * 8) return twoUnits(years, "y", days % 365, "d");
  return `${years}y`;
}

/** Formats an elapsed or remaining time as kubectl formats ages. Never negative, because two clocks may differ. */
export const ageText = (ms: number): string => humanDuration(Math.max(0, ms));
