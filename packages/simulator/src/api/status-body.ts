import type { ApiFailure } from "../store/contract.ts";

/** The Status object of a refusal, as the API server writes it. */
export function statusBody(failure: ApiFailure): Record<string, unknown> {
  return {
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Failure",
    message: failure.message,
    reason: failure.reason,
    ...(failure.details === undefined ? {} : { details: failure.details }),
    code: failure.code,
  };
}

export const expired = (from: number, now: number): ApiFailure => ({
  code: 410,
  reason: "Expired",
  message: `too old resource version: ${from} (${now})`,
});

export const tooLarge = (asked: number, now: number): ApiFailure => ({
  code: 504,
  reason: "Timeout",
  message: `Too large resource version: ${asked}, current: ${now}`,
  details: { causes: [{ reason: "ResourceVersionTooLarge", message: "Too large resource version" }], retryAfterSeconds: 1 },
});
