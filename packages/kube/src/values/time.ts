const digit = (time: string, at: number): number => time.charCodeAt(at) - 48;
const twoDigits = (time: string, at: number): number => {
  const tens = digit(time, at);
  const ones = digit(time, at + 1);
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
};

/** Parses the format of almost all Kubernetes times, `2026-01-31T23:59:59Z`; only MicroTime values differ. Returns
 *  NaN for any other text and for times that are left to Date.parse. */
function wholeSecondMs(time: string): number {
  if (
    time.length !== 20 ||
    time[4] !== "-" ||
    time[7] !== "-" ||
    time[10] !== "T" ||
    time[13] !== ":" ||
    time[16] !== ":" ||
    time[19] !== "Z"
  )
    return Number.NaN;
  const year = twoDigits(time, 0) * 100 + twoDigits(time, 2);
  const month = twoDigits(time, 5);
  const day = twoDigits(time, 8);
  const hour = twoDigits(time, 11);
  const minute = twoDigits(time, 14);
  const second = twoDigits(time, 17);
  // Date.parse handles days that this month may not have, and hour 24.
  const isDay = day >= 1 && (day <= 28 || (day <= 30 && month !== 2));
  if (!(year >= 1970 && month >= 1 && month <= 12 && isDay && hour < 24 && minute < 60 && second < 60)) return Number.NaN;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

const SLOTS = 1024;
/** Cache of parsed times. Equal texts repeat when many events arrive within a second. */
const recentTexts: (string | undefined)[] = new Array<string | undefined>(SLOTS).fill(undefined);
const recentTimes = new Float64Array(SLOTS);

/** Returns an API time in milliseconds since the epoch, or undefined for absent or invalid text. */
export function timeMs(time: string | undefined): number | undefined {
  if (time === undefined) return undefined;
  const slot = (time.charCodeAt(18) * 7 + time.charCodeAt(17) * 70 + time.charCodeAt(15) * 700) & (SLOTS - 1);
  if (recentTexts[slot] === time) return recentTimes[slot];
  const quick = wholeSecondMs(time);
  const ms = Number.isNaN(quick) ? Date.parse(time) : quick;
  if (Number.isNaN(ms)) return undefined;
  recentTexts[slot] = time;
  recentTimes[slot] = ms;
  return ms;
}

/** Returns a time in UTC as ISO 8601 text with milliseconds. */
export const isoTime = (ms: number): string => new Date(ms).toISOString();
