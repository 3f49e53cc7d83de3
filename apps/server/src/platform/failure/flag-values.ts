import { UsageError } from "./usage-error.ts";

/** Returns an object with the key, or an empty one if the value is undefined, for exact optional properties. */
export const optionalEntry = <Key extends string, Value>(key: Key, value: Value | undefined): { readonly [K in Key]?: Value } =>
  (value === undefined ? {} : { [key]: value }) as { readonly [K in Key]?: Value };

/** Parses a number in a range. Throws UsageError. */
export function numberOf(name: string, text: string, from: number, to: number, isWhole: boolean): number {
  const value = Number(text);
  if (!/^\d{1,15}(\.\d{1,9})?$/.test(text) || value < from || value > to || (isWhole && !Number.isInteger(value)))
    throw new UsageError(`--${name} is ${isWhole ? "a whole number" : "a number"} from ${from} to ${to}: "${text}" is not.`);
  return value;
}

/**
 * Parses kubectl's durations without fractions: `30s`, `1m30s`, `500ms`, `0`, and also days as `7d`. A number alone is
 * seconds. `such`: examples for the message. Throws UsageError.
 */
export function parseDurationMs(name: string, text: string, such = "30s or 2m, or 0 for none"): number {
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const units: Readonly<Record<string, number>> = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000, ms: 1 };
  const parts = [...text.matchAll(/(\d{1,9})(d|h|ms|m|s)/g)];
  if (parts.length === 0 || parts.map((part) => part[0]).join("") !== text)
    throw new UsageError(`--${name} is a time such as ${such}: "${text}" is not.`);
  return parts.reduce((sum, part) => sum + Number(part[1]) * (units[part[2] ?? ""] ?? 0), 0);
}
