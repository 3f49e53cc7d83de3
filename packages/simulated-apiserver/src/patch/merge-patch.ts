import { cloneJson, isJsonObject, type JsonObject } from "../objects/json.ts";

/** Applies an RFC 7386 merge patch to a copy: maps merge, null deletes, everything else replaces. */
export function applyMergePatch(target: unknown, patch: unknown): unknown {
  if (!isJsonObject(patch)) return cloneJson(patch);
  const merged: JsonObject = isJsonObject(target) ? { ...target } : {};
  for (const [field, value] of Object.entries(patch)) {
    if (value === null) delete merged[field];
    else merged[field] = applyMergePatch(merged[field], value);
  }
  return merged;
}
