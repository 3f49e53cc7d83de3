import type { Manifest } from "@daemonscope/daemonset/actions/changes/change";
import { isJsonList, isJsonObject, type JsonValue } from "@daemonscope/kube/values/json-value";
import { isRedactedValue, redactedText } from "@daemonscope/kube/values/redacted-value";
import type { Json } from "@daemonscope/kube-client/decode/fields";
import type { TemplateRedactor } from "@daemonscope/kube-client/decode/template-redactor";
import type { ActionQuestion } from "@daemonscope/shared/http/actions";

function asText(value: JsonValue): JsonValue {
  if (isRedactedValue(value)) return redactedText(value);
  if (isJsonList(value)) return value.map(asText);
  return isJsonObject(value) ? Object.fromEntries(Object.entries(value).map(([field, each]) => [field, asText(each)])) : value;
}

/** Returns a question as it is recorded and shown: without possible secrets of a manifest. */
export function redactQuestion(question: ActionQuestion, keep: TemplateRedactor): ActionQuestion {
  const steps = question.steps.map((step) => {
    if (step.kind !== "apply") return step;
    const manifest = asText(JSON.parse(keep(step.manifest as Json, "")) as JsonValue) as unknown as Manifest;
    return { ...step, manifest };
  });
  return { ...question, steps };
}
