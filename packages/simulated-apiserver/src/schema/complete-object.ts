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
  const whole: JsonObject = { ...object };
  for (const field of type.fields.values()) {
    const given = object[field.name];
    if (given === undefined) {
      const zero = zeroOf(field);
      if (zero !== undefined) whole[field.name] = zero;
    } else if (field.value.kind === "object" && isJsonObject(given)) whole[field.name] = completeObject(given, apiType(field.value.type));
  }
  return whole;
}
