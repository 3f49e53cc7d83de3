import type { FieldError } from "../../../objects/failures.ts";
import { type JsonObject, listIn, objectsIn, optionalIn, textIn } from "../../../objects/json.ts";
import { duplicateValue, invalidValue, notSupported, required, tooMany } from "../../fields/field-errors.ts";

const POLICIES = ["Always", "Never", "OnFailure"];
const ACTIONS = ["Restart", "RestartAllContainers"];
const OPERATORS = ["In", "NotIn"];
const RULES_MOST = 20;
const CODES_MOST = 255;

/**
 * Returns the errors of a container's own restart policy and its rules. Source: pkg/apis/core/validation,
 * validateContainerRestartPolicy.
 */
export function containerRestartErrors(container: JsonObject, base: string): readonly FieldError[] {
  const { restartPolicy } = container;
  const rules = objectsIn(container, "restartPolicyRules");
  const errors: FieldError[] = [];
  if (restartPolicy === undefined) {
    if (rules.length === 0) return errors;
    errors.push(required(`${base}.restartPolicy`, "must specify restartPolicy when restart rules are used"));
  } else if (!POLICIES.includes(String(restartPolicy))) errors.push(notSupported(`${base}.restartPolicy`, restartPolicy, POLICIES));
  if (rules.length > RULES_MOST) errors.push(tooMany(`${base}.restartPolicyRules`, rules.length, RULES_MOST));
  for (const [at, rule] of rules.entries()) {
    const field = `${base}.restartPolicyRules[${at}]`;
    const action = textIn(rule, "action");
    const codes = optionalIn(rule, "exitCodes");
    if (!ACTIONS.includes(action)) errors.push(notSupported(`${field}.action`, action, ACTIONS));
    if (codes === undefined) {
      errors.push(required(`${field}.exitCodes`, "must be specified"));
      continue;
    }
    const operator = textIn(codes, "operator");
    if (!OPERATORS.includes(operator)) errors.push(notSupported(`${field}.exitCodes.operator`, operator, OPERATORS));
    const count = listIn(codes, "values").length;
    if (count > CODES_MOST) errors.push(tooMany(`${field}.exitCodes.values`, count, CODES_MOST));
  }
  return errors;
}

/**
 * Returns these errors of an init container. If it has no policy, its rules are not checked further. Source: same,
 * validateInitContainerRestartPolicy.
 */
export function initRestartErrors(container: JsonObject, base: string): readonly FieldError[] {
  if (container.restartPolicy !== undefined) return containerRestartErrors(container, base);
  if (objectsIn(container, "restartPolicyRules").length === 0) return [];
  return [required(`${base}.restartPolicy`, "must specify restartPolicy when restart rules are used")];
}

const RESIZED = ["cpu", "memory"];
const RESIZE_POLICIES = ["NotRequired", "RestartContainer"];

/** Returns the errors of a container's resize policy. Source: same, validateResizePolicy. */
export function resizePolicyErrors(container: JsonObject, podRestartPolicy: string, base: string): readonly FieldError[] {
  const field = `${base}.resizePolicy`;
  const seen = new Set<string>();
  return objectsIn(container, "resizePolicy").flatMap((policy, at) => {
    const resource = textIn(policy, "resourceName");
    const restart = textIn(policy, "restartPolicy");
    const errors: FieldError[] = [];
    if (seen.has(resource)) errors.push(duplicateValue(`${field}[${at}]`, resource));
    seen.add(resource);
    if (resource === "") errors.push(required(field));
    else if (!RESIZED.includes(resource)) errors.push(notSupported(field, resource, RESIZED));
    if (restart === "") errors.push(required(field));
    else if (!RESIZE_POLICIES.includes(restart)) errors.push(notSupported(field, restart, RESIZE_POLICIES));
    if (podRestartPolicy === "Never" && restart !== "NotRequired")
      errors.push(invalidValue(field, restart, "must be 'NotRequired' when pod `restartPolicy` is 'Never'"));
    return errors;
  });
}
