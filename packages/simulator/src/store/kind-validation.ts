import type { StoredObject } from "./contract.ts";
import type { FieldError } from "./failures.ts";

/** The rules of one kind, in the order in which the API server names what violates them. */
export interface KindValidation {
  ofNew(object: StoredObject): readonly FieldError[];
  /** Also names again what `ofNew` names, where the API server does. */
  ofChange(object: StoredObject, before: StoredObject): readonly FieldError[];
}
