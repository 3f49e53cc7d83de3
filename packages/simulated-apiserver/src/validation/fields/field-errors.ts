import type { FieldError } from "../../objects/failures.ts";
import { equalJson, isJsonObject } from "../../objects/json.ts";
import { labelKeyProblems, labelValueProblems } from "./label-problems.ts";

/** Writes JSON as Go does, with markup characters escaped. */
const goJson = (value: unknown): string =>
  JSON.stringify(value ?? null).replace(/[<>&]/g, (mark) => `\\u00${mark.charCodeAt(0).toString(16)}`);

/**
 * Errors for violated rules, in the words of the API server. Source: apimachinery pkg/util/validation/field/errors.go.
 */
export const invalidValue = (field: string, value: unknown, why: string): FieldError => ({
  field,
  reason: "FieldValueInvalid",
  message: `Invalid value: ${typeof value === "string" ? JSON.stringify(value) : goJson(value)}: ${why}`,
});
export const required = (field: string, why = ""): FieldError => ({
  field,
  reason: "FieldValueRequired",
  message: `Required value${why === "" ? "" : `: ${why}`}`,
});

export const forbiddenValue = (field: string, why: string): FieldError => ({
  field,
  reason: "FieldValueForbidden",
  message: `Forbidden: ${why}`,
});
export const duplicateValue = (field: string, value: unknown, why = ""): FieldError => ({
  field,
  reason: "FieldValueDuplicate",
  message: `Duplicate value: ${JSON.stringify(value)}${why === "" ? "" : `: ${why}`}`,
});
export const tooLong = (field: string, bytes: number): FieldError => ({
  field,
  reason: "FieldValueTooLong",
  message: `Too long: may not be more than ${bytes} bytes`,
});
export const tooMany = (field: string, count: number, most: number): FieldError => ({
  field,
  reason: "FieldValueTooMany",
  message: `Too many: ${count}: must have at most ${most} items`,
});

export const notFoundValue = (field: string, value: unknown, why = ""): FieldError => ({
  field,
  reason: "FieldValueNotFound",
  message: `Not found: ${JSON.stringify(value)}${why === "" ? "" : `: ${why}`}`,
});

/** Returns one error for each problem of a text. */
export const eachProblem = (field: string, value: unknown, problems: readonly string[]): readonly FieldError[] =>
  problems.map((why) => invalidValue(field, value, why));

/** Rejects a number below 0; an absent one is valid. */
export const negative = (value: unknown, field: string): readonly FieldError[] =>
  typeof value === "number" && value < 0 ? [invalidValue(field, value, "must be greater than or equal to 0")] : [];

/** Rejects a number outside a range; an absent one is valid. */
export const rangeErrors = (value: unknown, least: number, most: number, field: string): readonly FieldError[] =>
  typeof value === "number" && (value < least || value > most)
    ? [invalidValue(field, value, `must be between ${least} and ${most}, inclusive`)]
    : [];

/** Rejects a changed value. */
export const changed = (field: string, value: unknown, before: unknown): readonly FieldError[] =>
  equalJson(value ?? null, before ?? null) ? [] : [invalidValue(field, value, "field is immutable")];

/** Returns the errors of a label key. A value that is not a text counts as empty. */
export const labelKeyErrors = (key: unknown, field: string): readonly FieldError[] =>
  labelKeyProblems(typeof key === "string" ? key : "").map((why) => invalidValue(field, key ?? "", why));

/** Returns the errors of a label value; an absent one counts as empty. */
export const labelValueErrors = (value: unknown, field: string): readonly FieldError[] =>
  (typeof value === "string" || value === undefined || value === null ? labelValueProblems(value ?? "") : ["must be a string"]).map((why) =>
    invalidValue(field, value, why),
  );

/** Returns the errors of a taint's or toleration's value. All problems are joined into one error. */
export function taintValueErrors(value: unknown, field: string): readonly FieldError[] {
  const problems = typeof value === "string" ? labelValueProblems(value) : [];
  return problems.length === 0 ? [] : [invalidValue(field, value, problems.join(";"))];
}

/** Returns the errors of a map of labels. */
export function labelErrors(labels: unknown, field: string): readonly FieldError[] {
  return Object.entries(isJsonObject(labels) ? labels : {}).flatMap(([key, value]) => [
    ...labelKeyErrors(key, field),
    ...labelValueErrors(value, field),
  ]);
}

export const notSupported = (field: string, value: unknown, supported: readonly string[]): FieldError => ({
  field,
  reason: "FieldValueNotSupported",
  message: `Unsupported value: ${goJson(value ?? "")}: supported values: ${supported.map((word) => JSON.stringify(word)).join(", ")}`,
});
