import type { ApiFailure } from "../../objects/contract.ts";
import { StoreError } from "../../objects/failures.ts";

/** A refusal whose Status also carries metadata: the token to continue an expired list. */
export interface ContinuableFailure extends ApiFailure {
  readonly metadata: { readonly continue: string };
}

/** Returns the Status object of a refusal, as the API server writes it. */
export function statusBody(failure: ApiFailure | ContinuableFailure): Record<string, unknown> {
  return {
    kind: "Status",
    apiVersion: "v1",
    metadata: "metadata" in failure ? failure.metadata : {},
    status: "Failure",
    message: failure.message,
    ...(failure.reason === "" ? {} : { reason: failure.reason }),
    ...(failure.details === undefined ? {} : { details: failure.details }),
    code: failure.code,
  };
}

export const expired = (from: number, now: number): ApiFailure => ({
  code: 410,
  reason: "Expired",
  message: `too old resource version: ${from} (${now})`,
});

export const tooLarge = (requested: number, now: number): ApiFailure => ({
  code: 504,
  reason: "Timeout",
  message: `Timeout: Too large resource version: ${requested}, current: ${now}`,
  details: { causes: [{ reason: "ResourceVersionTooLarge", message: "Too large resource version" }], retryAfterSeconds: 1 },
});

/** Returns the 422 for an invalid query option of a list or watch. */
export function invalidOption(field: string, problem: string): StoreError {
  return new StoreError({
    code: 422,
    reason: "Invalid",
    message: `ListOptions.meta.k8s.io "" is invalid: ${field}: ${problem}`,
    details: {
      group: "meta.k8s.io",
      kind: "ListOptions",
      causes: [{ reason: problem.startsWith("Unsupported") ? "FieldValueNotSupported" : "FieldValueForbidden", message: problem, field }],
    },
  });
}

/** Returns the 404 for a resource that its group does not have. */
export const unknownPath = (): StoreError =>
  new StoreError({ code: 404, reason: "NotFound", message: "the server could not find the requested resource", details: {} });

export const methodNotAllowed = (): StoreError =>
  new StoreError({
    code: 405,
    reason: "MethodNotAllowed",
    message: "the server does not allow this method on the requested resource",
    details: {},
  });
