import { isJsonList, isJsonObject, type JsonObject, type JsonValue } from "@daemonscope/kube/values/json-value";
import { isRedactedValue } from "@daemonscope/kube/values/redacted-value";
import { isSameListElement, MERGE_KEYS } from "./merge-template.ts";

/** A written template in which hidden values of the stored one replace its own. */
interface HiddenValueMatch {
  readonly template: JsonObject;
  /** A written value was assumed to equal the hidden one. */
  readonly isAssumed: boolean;
}

/** Replaces values in a written template by the hidden values of the stored one: they are assumed to be equal.
 *  O(size). */
export function fillHiddenValues(written: JsonObject, stored: JsonObject): HiddenValueMatch {
  let isAssumed = false;
  const filledFields = (writtenPart: JsonObject, storedPart: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(writtenPart).map(([field, value]) => [field, filledValue(value, storedPart[field], field)]));
  const filledList = (writtenPart: readonly JsonValue[], storedPart: readonly JsonValue[], field: string): readonly JsonValue[] => {
    const keys = MERGE_KEYS[field];
    // A list without keys differs as soon as its length differs.
    if (keys === undefined)
      return writtenPart.length === storedPart.length ? writtenPart.map((each, at) => filledValue(each, storedPart[at], "")) : writtenPart;
    return writtenPart.map((each) =>
      filledValue(
        each,
        storedPart.find((element) => isSameListElement(element, each, keys)),
        "",
      ),
    );
  };
  const filledValue = (writtenPart: JsonValue, storedPart: JsonValue | undefined, field: string): JsonValue => {
    if (isRedactedValue(storedPart) && !isJsonObject(writtenPart) && !isJsonList(writtenPart) && writtenPart !== null) {
      isAssumed = true;
      return storedPart;
    }
    if (isJsonList(writtenPart) && isJsonList(storedPart)) return filledList(writtenPart, storedPart, field);
    return isJsonObject(writtenPart) && isJsonObject(storedPart) ? filledFields(writtenPart, storedPart) : writtenPart;
  };
  const template = filledFields(written, stored);
  return { template, isAssumed };
}
