import { isLabelValue, isQualifiedName } from "@daemonscope/kube/label-syntax";
import type { FieldError } from "./failures.ts";
import { isJsonObject } from "./json.ts";

/** Violated rules in the words of the API server. Source: apimachinery pkg/util/validation/field/errors.go. */
export const invalidValue = (field: string, value: unknown, why: string): FieldError => ({
  field,
  reason: "FieldValueInvalid",
  message: `Invalid value: ${typeof value === "string" || typeof value === "number" ? JSON.stringify(value) : JSON.stringify(value ?? null)}: ${why}`,
});
export const required = (field: string, why = ""): FieldError => ({
  field,
  reason: "FieldValueRequired",
  message: `Required value${why === "" ? "" : `: ${why}`}`,
});

/** Of a map of labels. */
export function labelErrors(labels: unknown, field: string): readonly FieldError[] {
  const errors: FieldError[] = [];
  for (const [key, value] of Object.entries(isJsonObject(labels) ? labels : {})) {
    if (!isQualifiedName(key)) errors.push(invalidValue(field, key, "name part must consist of alphanumeric characters, '-', '_' or '.'"));
    if (typeof value !== "string" || !isLabelValue(value))
      errors.push(
        invalidValue(field, value, "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.'"),
      );
  }
  return errors;
}

export const notSupported = (field: string, value: unknown, supported: readonly string[]): FieldError => ({
  field,
  reason: "FieldValueNotSupported",
  message: `Unsupported value: ${JSON.stringify(value ?? "")}: supported values: ${supported.map((word) => JSON.stringify(word)).join(", ")}`,
});
