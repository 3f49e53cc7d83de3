import { badRequest } from "../store/failures.ts";
import { cloneJson, isJsonObject, type JsonObject } from "../store/json.ts";
import type { Resource } from "../store/resources.ts";
import { unknownFields } from "./known-fields.ts";

/** Takes a field out by its path, `spec.containers[0].foo`; keys here never hold dots, for those of maps are not checked. */
function without(object: JsonObject, path: string): void {
  const steps = path.split(/[.[\]]+/).filter((step) => step !== "");
  const last = steps.pop() ?? "";
  let at: unknown = object;
  for (const step of steps) at = Array.isArray(at) ? at[Number(step)] : isJsonObject(at) ? at[step] : undefined;
  if (isJsonObject(at)) delete at[last];
}

/** The object without fields that its kind does not have. Strict refuses them (400), Warn names them as warnings, Ignore says nothing. */
export function checkFields(
  resource: Resource,
  object: JsonObject,
  validation: string | null,
): { readonly object: JsonObject; readonly warnings: readonly string[] } {
  const unknown = unknownFields(resource.kind, object);
  if (unknown.length === 0) return { object, warnings: [] };
  const problems = unknown.map((path) => `unknown field "${path}"`);
  if (validation === "Strict")
    throw badRequest(
      `${resource.kind} in version "${resource.groupVersion.split("/").at(-1)}" cannot be handled as a ${resource.kind}: strict decoding error: ${problems.join(", ")}`,
    );
  const known = cloneJson(object);
  for (const path of unknown) without(known, path);
  return { object: known, warnings: validation === "Ignore" ? [] : problems };
}
