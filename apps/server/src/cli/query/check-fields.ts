import { nearestNames } from "@daemonscope/kube/base/nearest";
import { isJsonObject, type JsonObject } from "@daemonscope/simulated-apiserver/objects/json";
import { type ApiType, apiType, type ScalarName, type ValueType } from "@daemonscope/simulated-apiserver/schema/api-types";
import { isDecodable } from "@daemonscope/simulated-apiserver/schema/decode-object";
import { valueText } from "../../watch/manifests/check-text-fields.ts";

const WANTED: Readonly<Record<ScalarName, string>> = {
  string: "a string",
  bool: "true or false",
  int32: "a 32-bit whole number",
  int64: "a whole number",
  bytes: "a base64 text",
  time: "a time such as 2026-01-02T15:04:05Z",
  microtime: "a time such as 2026-01-02T15:04:05.000000Z",
  quantity: "a quantity such as 100m or 1Gi",
  intOrString: "a whole number or a text",
  strings: "a list of texts",
  fields: "an object",
  any: "a value",
};

function wantedText(expected: ValueType): string {
  if (expected.kind === "scalar") return WANTED[expected.name];
  return expected.kind === "list" ? "a list" : "an object";
}

/** An object whose values all have the types of its kind. */
interface FieldCheck {
  readonly object: JsonObject;
  readonly problems: readonly string[];
  /** Paths of omitted values; `problems` reports each. */
  readonly leftOut: readonly string[];
}

/**
 * Compares an object with the fields and types of its kind. The status is not compared: the API server ignores it, and
 * a later release may have written it.
 */
export function checkFields(object: JsonObject, kind: ApiType): FieldCheck {
  const problems: string[] = [];
  const leftOut: string[] = [];

  function leaveOut(value: unknown, expected: ValueType, path: string): null {
    problems.push(`${path} is ${valueText(value)} and must be ${wantedText(expected)}: it is left out`);
    leftOut.push(path);
    return null;
  }

  function checked(value: unknown, expected: ValueType, path: string): unknown {
    // Another check has already omitted an undefined value.
    if (value === null || value === undefined) return value;
    switch (expected.kind) {
      case "scalar":
        return isDecodable(value, expected) ? value : leaveOut(value, expected, path);
      case "list":
        return Array.isArray(value)
          ? value.map((element, at) => checked(element, expected.of, `${path}[${at}]`))
          : leaveOut(value, expected, path);
      case "map":
        return isJsonObject(value)
          ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, checked(each, expected.of, `${path}.${key}`)]))
          : leaveOut(value, expected, path);
      case "object":
        return isJsonObject(value) ? checkedFields(value, apiType(expected.type), `${path}.`) : leaveOut(value, expected, path);
    }
  }

  function checkedFields(value: JsonObject, type: ApiType, prefix: string): JsonObject {
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, each]) => {
        const field = type.fields.get(name);
        if (field !== undefined) return [[name, checked(each, field.value, `${prefix}${name}`)]];
        const [similar] = nearestNames(name, type.fields.keys());
        const hint = similar === undefined ? "it is left out" : `did you mean ${similar}?`;
        problems.push(`unknown field ${JSON.stringify(`${prefix}${name}`)}: ${hint}`);
        return [];
      }),
    );
  }

  const { status: _status, ...written } = object;
  return { object: checkedFields(written, kind, ""), problems, leftOut };
}
