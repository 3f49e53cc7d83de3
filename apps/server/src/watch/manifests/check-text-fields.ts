import { assertNever } from "@daemonscope/kube/base/assert-never";
import { nearestNames } from "@daemonscope/kube/base/nearest";
import { isJson, type Json } from "@daemonscope/kube-client/decode/fields";
import type { ManifestSchema } from "./manifest-schema.ts";
import type { ScalarSources } from "./scalar-sources.ts";

const WANTED: Readonly<Record<Exclude<ManifestSchema["kind"], "text" | "flag" | "wholeNumber">, string>> = {
  list: "a list",
  fields: "an object",
  texts: "an object of texts",
};

/** Names a value in a sentence: `4`, `"yes"`, a list. */
function called(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "an object";
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}

/** Returns problems for fields that the API does not know. kubectl refuses them, and the intended rule is missing. */
function strangersIn(shape: Extract<ManifestSchema, { readonly kind: "fields" }>, value: Json, path: string): readonly string[] {
  if (shape.strangers === "none") return [];
  const known = Object.keys(shape.of);
  return Object.keys(value).flatMap((field) => {
    if (Object.hasOwn(shape.of, field) || shape.others.includes(field)) return [];
    const [alike] = nearestNames(field, known);
    if (alike === undefined && shape.strangers === "alike") return [];
    const hint = alike === undefined ? `it is left out; there are ${[...known, ...shape.others].join(", ")}` : `did you mean ${alike}?`;
    return [`unknown field ${JSON.stringify(path === "" ? field : `${path}.${field}`)}: ${hint}`];
  });
}

export interface TextCheck {
  readonly object: Json;
  readonly problems: readonly string[];
  /** Paths of omitted values; `problems` reports each. */
  readonly leftOut: readonly string[];
}

/**
 * Returns a manifest with values of the right types, and a sentence for each value of another type. The API server
 * refuses such values, but the intent of the user is clear. Values that cannot be converted are omitted.
 */
export function checkTextFields(object: Json, shape: ManifestSchema, written: ScalarSources): TextCheck {
  const problems: string[] = [];
  const leftOut: string[] = [];

  function leaveOut(value: unknown, wanted: string, path: string): undefined {
    problems.push(`${path} is ${called(value)} and must be ${wanted}: it is left out`);
    leftOut.push(path);
  }

  function text(value: unknown, source: string | undefined, path: string): string | undefined {
    if (typeof value === "string") return value;
    if (typeof value !== "number" && typeof value !== "boolean") return leaveOut(value, "a text", path);
    const meant = source ?? String(value);
    problems.push(`${path} is ${meant} and must be a text: write ${JSON.stringify(meant)}`);
    return meant;
  }

  /** `source` is the source form of the value, if it differs from the parsed form. */
  function read(shape: ManifestSchema, value: unknown, source: string | undefined, path: string): unknown {
    switch (shape.kind) {
      case "text":
        return text(value, source, path);
      case "flag": {
        if (typeof value === "boolean") return value;
        const isMeant = /^(true|yes|on)$/i.test(String(value));
        problems.push(`${path} is ${called(value)} and must be true or false: it is read as ${isMeant}`);
        return isMeant;
      }
      case "wholeNumber":
        if (Number.isInteger(value)) return value;
        if (typeof value !== "string" || !/^-?\d{1,15}$/.test(value)) return leaveOut(value, "a whole number", path);
        problems.push(`${path} is ${called(value)} and must be a whole number: write ${Number(value)}`);
        return Number(value);
      // The API server reads a list element without a value as an empty one. It reads a field without a value as
      // absent.
      case "list":
        if (Array.isArray(value)) {
          const empty = shape.of.kind === "text" ? "" : {};
          return value.map((each, at) => read(shape.of, each ?? empty, written(value, at), `${path}[${at}]`));
        }
        break;
      case "texts":
        if (isJson(value))
          return Object.fromEntries(
            Object.entries(value).map(([key, each]) => [key, text(each ?? "", written(value, key), `${path}.${key}`)]),
          );
        break;
      case "fields":
        if (isJson(value)) {
          problems.push(...strangersIn(shape, value, path));
          const fields = Object.entries(shape.of).filter(([field]) => value[field] !== undefined && value[field] !== null);
          return {
            ...value,
            ...Object.fromEntries(
              fields.map(([field, inner]) => {
                const place = path === "" ? field : `${path}.${field}`;
                return [field, read(inner, value[field], written(value, field), place)];
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
