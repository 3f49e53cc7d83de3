import { type JsonObject, objectIn } from "../objects/json.ts";
import type { StoredOnlyName } from "../objects/stored-only-names.ts";

/** Defaulting functions by resource. Each edits the object. */
export type ObjectDefaults = Readonly<Partial<Record<StoredOnlyName, (object: JsonObject) => void>>>;

/** Returns the spec of an object. Creates it if it is missing. */
export function specIn(object: JsonObject): JsonObject {
  object.spec = objectIn(object, "spec");
  return objectIn(object, "spec");
}
