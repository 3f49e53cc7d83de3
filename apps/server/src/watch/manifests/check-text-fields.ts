import { assertNever } from "@daemonscope/kube/base/assert-never";
import type { ScalarSources } from "@daemonscope/kube/yaml/scalar-sources";
import { isJson, type Json } from "@daemonscope/kube-client/decode/fields";
import type { ManifestSchema } from "./manifest-schema.ts";

const WANTED: Readonly<Record<Exclude<ManifestSchema["kind"], "text" | "flag" | "wholeNumber">, string>> = {
  list: "a list",
  fields: "an object",
  texts: "an object of texts",
};

/** Names a value in a sentence: `4`, `"yes"`, a list. */
export function valueText(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "an object";
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}

interface TextCheck {
  readonly object: Json;
  readonly problems: readonly string[];
  /** Paths of omitted values; `problems` reports each. */
  readonly leftOut: readonly string[];
}

/**
 * Returns a manifest with values of the right types, and a sentence for each value of another type. The API server
 * refuses such values, but the intent of the user is clear. Values that cannot be converted are omitted.
 */
export function checkTextFields(object: Json, shape: ManifestSchema, sourceOf: ScalarSources): TextCheck {
  const problems: string[] = [];
  const leftOut: string[] = [];

  function leaveOut(value: unknown, wanted: string, path: string): undefined {
    problems.push(`${path} is ${valueText(value)} and must be ${wanted}: it is left out`);
    leftOut.push(path);
  }

  function text(value: unknown, source: string | undefined, path: string): string | undefined {
    if (typeof value === "string") return value;
    if (typeof value !== "number" && typeof value !== "boolean") return leaveOut(value, "a string", path);
    const intended = source ?? String(value);
    problems.push(`${path} is ${intended} and must be a string: write ${JSON.stringify(intended)}`);
    return intended;
  }

  /** `source` is the source form of the value, if it differs from the parsed form. */
  function read(shape: ManifestSchema, value: unknown, source: string | undefined, path: string): unknown {
    switch (shape.kind) {
      case "text":
        return text(value, source, path);
      case "flag": {
        if (typeof value === "boolean") return value;
        const isTrue = /^(true|yes|on)$/i.test(String(value));
        problems.push(`${path} is ${valueText(value)} and must be true or false: it is read as ${isTrue}`);
        return isTrue;
      }
      case "wholeNumber":
        if (Number.isInteger(value)) return value;
        if (typeof value !== "string" || !/^-?\d{1,15}$/.test(value)) return leaveOut(value, "a whole number", path);
        problems.push(`${path} is ${valueText(value)} and must be a whole number: write ${Number(value)}`);
        return Number(value);
      // The API server reads a list element without a value as an empty one. It reads a field without a value as
      // absent.
      case "list":
        if (Array.isArray(value)) {
          const empty = shape.of.kind === "text" ? "" : {};
          return value.map((each, at) => read(shape.of, each ?? empty, sourceOf(value, at), `${path}[${at}]`));
        }
        break;
      case "texts":
        if (isJson(value))
          return Object.fromEntries(
            Object.entries(value).map(([key, each]) => [key, text(each ?? "", sourceOf(value, key), `${path}.${key}`)]),
          );
        break;
      case "fields":
        if (isJson(value)) {
          const fields = Object.entries(shape.of).filter(([field]) => value[field] !== undefined && value[field] !== null);
          return {
            ...value,
            ...Object.fromEntries(
              fields.map(([field, inner]) => {
                const fieldPath = path === "" ? field : `${path}.${field}`;
                return [field, read(inner, value[field], sourceOf(value, field), fieldPath)];
              }),
            ),
          };
        }
        break;
      default:
        return assertNever(shape);
    }
    return leaveOut(value, WANTED[shape.kind], path);
  }

  return { object: read(shape, object, undefined, "") as Json, problems, leftOut };
}
