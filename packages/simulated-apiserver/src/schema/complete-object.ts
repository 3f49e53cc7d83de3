import { isJsonObject, type JsonObject } from "../objects/json.ts";
import { type ApiField, type ApiType, apiType } from "./api-types.ts";

const ZEROS: Readonly<Record<string, unknown>> = { string: "", bool: false, int32: 0, int64: 0, quantity: "0", intOrString: 0 };

/** Returns the value that Go writes for an unset field; undefined if it writes none. */
function zeroOf({ value, pointer, required }: ApiField): unknown {
  if (value.kind === "object" && !pointer) return completeObject({}, apiType(value.type));
  if (!required) return undefined;
  return value.kind === "scalar" && !pointer ? (ZEROS[value.name] ?? null) : null;
}

/**
 * Returns the object with all fields that Go would write for its kind. Structs are never absent, and some fields are
 * written even when empty.
 */
export function completeObject(object: JsonObject, type: ApiType): JsonObject {
  const completed: JsonObject = { ...object };
  for (const field of type.fields.values()) {
    const value = object[field.name];
    if (value === undefined) {
      const zero = zeroOf(field);
      if (zero !== undefined) completed[field.name] = zero;
    } else if (field.value.kind === "object" && isJsonObject(value))
      completed[field.name] = completeObject(value, apiType(field.value.type));
  }
  return completed;
}
