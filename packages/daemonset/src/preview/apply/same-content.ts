import { isEqualJson } from "@daemonscope/kube/values/equal-json";
import { isJsonList, isJsonObject, type JsonObject, type JsonValue } from "@daemonscope/kube/values/json-value";
import { isSameListElement, MERGE_KEYS, mergedTemplate } from "./merge-template.ts";
import { withoutEmptyFields } from "./without-empty-fields.ts";

/** Fields that the API server fills in if a manifest omits them. Source: pkg/apis/core/v1/defaults.go. */
const FILLED_IN: ReadonlySet<string> = new Set([
  "creationTimestamp",
  "restartPolicy",
  "terminationGracePeriodSeconds",
  "dnsPolicy",
  "schedulerName",
  "serviceAccount",
  "imagePullPolicy",
  "terminationMessagePath",
  "terminationMessagePolicy",
  "protocol",
  "defaultMode",
  "timeoutSeconds",
  "periodSeconds",
  "successThreshold",
  "failureThreshold",
  "scheme",
  "apiVersion",
  "type",
]);

/** Reports whether every stored field is written, or filled in by the API server. */
export function isStated(stored: JsonValue, written: JsonValue | undefined, field: string): boolean {
  if (isJsonObject(stored)) {
    const known = isJsonObject(written) ? written : undefined;
    return Object.entries(stored).every(([name, value]) => {
      const knownValue = known?.[name];
      return knownValue === undefined ? FILLED_IN.has(name) : isStated(value, knownValue, name);
    });
  }
  const keys = MERGE_KEYS[field];
  if (!isJsonList(stored) || keys === undefined) return written !== undefined;
  const elements = isJsonList(written) ? written : [];
  return stored.every((each) => {
    const knownElement = elements.find((element) => isSameListElement(each, element, keys));
    return knownElement !== undefined && isStated(each, knownElement, "");
  });
}

/** Reports whether a written template, once stored, equals the stored one: it contains all its fields except server
 *  defaults, and no others. */
export function sameContent(kept: JsonObject, template: JsonObject): boolean {
  const stored = withoutEmptyFields(kept);
  const written = withoutEmptyFields(template);
  if (!isJsonObject(stored) || !isJsonObject(written)) return false;
  return isEqualJson(withoutEmptyFields(mergedTemplate(stored, written)), stored) && isStated(stored, written, "");
}
