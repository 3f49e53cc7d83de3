import { isJsonList, isJsonObject, type JsonObject, type JsonValue } from "@daemonscope/kube/values/json-value";
import { isJson, type Json, objectField, objectsField, textField } from "@daemonscope/kube-client/decode/fields";

const NOTHING: Json = {};

const membersOf = (owned: Json): readonly string[] => Object.keys(owned).filter((key) => key !== ".");
const within = (all: readonly Json[], key: string): readonly Json[] => all.flatMap((each) => (isJson(each[key]) ? [each[key]] : []));

/** Returns the element of a list that a key of managed fields names: `k:{"name":"agent"}`. */
function elementOf(list: readonly JsonValue[], key: string): JsonObject | undefined {
  if (!key.startsWith("k:")) return undefined;
  const wanted = Object.entries(JSON.parse(key.slice(2)) as JsonObject);
  return list.find((each): each is JsonObject => isJsonObject(each) && wanted.every(([name, value]) => each[name] === value));
}

function ownedElements(ours: Json, others: readonly Json[], list: readonly JsonValue[], now: readonly JsonValue[]): readonly JsonValue[] {
  return membersOf(ours).flatMap((key) => {
    const element = elementOf(list, key);
    if (element === undefined) return [];
    const is = elementOf(now, key);
    const theirs = within(others, key);
    if (is === undefined && theirs.length > 0) return [];
    const named = JSON.parse(key.slice(2)) as JsonObject;
    return [{ ...ownedFields(objectField(ours, key), theirs, element, is ?? {}), ...named }];
  });
}

/** Returns the stored fields that only this manager has, and that their absence in `now` removes. Fields of other
 *  managers stay, also within a part that is left out completely. */
function ownedFields(ours: Json, others: readonly Json[], stored: JsonObject, now: JsonObject): JsonObject {
  const owned: Record<string, JsonValue> = {};
  for (const key of membersOf(ours)) {
    const field = key.slice(2);
    const value = stored[field];
    if (!key.startsWith("f:") || value === undefined) continue;
    const theirs = within(others, key);
    const is = now[field];
    if (theirs.length > 0 && (is === undefined || is === null)) continue;
    const child = objectField(ours, key);
    if (membersOf(child).length === 0) {
      if (theirs.length === 0) owned[field] = value;
    } else if (isJsonList(value)) owned[field] = ownedElements(child, theirs, value, isJsonList(is) ? is : []);
    else if (isJsonObject(value)) owned[field] = ownedFields(child, theirs, value, isJsonObject(is) ? is : {});
  }
  return owned;
}

/** Returns the part of an object's `spec` that this manager removes if a manifest omits it: fields that it applied
 *  before and that no other manager has. Source: structured-merge-diff, merge.Updater.Apply, prune;
 *  k8s.io/apimachinery/pkg/apis/meta/v1/types.go, ManagedFieldsEntry. */
export function appliedSpecOf(object: Json, manager: string, now: JsonObject): JsonObject {
  const entries = objectsField(objectField(object, "metadata"), "managedFields").filter(
    (entry) => (textField(entry, "subresource") ?? "") === "",
  );
  const isOurs = (entry: Json) => textField(entry, "manager") === manager && textField(entry, "operation") === "Apply";
  const specOf = (entry: Json) => objectField(objectField(entry, "fieldsV1"), "f:spec");
  const ours = entries.filter(isOurs).map(specOf)[0] ?? NOTHING;
  const others = entries.filter((entry) => !isOurs(entry)).map(specOf);
  return ownedFields(ours, others, objectField(object, "spec") as JsonObject, now);
}
