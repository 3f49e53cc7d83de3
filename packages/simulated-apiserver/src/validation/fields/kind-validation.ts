import type { StoredObject } from "../../objects/contract.ts";
import type { FieldError } from "../../objects/failures.ts";
import type { JsonObject } from "../../objects/json.ts";

/** The rules of one kind, in the order of the API server's errors. */
export interface KindValidation {
  /** `submitted` is the object as the client sent it. */
  createErrors(object: StoredObject, submitted: JsonObject): readonly FieldError[];
  /** Repeats errors of `createErrors` where the API server does. */
  updateErrors(object: StoredObject, before: StoredObject): readonly FieldError[];
}
