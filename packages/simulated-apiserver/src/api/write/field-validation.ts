import { badRequest, StoreError } from "../../objects/failures.ts";
import type { JsonObject } from "../../objects/json.ts";
import type { Resource } from "../../objects/resource.ts";
import { typeOf } from "../../schema/api-types.ts";
import { decodeObject, type TypeMismatch } from "../../schema/decode-object.ts";

const SPACE = /[\s:,]/;

/**
 * Visits the keys of a JSON text in order, repeated ones too. `path` has the form `spec.containers[0].name`. The text
 * must be JSON.
 */
export function visitKeys(text: string, visit: (path: string, isRepeated: boolean) => void): void {
  let at = 0;

  function skipSpace(): void {
    while (SPACE.test(text[at] ?? "")) at++;
  }

  /** Reads from the opening quote to behind the closing one. */
  function readText(): string {
    const start = at;
    at++;
    while (text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
    at++;
    return JSON.parse(text.slice(start, at)) as string;
  }

  function visitObject(path: string): void {
    const seen = new Set<string>();
    at++;
    for (skipSpace(); text[at] !== "}"; skipSpace()) {
      const key = readText();
      const below = path === "" ? key : `${path}.${key}`;
      visit(below, seen.has(key));
      seen.add(key);
      visitValue(below);
    }
    at++;
  }

  function visitList(path: string): void {
    at++;
    let index = 0;
    for (skipSpace(); text[at] !== "]"; skipSpace()) visitValue(`${path}[${index++}]`);
    at++;
  }

  function visitValue(path: string): void {
    skipSpace();
    if (text[at] === "{") visitObject(path);
    else if (text[at] === "[") visitList(path);
    else if (text[at] === '"') readText();
    else while (at < text.length && !/[\s,\]}]/.test(text[at] ?? "")) at++;
  }

  visitValue("");
}

/** Returns the problems of a body's fields, in order: unknown fields and repeated fields. */
function fieldProblems(unknown: readonly string[], source: string | undefined): readonly string[] {
  if (source === undefined) return unknown.map((path) => `unknown field "${path}"`);
  const problems = new Set<string>();
  const unknownPaths = new Set(unknown);
  const isBelowUnknown = (path: string) =>
    unknown.some((unknownPath) => path.startsWith(`${unknownPath}.`) || path.startsWith(`${unknownPath}[`));
  visitKeys(source, (path, isRepeated) => {
    if (unknownPaths.has(path)) problems.add(`unknown field "${path}"`);
    else if (isRepeated && !isBelowUnknown(path)) problems.add(`duplicate field "${path}"`);
  });
  return [...problems];
}

interface CheckedObject {
  readonly object: JsonObject;
  readonly warnings: readonly string[];
}

const VALIDATIONS = ["Ignore", "Strict", "Warn"];

/** Throws 422 for write options that the API does not have. */
export function checkWriteOptions(kind: "CreateOptions" | "UpdateOptions" | "PatchOptions", query: URLSearchParams): void {
  const problems: { readonly reason: string; readonly message: string; readonly field: string }[] = [];
  const dryRun = query.getAll("dryRun").filter((value) => value !== "");
  if (dryRun.some((value) => value !== "All"))
    problems.push({
      reason: "FieldValueNotSupported",
      message: `Unsupported value: ${JSON.stringify(dryRun)}: supported values: "All"`,
      field: "dryRun",
    });
  const validation = query.get("fieldValidation") ?? "";
  if (validation !== "" && !VALIDATIONS.includes(validation))
    problems.push({
      reason: "FieldValueNotSupported",
      message: `Unsupported value: ${JSON.stringify(validation)}: supported values: "", ${VALIDATIONS.map((value) => JSON.stringify(value)).join(", ")}`,
      field: "fieldValidation",
    });
  const manager = query.get("fieldManager") ?? "";
  if (manager.length > 128)
    problems.push({ reason: "FieldValueTooLong", message: "Too long: may not be more than 128 bytes", field: "fieldManager" });
  if (problems.length > 0) throw invalidOptions(kind, problems);
}

export function invalidOptions(
  kind: string,
  causes: readonly { readonly reason: string; readonly message: string; readonly field: string }[],
): StoreError {
  const texts = causes.map(({ field, message }) => `${field}: ${message}`);
  return new StoreError({
    code: 422,
    reason: "Invalid",
    message: `${kind}.meta.k8s.io "" is invalid: ${texts.length === 1 ? texts[0] : `[${texts.join(", ")}]`}`,
    details: { group: "meta.k8s.io", kind, causes },
  });
}

/** Returns the 422 for the result of a patch that cannot be read as an object. */
export function invalidPatch(result: string, problem: string): StoreError {
  const message = `Invalid value: ${JSON.stringify(result)}: ${problem}`;
  return new StoreError({
    code: 422,
    reason: "Invalid",
    message: ` "" is invalid: patch: ${message}`,
    details: { causes: [{ reason: "FieldValueInvalid", message, field: "patch" }] },
  });
}

/**
 * Returns the object as its kind can hold it. Throws for a value of a wrong type. Unknown fields, and fields repeated
 * in `source`, are refused if Strict, ignored if Ignore, and otherwise returned as warnings. `refuse` creates the
 * refusal from its reason.
 */
export function checkFields(
  resource: Resource,
  object: JsonObject,
  validation: string | null,
  refuse: (problem: TypeMismatch) => StoreError = ({ json }) =>
    badRequest(`${resource.kind} in version "${resource.groupVersion.split("/").at(-1)}" cannot be handled as a ${resource.kind}: ${json}`),
  source?: string,
): CheckedObject {
  const decoded = decodeObject(object, typeOf(resource));
  if (decoded.mismatch !== undefined) throw refuse(decoded.mismatch);
  const problems = validation === "Ignore" ? [] : fieldProblems(decoded.unknown, source);
  if (problems.length > 0 && validation === "Strict") {
    const text = `strict decoding error: ${problems.join(", ")}`;
    throw refuse({ json: text, converted: text });
  }
  return { object: decoded.object, warnings: problems };
}
