import type { NodeFacts } from "@daemonscope/daemonset/actions/changes/plan-facts";
import { taintText } from "@daemonscope/kube/matching/kubectl-notation";
import type { Taint } from "@daemonscope/kube/objects";
import { isJsonList, isJsonObject, type JsonObject, type JsonValue } from "@daemonscope/kube/values/json-value";
import { isRedactedValue, redactedText } from "@daemonscope/kube/values/redacted-value";
import { stableJson } from "@daemonscope/kube/values/stable-json";
import { ANNOTATIONS } from "@daemonscope/kube/well-known";
import { type Json, objectField } from "@daemonscope/kube-client/decode/fields";
import type { TemplateRedactor } from "@daemonscope/kube-client/decode/template-redactor";
import type { ChangedField } from "@daemonscope/shared/http/actions";

/** The most fields that are useful to a user. */
const MAX_FIELDS = 500;
const MAX_TEXT_LENGTH = 400;

function textOf(value: JsonValue): string {
  if (isRedactedValue(value)) return redactedText(value);
  const text =
    typeof value === "string"
      ? value
      : JSON.stringify(value, (_key, each) => (isRedactedValue(each as JsonValue) ? redactedText(each) : each));
  return text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)}…` : text;
}

/** Returns the elements of a list by name, if each has a unique one. */
function byName(list: readonly JsonValue[]): ReadonlyMap<string, JsonValue> | undefined {
  const names = list.map((element) => (isJsonObject(element) && typeof element.name === "string" ? element.name : undefined));
  if (list.length === 0 || names.includes(undefined) || new Set(names).size < list.length) return undefined;
  return new Map(names.map((name, at) => [name ?? "", list[at] as JsonValue]));
}

type Change = Omit<ChangedField, "object">;

function changesIn(path: string, before: JsonValue | undefined, after: JsonValue | undefined): readonly Change[] {
  if (stableJson(before ?? null) === stableJson(after ?? null)) return [];
  const areBoth = <T extends JsonValue>(is: (value: JsonValue) => value is T) =>
    before !== undefined && after !== undefined && is(before) && is(after);
  const isFields = (value: JsonValue): value is JsonObject => isJsonObject(value) && !isRedactedValue(value);
  if (areBoth(isFields)) {
    const [oldValues, newValues] = [before as JsonObject, after as JsonObject];
    return [...new Set([...Object.keys(oldValues), ...Object.keys(newValues)])].flatMap((field) =>
      changesIn(path === "" ? field : `${path}.${field}`, oldValues[field], newValues[field]),
    );
  }
  if (areBoth(isJsonList)) {
    const [oldValues, newValues] = [byName(before as readonly JsonValue[]), byName(after as readonly JsonValue[])];
    if (oldValues !== undefined && newValues !== undefined)
      return [...new Set([...oldValues.keys(), ...newValues.keys()])].flatMap((name) =>
        changesIn(`${path}[${name}]`, oldValues.get(name), newValues.get(name)),
      );
  }
  return [{ path, ...(before === undefined ? {} : { before: textOf(before) }), ...(after === undefined ? {} : { after: textOf(after) }) }];
}

/** Returns the fields of an object that a user may write, with possible secrets hidden. */
function writableFields(object: Json | undefined, redact: TemplateRedactor): JsonValue {
  if (object === undefined) return {};
  const { labels = {}, annotations = {} } = objectField(object, "metadata") as { readonly labels?: unknown; readonly annotations?: Json };
  // The API server increments this annotation itself.
  const { [ANNOTATIONS.templateGeneration]: _counted, ...keptAnnotations } = annotations;
  return JSON.parse(redact({ metadata: { labels, annotations: keptAnnotations }, spec: object.spec ?? {} }, "")) as JsonValue;
}

/**
 * Returns the fields of an object that will change, from the API server's dry run. Includes the changes of webhooks.
 * `before` is undefined for a new object.
 */
export function changedFields(name: string, before: Json | undefined, after: Json, redact: TemplateRedactor): readonly ChangedField[] {
  return changesIn("", writableFields(before, redact), writableFields(after, redact))
    .slice(0, MAX_FIELDS)
    .map((change) => ({ object: name, ...change }));
}

const nodeFields = ({ labels, unschedulable }: NodeFacts): JsonObject => ({
  "metadata.labels": labels,
  ...(unschedulable === true ? { "spec.unschedulable": true } : {}),
});

/** Lists each taint separately, so that equal changes of several nodes are equal, regardless of their other taints. */
function changedTaints(before: readonly Taint[], after: readonly Taint[]): readonly Change[] {
  const [oldValues, newValues] = [before.map(taintText), after.map(taintText)];
  const path = "spec.taints";
  return [
    ...oldValues.filter((taint) => !newValues.includes(taint)).map((taint) => ({ path, before: taint })),
    ...newValues.filter((taint) => !oldValues.includes(taint)).map((taint) => ({ path, after: taint })),
  ];
}

/** Returns the fields of a node that will change. */
export function changedNodeFields({ name }: NodeFacts, before: NodeFacts, after: NodeFacts): readonly ChangedField[] {
  const [oldValues, newValues] = [nodeFields(before), nodeFields(after)];
  const paths = [...new Set([...Object.keys(oldValues), ...Object.keys(newValues)])];
  return [...paths.flatMap((path) => changesIn(path, oldValues[path], newValues[path])), ...changedTaints(before.taints, after.taints)].map(
    (change) => ({
      object: `nodes/${name}`,
      ...change,
    }),
  );
}
