import { isJsonList, isJsonObject, type JsonValue } from "@daemonscope/kube/values/json-value";

const isEmpty = (value: JsonValue): boolean =>
  value === null || (isJsonList(value) && value.length === 0) || (isJsonObject(value) && Object.keys(value).length === 0);

/** Returns JSON as the API server serves it: without empty fields. Elements of lists stay, even empty ones. */
export function withoutEmptyFields(value: JsonValue): JsonValue {
  if (isJsonList(value)) return value.map(withoutEmptyFields);
  if (!isJsonObject(value)) return value;
  const fields = Object.entries(value).map(([name, field]) => [name, withoutEmptyFields(field)] as const);
  return Object.fromEntries(fields.filter(([, field]) => !isEmpty(field)));
}
