import { isJsonList, isJsonObject, type JsonObject, type JsonValue } from "@daemonscope/kube/values/json-value";
import { isSameListElement, MERGE_KEYS } from "./merge-template.ts";

const isThere = (value: JsonValue | undefined): value is JsonValue => value !== undefined && value !== null;

function listWithout(stored: readonly JsonValue[], last: readonly JsonValue[], now: readonly JsonValue[], keys: readonly string[]) {
  const among = (list: readonly JsonValue[], element: JsonValue) => list.find((each) => isSameListElement(each, element, keys));
  return stored.flatMap((element) => {
    const [was, is] = [among(last, element), among(now, element)];
    if (was === undefined) return [element];
    if (is === undefined) return [];
    return [isJsonObject(element) && isJsonObject(was) && isJsonObject(is) ? withoutRemovedFields(element, was, is) : element];
  });
}

/** Returns the stored object without last applied fields that are no longer applied: fields of maps, and elements of
 *  keyed lists. The merge replaces other lists as a whole. Source: apimachinery pkg/util/strategicpatch,
 *  CreateThreeWayMergePatch, as kubectl apply takes it. */
export function withoutRemovedFields(stored: JsonObject, last: JsonObject, now: JsonObject): JsonObject {
  const kept = Object.entries(stored).flatMap(([field, value]): readonly (readonly [string, JsonValue])[] => {
    const [was, is] = [last[field], now[field]];
    if (!isThere(was)) return [[field, value]];
    if (!isThere(is)) return [];
    if (isJsonObject(value) && isJsonObject(was) && isJsonObject(is)) return [[field, withoutRemovedFields(value, was, is)]];
    const keys = MERGE_KEYS[field];
    if (keys === undefined || !isJsonList(value) || !isJsonList(was) || !isJsonList(is)) return [[field, value]];
    return [[field, listWithout(value, was, is, keys)]];
  });
  return Object.fromEntries(kept);
}
