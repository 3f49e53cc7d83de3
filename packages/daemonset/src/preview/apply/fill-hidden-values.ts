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
  const fields = (said: JsonObject, has: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(said).map(([field, value]) => [field, held(value, has[field], field)]));
  const list = (said: readonly JsonValue[], has: readonly JsonValue[], field: string): readonly JsonValue[] => {
    const keys = MERGE_KEYS[field];
    // A list without keys differs as soon as its length differs.
    if (keys === undefined) return said.length === has.length ? said.map((each, at) => held(each, has[at], "")) : said;
    return said.map((each) =>
      held(
        each,
        has.find((element) => isSameListElement(element, each, keys)),
        "",
      ),
    );
  };
  const held = (said: JsonValue, has: JsonValue | undefined, field: string): JsonValue => {
    if (isRedactedValue(has) && !isJsonObject(said) && !isJsonList(said) && said !== null) {
      isAssumed = true;
      return has;
    }
    if (isJsonList(said) && isJsonList(has)) return list(said, has, field);
    return isJsonObject(said) && isJsonObject(has) ? fields(said, has) : said;
  };
  const template = fields(written, stored);
  return { template, isAssumed };
}
