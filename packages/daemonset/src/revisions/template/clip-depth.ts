import { isJsonList, isJsonObject, type JsonValue } from "@daemonscope/kube/values/json-value";

/** Far deeper than any template. Deeper objects and lists become `…`, so that no recursion overflows the stack. */
const DEPTH_LIMIT = 40;

/** Replaces values that are nested too deep by `…`, and values that JSON cannot represent by null. O(size). */
export function clipDepth(value: JsonValue, depth = 0): JsonValue {
  if (depth >= DEPTH_LIMIT && typeof value === "object" && value !== null) return "…";
  if (isJsonList(value)) return value.map((element) => clipDepth(element, depth + 1));
  if (isJsonObject(value)) {
    const clipped: Record<string, JsonValue> = Object.create(null);
    for (const name of Object.keys(value)) clipped[name] = clipDepth(value[name] ?? null, depth + 1);
    return clipped;
  }
  const isPlain = typeof value === "string" || typeof value === "boolean" || Number.isFinite(value);
  return isPlain ? value : null;
}
