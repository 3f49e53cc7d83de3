import type { FieldError } from "../../objects/failures.ts";
import { invalidValue, negative } from "./field-errors.ts";

const INVALID_PERCENT_MESSAGE =
  "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')";

const percentOf = (value: unknown): number | undefined => {
  const digits = typeof value === "string" ? /^(\d+)%$/.exec(value)?.[1] : undefined;
  return digits === undefined ? undefined : Number(digits);
};

/** Returns the numeric part of an int-or-percent value: 5, "5" and "5%" give 5, and anything else gives 0. */
export function numericPart(value: unknown): number {
  if (typeof value === "number") return value;
  return percentOf(value) ?? (typeof value === "string" && /^[+-]?\d+$/.test(value) ? Number(value) : 0);
}

/**
 * Rejects a value that is neither a number of at least 0 nor a percentage. Source: pkg/apis/apps/validation,
 * ValidatePositiveIntOrPercent.
 */
export function intOrPercentErrors(value: unknown, field: string): readonly FieldError[] {
  if (typeof value === "number") return negative(value, field);
  return percentOf(value) === undefined ? [invalidValue(field, value, INVALID_PERCENT_MESSAGE)] : [];
}

/** Rejects a percentage over 100. Source: the same, IsNotMoreThan100Percent. */
export const overHundredErrors = (value: unknown, field: string): readonly FieldError[] =>
  (percentOf(value) ?? 0) > 100 ? [invalidValue(field, value, "must not be greater than 100%")] : [];
