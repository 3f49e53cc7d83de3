import type { StoredObject } from "../../objects/contract.ts";
import type { FieldError } from "../../objects/failures.ts";
import type { JsonObject } from "../../objects/json.ts";

/** The rules of one kind, in the order in which the API server names what violates them. */
export interface KindValidation {
  /** `given` is the object as the client sent it. */
  ofNew(object: StoredObject, given: JsonObject): readonly FieldError[];
  /** Also names again what `ofNew` names, where the API server does. */
  ofChange(object: StoredObject, before: StoredObject): readonly FieldError[];
}
