import { isJsonList, isJsonObject, type JsonObject, type JsonValue } from "@daemonscope/kube/json-value";
import { canonicalText } from "../capacity/amount.ts";

/** Fields that hold people's own words, or quantities, by names of their own. */
const OPEN_MAPS: ReadonlySet<string> = new Set(["labels", "annotations", "nodeSelector", "matchLabels"]);
const QUANTITY_MAPS: ReadonlySet<string> = new Set(["requests", "limits", "overhead"]);
const QUANTITIES: ReadonlySet<string> = new Set(["sizeLimit", "divisor"]);
/** An empty text here is another than none. */
const KEPT_TEXTS: ReadonlySet<string> = new Set(["storageClassName"]);
/** Fields in which false, or 0, is what is there without them: those that are no pointers. Source: k8s.io/api/core/v1/types.go. */
const FALSE_IS_NONE: ReadonlySet<string> = new Set(["hostNetwork", "hostPID", "hostIPC", "stdin", "stdinOnce", "tty", "readOnly"]);
const ZERO_IS_NONE: ReadonlySet<string> = new Set([
  "hostPort",
  "initialDelaySeconds",
  "periodSeconds",
  "timeoutSeconds",
  "successThreshold",
  "failureThreshold",
]);

const isNone = (field: string, value: JsonValue): boolean =>
  (value === "" && !KEPT_TEXTS.has(field)) || (value === false && FALSE_IS_NONE.has(field)) || (value === 0 && ZERO_IS_NONE.has(field));

const quantity = (value: JsonValue): JsonValue =>
  typeof value === "string" || typeof value === "number" ? canonicalText(String(value)) : value;

function servedField(field: string, value: JsonValue): JsonValue {
  if (OPEN_MAPS.has(field)) return value;
  if (QUANTITIES.has(field)) return quantity(value);
  if (!QUANTITY_MAPS.has(field) || !isJsonObject(value)) return servedValue(value);
  return Object.fromEntries(Object.entries(value).map(([resource, each]) => [resource, quantity(each)]));
}

function servedValue(value: JsonValue): JsonValue {
  if (isJsonList(value)) return value.map(servedValue);
  return isJsonObject(value) ? asServed(value) : value;
}

/** A written pod template in the spelling in which the API server gives it back: quantities in their shortest form, and nothing that says only what is so without it. What it fills in
 *  is not there. Fields that are null, which take off, stay. */
export function asServed(template: JsonObject): JsonObject {
  const fields = Object.entries(template).filter(([field, value]) => !isNone(field, value));
  return Object.fromEntries(fields.map(([field, value]) => [field, servedField(field, value)]));
}
