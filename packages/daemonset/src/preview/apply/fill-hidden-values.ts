import { isJsonList, isJsonObject, type JsonObject, type JsonValue } from "@daemonscope/kube/values/json-value";
import { isRedactedValue } from "@daemonscope/kube/values/redacted-value";
import { isSameListElement, MERGE_KEYS } from "./merge-template.ts";

/** A written template, compared with a template whose hidden values cannot be compared. */
export interface HiddenValueMatch {
  readonly template: JsonObject;
  /** A written value was assumed to equal the hidden one. */
  readonly isAssumed: boolean;
}

/** Replaces values in a written template by the hidden values of the stored one: they are assumed to be equal.
 *  O(size). */
export function fillHiddenValues(written: JsonObject, stored: JsonObject): HiddenValueMatch {
  let isAssumed = false;
  const fields = (given: JsonObject, has: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(given).map(([field, value]) => [field, held(value, has[field], field)]));
  const list = (given: readonly JsonValue[], has: readonly JsonValue[], field: string): readonly JsonValue[] => {
    const keys = MERGE_KEYS[field];
    // A list without keys differs as soon as its length differs.
    if (keys === undefined) return given.length === has.length ? given.map((each, at) => held(each, has[at], "")) : given;
    return given.map((each) =>
      held(
        each,
        has.find((element) => isSameListElement(element, each, keys)),
        "",
      ),
    );
  };
  const held = (given: JsonValue, has: JsonValue | undefined, field: string): JsonValue => {
    if (isRedactedValue(has) && !isJsonObject(given) && !isJsonList(given) && given !== null) {
      isAssumed = true;
      return has;
    }
    if (isJsonList(given) && isJsonList(has)) return list(given, has, field);
    return isJsonObject(given) && isJsonObject(has) ? fields(given, has) : given;
  };
  const template = fields(written, stored);
  return { template, isAssumed };
}
