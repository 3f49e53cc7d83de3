import { isJsonObject, type JsonObject } from "../objects/json.ts";
import { type ApiField, type ApiType, apiType } from "./api-types.ts";

const ZEROS: Readonly<Record<string, unknown>> = { string: "", bool: false, int32: 0, int64: 0, quantity: "0", intOrString: 0 };

/** What Go writes for a field that nobody set; undefined when it writes nothing. */
function zeroOf({ value, pointer, required }: ApiField): unknown {
  if (value.kind === "object" && !pointer) return wholeObject({}, apiType(value.type));
  if (!required) return undefined;
  return value.kind === "scalar" && !pointer ? (ZEROS[value.name] ?? null) : null;
}

/** The object with everything that Go would write of its kind: structs that are never absent, and fields that are written even when empty. */
export function wholeObject(object: JsonObject, type: ApiType): JsonObject {
  const whole: JsonObject = { ...object };
  for (const field of type.fields.values()) {
    const given = object[field.name];
    if (given === undefined) {
      const zero = zeroOf(field);
      if (zero !== undefined) whole[field.name] = zero;
    } else if (field.value.kind === "object" && isJsonObject(given)) whole[field.name] = wholeObject(given, apiType(field.value.type));
  }
  return whole;
}
