import type { ApiFailure } from "./contract.ts";
import type { Resource } from "./resource.ts";
import { groupOf, pluralOf, qualifiedKind, qualifiedName } from "./resources.ts";

/** A refusal of the API, thrown to the caller. The HTTP layer makes a Status of it. */
export class StoreError extends Error {
  override readonly name = "StoreError";
  readonly failure: ApiFailure;
  constructor(failure: ApiFailure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** One violated rule of an object, as the API lists it. */
export interface FieldError {
  readonly field: string;
  /** FieldValueRequired, FieldValueInvalid, FieldValueForbidden… */
  readonly reason: string;
  readonly message: string;
}

const details = (resource: Resource, name: string) => ({
  ...(name === "" ? {} : { name }),
  ...(groupOf(resource.groupVersion) === "" ? {} : { group: groupOf(resource.groupVersion) }),
  kind: pluralOf(resource),
});

export const notFound = (resource: Resource, name: string): StoreError =>
  new StoreError({
    code: 404,
    reason: "NotFound",
    message: `${qualifiedName(resource)} "${name}" not found`,
    details: details(resource, name),
  });

export const alreadyExists = (resource: Resource, name: string): StoreError =>
  new StoreError({
    code: 409,
    reason: "AlreadyExists",
    message: `${qualifiedName(resource)} "${name}" already exists`,
    details: details(resource, name),
  });

export const conflict = (
  resource: Resource,
  name: string,
  why = "the object has been modified; please apply your changes to the latest version and try again",
  subresource?: string,
): StoreError => {
  const part = subresource === undefined ? "" : `/${subresource}`;
  return new StoreError({
    code: 409,
    reason: "Conflict",
    message: `Operation cannot be fulfilled on ${qualifiedName(resource)}${part} "${name}": ${why}`,
    details: { ...details(resource, name), kind: `${pluralOf(resource)}${part}` },
  });
};

/** A deletion whose precondition failed. It names the kind where other conflicts name the resource. */
export const preconditionFailed = (resource: Resource, name: string, why: string): StoreError =>
  new StoreError({
    code: 409,
    reason: "Conflict",
    message: `Operation cannot be fulfilled on ${qualifiedKind(resource)} "${name}": ${why}`,
    details: { ...details(resource, name), kind: resource.kind },
  });

/** A refusal by an admission plugin, in the words of its `why`. */
export const forbidden = (resource: Resource, name: string, why: string): StoreError =>
  new StoreError({
    code: 403,
    reason: "Forbidden",
    message: `${qualifiedName(resource)} "${name}" is forbidden: ${why}`,
    details: details(resource, name),
  });

export const badRequest = (message: string): StoreError => new StoreError({ code: 400, reason: "BadRequest", message });

export function invalid(resource: Resource, name: string, errors: readonly FieldError[]): StoreError {
  // The message states equal texts once. The causes keep both.
  const texts = [...new Set(errors.map((error) => `${error.field}: ${error.message}`))];
  return new StoreError({
    code: 422,
    reason: "Invalid",
    message: `${qualifiedKind(resource)} "${name}" is invalid: ${texts.length === 1 ? texts[0] : `[${texts.join(", ")}]`}`,
    details: { ...details(resource, name), kind: resource.kind, causes: errors },
  });
}
