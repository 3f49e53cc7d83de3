import { badRequest, StoreError } from "../../objects/failures.ts";
import { integerIn } from "../request/query-values.ts";

interface Cause {
  readonly reason: "FieldValueInvalid" | "FieldValueForbidden";
  readonly message: string;
  readonly field: string;
}

const tooSmall = (field: string, value: number, rule: string): Cause => ({
  reason: "FieldValueInvalid",
  message: `Invalid value: ${value}: must be greater than ${rule}`,
  field,
});

/**
 * Throws the API's answer to log options that cannot be read, are out of range, are not supported or exclude each
 * other. Source: pkg/apis/core/validation, ValidatePodLogOptions.
 */
export function checkLogOptions(query: URLSearchParams, name: string): void {
  const [tail, limit, seconds] = ["tailLines", "limitBytes", "sinceSeconds"].map((option) => integerIn(query, option));
  const since = query.get("sinceTime");
  if (since !== null && Number.isNaN(Date.parse(since))) {
    const text = JSON.stringify(since);
    throw badRequest(`parsing time ${text} as "2006-01-02T15:04:05Z07:00": cannot parse ${text} as "2006"`);
  }
  const causes: Cause[] = [];
  if (tail !== undefined && tail < 0) causes.push(tooSmall("tailLines", tail, "or equal to 0"));
  if (limit !== undefined && limit < 1) causes.push(tooSmall("limitBytes", limit, "0"));
  if (seconds !== undefined && since !== null)
    causes.push({
      reason: "FieldValueForbidden",
      message: "Forbidden: at most one of `sinceTime` or `sinceSeconds` may be specified",
      field: "[]",
    });
  else if (seconds !== undefined && seconds < 1) causes.push(tooSmall("sinceSeconds", seconds, "0"));
  if (query.has("stream")) causes.push({ reason: "FieldValueForbidden", message: "Forbidden: may not be specified", field: "stream" });
  if (causes.length === 0) return;
  const problems = causes.map(({ field, message }) => `${field}: ${message}`);
  throw new StoreError({
    code: 422,
    reason: "Invalid",
    message: `PodLogOptions "${name}" is invalid: ${problems.length === 1 ? problems[0] : `[${problems.join(", ")}]`}`,
    details: { name, kind: "PodLogOptions", causes },
  });
}
