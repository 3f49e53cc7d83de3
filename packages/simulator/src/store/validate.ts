import { matchesLabelSelector } from "@daemonscope/kube/label-selector";
import { isDnsSubdomain, isLabelValue, isQualifiedName } from "@daemonscope/kube/label-syntax";
import type { LabelSelector } from "@daemonscope/kube/objects";
import { stableJson } from "@daemonscope/kube/stable-json";
import type { ResourceName, StoredObject } from "./contract.ts";
import type { FieldError } from "./failures.ts";
import { isJsonObject, listIn, objectIn } from "./json.ts";

const invalidValue = (field: string, value: unknown, why: string): FieldError => ({
  field,
  reason: "FieldValueInvalid",
  message: `Invalid value: ${typeof value === "string" || typeof value === "number" ? JSON.stringify(value) : JSON.stringify(value ?? null)}: ${why}`,
});
const required = (field: string, why = ""): FieldError => ({
  field,
  reason: "FieldValueRequired",
  message: `Required value${why === "" ? "" : `: ${why}`}`,
});

function labelErrors(labels: unknown, field: string): readonly FieldError[] {
  const errors: FieldError[] = [];
  for (const [key, value] of Object.entries(isJsonObject(labels) ? labels : {})) {
    if (!isQualifiedName(key)) errors.push(invalidValue(field, key, "name part must consist of alphanumeric characters, '-', '_' or '.'"));
    if (typeof value !== "string" || !isLabelValue(value))
      errors.push(
        invalidValue(field, value, "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.'"),
      );
  }
  return errors;
}

function intOrPercent(value: unknown, field: string): readonly FieldError[] {
  if (typeof value === "number")
    return Number.isInteger(value) && value >= 0 ? [] : [invalidValue(field, value, "must be greater than or equal to 0")];
  const percent = typeof value === "string" ? /^(\d{1,9})%$/.exec(value)?.[1] : undefined;
  if (percent === undefined)
    return [invalidValue(field, value, "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%')")];
  return Number(percent) <= 100 ? [] : [invalidValue(field, value, "must not be greater than 100%")];
}

const isZero = (value: unknown): boolean => value === 0 || value === "0%" || value === undefined || value === null;

function rollingUpdateErrors(strategy: unknown): readonly FieldError[] {
  const base = "spec.updateStrategy.rollingUpdate";
  const { maxUnavailable, maxSurge } = objectIn(strategy, "rollingUpdate");
  const errors = [...intOrPercent(maxUnavailable ?? 0, `${base}.maxUnavailable`), ...intOrPercent(maxSurge ?? 0, `${base}.maxSurge`)];
  if (errors.length > 0) return errors;
  if (!isZero(maxUnavailable) && !isZero(maxSurge))
    return [invalidValue(`${base}.maxSurge`, maxSurge, "may not be set when maxUnavailable is non-zero")];
  if (isZero(maxUnavailable) && isZero(maxSurge)) return [required(`${base}.maxUnavailable`, "cannot be 0 when maxSurge is 0")];
  return [];
}

function containerErrors(podSpec: unknown, field: string): readonly FieldError[] {
  const containers = listIn(podSpec, "containers");
  if (containers.length === 0) return [required(`${field}.containers`)];
  return containers.flatMap((container, at) => {
    const { name, image } = isJsonObject(container) ? container : {};
    return [
      ...(typeof name === "string" && name !== "" ? [] : [required(`${field}.containers[${at}].name`)]),
      ...(typeof image === "string" && image !== "" ? [] : [required(`${field}.containers[${at}].image`)]),
    ];
  });
}

function daemonSetErrors(object: StoredObject, before: StoredObject | undefined): readonly FieldError[] {
  const spec = objectIn(object, "spec");
  const template = objectIn(spec, "template");
  const podSpec = objectIn(template, "spec");
  const selector = objectIn(spec, "selector") as LabelSelector;
  const templateLabels = objectIn(objectIn(template, "metadata"), "labels") as Record<string, string>;
  const errors: FieldError[] = [];
  if (before !== undefined && stableJson(objectIn(before, "spec").selector) !== stableJson(spec.selector))
    errors.push(invalidValue("spec.selector", spec.selector, "field is immutable"));
  if (Object.keys(selector.matchLabels ?? {}).length === 0 && (selector.matchExpressions ?? []).length === 0)
    errors.push(invalidValue("spec.selector", spec.selector ?? {}, "empty selector is invalid for daemonset"));
  else if (!matchesLabelSelector(selector, templateLabels))
    errors.push(invalidValue("spec.template.metadata.labels", templateLabels, "`selector` does not match template `labels`"));
  errors.push(...labelErrors(templateLabels, "spec.template.labels"), ...containerErrors(podSpec, "spec.template.spec"));
  if (podSpec.restartPolicy !== "Always")
    errors.push({
      field: "spec.template.spec.restartPolicy",
      reason: "FieldValueNotSupported",
      message: `Unsupported value: ${JSON.stringify(podSpec.restartPolicy)}: supported values: "Always"`,
    });
  const strategy = objectIn(spec, "updateStrategy");
  if (strategy.type === "RollingUpdate") errors.push(...rollingUpdateErrors(strategy));
  else if (strategy.type !== "OnDelete")
    errors.push({
      field: "spec.updateStrategy.type",
      reason: "FieldValueNotSupported",
      message: `Unsupported value: ${JSON.stringify(strategy.type)}: supported values: "OnDelete", "RollingUpdate"`,
    });
  return errors;
}

function nodeErrors(object: StoredObject): readonly FieldError[] {
  return listIn(objectIn(object, "spec"), "taints").flatMap((taint, at) => {
    const { key, effect } = isJsonObject(taint) ? taint : {};
    const field = `spec.taints[${at}]`;
    return [
      ...(typeof key === "string" && isQualifiedName(key) ? [] : [invalidValue(`${field}.key`, key, "must be a qualified name")]),
      ...(effect === "NoSchedule" || effect === "NoExecute" || effect === "PreferNoSchedule"
        ? []
        : [
            {
              field: `${field}.effect`,
              reason: "FieldValueNotSupported",
              message: `Unsupported value: ${JSON.stringify(effect)}: supported values: "NoSchedule", "PreferNoSchedule", "NoExecute"`,
            },
          ]),
    ];
  });
}

/** The rules of the API server that an object violates; empty when it may be stored. Source: pkg/apis/{core,apps}/validation. */
export function validationErrors(resource: ResourceName, object: StoredObject, before: StoredObject | undefined): readonly FieldError[] {
  const errors: FieldError[] = [];
  const { name, labels } = object.metadata;
  if (!isDnsSubdomain(name))
    errors.push(
      invalidValue(
        "metadata.name",
        name,
        "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character",
      ),
    );
  errors.push(...labelErrors(labels, "metadata.labels"));
  if (resource === "daemonsets") errors.push(...daemonSetErrors(object, before));
  if (resource === "nodes") errors.push(...nodeErrors(object));
  if (resource === "pods" && before === undefined) errors.push(...containerErrors(objectIn(object, "spec"), "spec"));
  return errors;
}
