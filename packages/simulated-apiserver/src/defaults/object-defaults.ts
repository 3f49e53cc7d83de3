import { type JsonObject, objectIn } from "../objects/json.ts";
import type { StoredOnlyName } from "../objects/stored-only-names.ts";

/** What objects of some kinds are given: each edits the object. */
export type ObjectDefaults = Readonly<Partial<Record<StoredOnlyName, (object: JsonObject) => void>>>;

/** The spec of an object, made where there is none. */
export function specIn(object: JsonObject): JsonObject {
  object.spec = objectIn(object, "spec");
  return objectIn(object, "spec");
}
