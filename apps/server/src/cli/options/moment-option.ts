import { assertNever } from "@daemonscope/kube/base/assert-never";
import { isoTime } from "@daemonscope/kube/values/time";
import { parseTime } from "@daemonscope/shared/http/moment";
import { UsageError } from "../../platform/failure/usage-error.ts";
import { LOCAL_ZONE, momentInZone, UTC, type ZoneOffset } from "../../platform/text/local-time.ts";

/** A moment as the user typed it, and the zone of the answer's times. */
export type TypedMoment = { readonly zone: ZoneOffset } & (
  | { readonly kind: "time"; readonly atMs: number }
  /** A time of day: the last one that is covered. */
  | { readonly kind: "timeOfDay"; readonly sinceMidnightMs: number }
  | { readonly kind: "beforeEnd"; readonly ms: number }
);

const DAY_MS = 86_400_000;
const UNITS_MS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: DAY_MS };

const PARTS = /(\d{1,9})\s*(d|h|m|s)/g;
const AGE = /^-?((?:\d{1,9}\s*[dhms]\s*)+?)(?:\s+ago)?$/;
/** A time, after a date that is optional, and before a zone that is optional. */
const WALL = /^(?:(\d{4}-\d\d-\d\d)[Tt ])?(\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?\s*([Zz]|[+-]\d\d:?\d\d)?$/;

/** The largest offsets that exist are +14:00 and -12:00. */
const MAX_OFFSET_MINUTES = 14 * 60;

/** Returns the zone of `Z` or `+08:00`; the local one without text; undefined for a zone that does not exist. */
function zoneOf(text: string | undefined, local: ZoneOffset): ZoneOffset | undefined {
  if (text === undefined) return local;
  if (text === "Z" || text === "z") return UTC;
  const minutes = Number(text.slice(1, 3)) * 60 + Number(text.slice(-2));
  if (Number(text.slice(-2)) >= 60 || minutes > MAX_OFFSET_MINUTES) return undefined;
  return () => (text.startsWith("-") ? -minutes : minutes);
}

/** Returns the milliseconds of `30m`, `-30m`, `1h30m` or `5m ago`; undefined for another text. */
function ageMs(text: string): number | undefined {
  const [, amount] = AGE.exec(text) ?? [];
  if (amount === undefined) return undefined;
  return [...amount.matchAll(PARTS)].reduce((sum, [, count, unit = ""]) => sum + Number(count) * (UNITS_MS[unit] ?? 0), 0);
}

function wallTime(text: string, local: ZoneOffset): TypedMoment | undefined {
  const [, date, hours, minutes, seconds = "00", zoneText] = WALL.exec(text) ?? [];
  if (hours === undefined || minutes === undefined) return undefined;
  const zone = zoneOf(zoneText, local);
  const wall = `${date ?? "1970-01-01"}T${hours}:${minutes}:${seconds}`;
  const wallMs = Date.parse(`${wall}Z`);
  // Date.parse continues with the next day after 24:00 and after the 31st of February.
  if (zone === undefined || Number.isNaN(wallMs) || !isoTime(wallMs).startsWith(wall)) return undefined;
  return date === undefined
    ? { kind: "timeOfDay", sinceMidnightMs: wallMs, zone }
    : { kind: "time", atMs: momentInZone(wallMs, zone), zone };
}

/** Parses the value of a flag for a moment. Throws UsageError. */
export function parseMoment(flag: string, typed: string, local: ZoneOffset = LOCAL_ZONE): TypedMoment {
  const text = typed.trim();
  const age = ageMs(text);
  if (age !== undefined) return { kind: "beforeEnd", ms: age, zone: local };
  const exactMs = parseTime(text);
  const wall = wallTime(text, local);
  const isReal = wall !== undefined || !WALL.test(text);
  if (exactMs !== undefined && isReal) return { kind: "time", atMs: exactMs, zone: wall?.zone ?? UTC };
  if (wall !== undefined) return wall;
  throw new UsageError(`invalid --${flag} "${typed}": use a time (2026-01-31T12:00:00Z, 2026-01-31 12:00, 02:14) or an age (30m)`);
}

/** Returns a typed moment of a log that ends at `endMs`. */
export function momentOf(moment: TypedMoment, endMs: number): number {
  switch (moment.kind) {
    case "time":
      return moment.atMs;
    case "beforeEnd":
      return endMs - moment.ms;
    case "timeOfDay": {
      const { sinceMidnightMs, zone } = moment;
      const endWallMs = endMs + zone(endMs) * 60_000;
      const midnightMs = endWallMs - (((endWallMs % DAY_MS) + DAY_MS) % DAY_MS);
      const todayMs = momentInZone(midnightMs + sinceMidnightMs, zone);
      return todayMs <= endMs ? todayMs : momentInZone(midnightMs - DAY_MS + sinceMidnightMs, zone);
    }
    default:
      return assertNever(moment);
  }
}
