import { isJsonList, isJsonObject, type JsonObject, type JsonValue } from "@daemonscope/kube/values/json-value";
import { canonicalText } from "../../capacity/amount.ts";

/** Fields with user-defined names, whose values are user text or quantities. */
const OPEN_MAPS: ReadonlySet<string> = new Set(["labels", "annotations", "nodeSelector", "matchLabels"]);
const QUANTITY_MAPS: ReadonlySet<string> = new Set(["requests", "limits", "overhead"]);
const QUANTITIES: ReadonlySet<string> = new Set(["sizeLimit", "divisor"]);
/** An empty text in these fields differs from a missing field. */
const KEPT_TEXTS: ReadonlySet<string> = new Set(["storageClassName"]);
/** Fields in which false, or 0, equals a missing field: those that are not pointers. Source:
 *  k8s.io/api/core/v1/types.go. */
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
  return isJsonObject(value) ? normalizedTemplate(value) : value;
}

/** Returns a written pod template in the spelling of the API server: quantities in their shortest form, without
 *  fields that equal a missing field. It does not add the server's defaults. Fields that are null, which remove
 *  values, stay. */
export function normalizedTemplate(template: JsonObject): JsonObject {
  const fields = Object.entries(template).filter(([field, value]) => !isNone(field, value));
  return Object.fromEntries(fields.map(([field, value]) => [field, servedField(field, value)]));
}
