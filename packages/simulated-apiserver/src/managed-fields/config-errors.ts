import { isJsonObject } from "../objects/json.ts";
import { type ApiType, apiType, type ScalarName, type ValueType } from "../schema/api-types.ts";
import { fieldPaths } from "./field-set.ts";
import { keyOfElement, type Shape, shapeOfField } from "./typed-value.ts";

const goType = (value: unknown): string => {
  if (Array.isArray(value)) return "[]interface {}";
  if (isJsonObject(value)) return "map[string]interface {}";
  if (typeof value === "number") return Number.isInteger(value) ? "int64" : "float64";
  return typeof value === "boolean" ? "bool" : "string";
};

function scalarProblem(name: ScalarName, value: unknown): string | undefined {
  switch (name) {
    case "int32":
    case "int64":
      return typeof value === "number" ? undefined : `expected numeric (int or float), got ${goType(value)}`;
    case "string":
    case "time":
    case "microtime":
    case "bytes":
      return typeof value === "string" ? undefined : `expected string, got &value.valueUnstructured{Value:${JSON.stringify(value)}}`;
    case "bool":
      return typeof value === "boolean" ? undefined : `expected boolean, got ${JSON.stringify(value)}`;
    case "quantity":
    case "intOrString":
      return typeof value === "object" ? `expected any scalar, got ${JSON.stringify(value)}` : undefined;
    case "any":
    case "fields":
    case "strings":
      return undefined;
  }
}

/**
 * Returns why a configuration cannot be applied: unknown fields, values of wrong types, repeated elements, elements
 * without their keys. Source: structured-merge-diff typed/validate.go.
 */
export function configErrors(type: ApiType, config: unknown): readonly string[] {
  const errors: string[] = [];
  const checkObject = (objectType: ApiType, value: unknown, path: string): void => {
    if (!isJsonObject(value)) {
      errors.push(`${path}: expected map, got &value.valueUnstructured{Value:${JSON.stringify(value)}}`);
      return;
    }
    for (const [name, part] of Object.entries(value)) {
      const field = objectType.fields.get(name);
      if (field !== undefined) checkValue(field.value, shapeOfField(field), part, `${path}.${name}`);
    }
    // Only the first unknown field of an object is reported.
    const unknown = Object.keys(value).find((name) => !objectType.fields.has(name));
    if (unknown !== undefined) errors.push(`${path}.${unknown}: field not declared in schema`);
  };
  const checkList = (elementType: ValueType, shape: Shape, value: readonly unknown[], path: string): void => {
    const seen = new Set<string>();
    for (const [at, part] of value.entries()) {
      const element = shape.kind === "list" ? keyOfElement(shape, part) : shape.kind === "set" ? `v:${JSON.stringify(part)}` : `i:${at}`;
      const [text = ""] = fieldPaths({ member: false, children: new Map([[element, { member: true, children: new Map() }]]) });
      if (element === "k:{}" && shape.kind === "list")
        errors.push(
          `${path}: element ${at}: associative list with keys has an element that omits all key fields [${shape.keys.map((key) => JSON.stringify(key)).join(" ")}] (and doesn't have default values for any key fields)`,
        );
      else if (seen.has(element)) errors.push(`${path}: duplicate entries for key ${text}`);
      seen.add(element);
      checkValue(elementType, undefined, part, path + text);
    }
  };
  const checkValue = (valueType: ValueType, shape: Shape | undefined, value: unknown, path: string): void => {
    if (value === null || value === undefined) return;
    switch (valueType.kind) {
      case "scalar": {
        const problem = scalarProblem(valueType.name, value);
        if (problem !== undefined) errors.push(`${path}: ${problem}`);
        return;
      }
      case "object":
        checkObject(apiType(valueType.type), value, path);
        return;
      case "map":
        if (!isJsonObject(value)) errors.push(`${path}: expected map, got &value.valueUnstructured{Value:${JSON.stringify(value)}}`);
        else for (const [key, part] of Object.entries(value)) checkValue(valueType.of, undefined, part, `${path}.${key}`);
        return;
      case "list":
        if (!Array.isArray(value)) errors.push(`${path}: expected list, got &value.valueUnstructured{Value:${JSON.stringify(value)}}`);
        else checkList(valueType.of, shape ?? { kind: "leaf" }, value, path);
    }
  };
  checkObject(type, config, "");
  return errors;
}
