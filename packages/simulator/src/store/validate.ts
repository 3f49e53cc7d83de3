import { matchesLabelSelector } from "@daemonscope/kube/label-selector";
import { isDnsLabel } from "@daemonscope/kube/label-syntax";
import type { LabelSelector } from "@daemonscope/kube/objects";
import type { ResourceName, StoredObject } from "./contract.ts";
import type { FieldError } from "./failures.ts";
import { invalidValue, labelErrors, labelKeyErrors, notSupported, required, taintValueErrors } from "./field-errors.ts";
import { equalJson, isJsonObject, listIn, objectIn } from "./json.ts";
import { dnsLabelProblems, subdomainProblems } from "./label-problems.ts";
import { nodeAffinityErrors } from "./validate-node-affinity.ts";

function intOrPercent(value: unknown, field: string): readonly FieldError[] {
  if (typeof value === "number")
    return Number.isInteger(value) && value >= 0 ? [] : [invalidValue(field, value, "must be greater than or equal to 0")];
  const percent = typeof value === "string" ? /^(\d{1,9})%$/.exec(value)?.[1] : undefined;
  if (percent === undefined)
    return [
      invalidValue(
        field,
        value,
        "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')",
      ),
    ];
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
      ...(typeof name !== "string" || name === ""
        ? [required(`${field}.containers[${at}].name`)]
        : dnsLabelProblems(name).map((why) => invalidValue(`${field}.containers[${at}].name`, name, why))),
      ...(typeof image === "string" && image !== "" ? [] : [required(`${field}.containers[${at}].image`)]),
    ];
  });
}

function wholeNumber(value: unknown, field: string): readonly FieldError[] {
  if (value === undefined || (typeof value === "number" && Number.isInteger(value) && value >= 0)) return [];
  return [invalidValue(field, value, "must be greater than or equal to 0")];
}

const TAINT_EFFECTS = ["NoSchedule", "PreferNoSchedule", "NoExecute"];

function tolerationErrors(podSpec: unknown, base: string): readonly FieldError[] {
  return listIn(podSpec, "tolerations").flatMap((toleration, at) => {
    const { key, operator, value, effect, tolerationSeconds } = isJsonObject(toleration) ? toleration : {};
    const field = `${base}.tolerations[${at}]`;
    const errors: FieldError[] = (key ?? "") === "" ? [] : [...labelKeyErrors(key, `${field}.key`)];
    if ((key ?? "") === "" && operator !== "Exists")
      errors.push(
        invalidValue(
          `${field}.operator`,
          operator ?? "",
          'operator must be Exists when `key` is empty, which means "match all values and all keys"',
        ),
      );
    if (tolerationSeconds !== undefined && tolerationSeconds !== null && effect !== "NoExecute")
      errors.push(invalidValue(`${field}.effect`, effect ?? "", "effect must be 'NoExecute' when `tolerationSeconds` is set"));
    if (operator === undefined || operator === "" || operator === "Equal") errors.push(...taintValueErrors(value, `${field}.operator`));
    if (operator === "Exists" && (value ?? "") !== "")
      errors.push(invalidValue(`${field}.operator`, value, "value must be empty when `operator` is 'Exists'"));
    if (operator === "Gt" || operator === "Lt") errors.push(notSupported(`${field}.operator`, operator, ["Equal", "Exists", "Lt", "Gt"]));
    else if (operator !== undefined && operator !== "" && operator !== "Exists" && operator !== "Equal")
      errors.push(notSupported(`${field}.operator`, operator, ["Equal", "Exists"]));
    if (effect !== undefined && effect !== "" && !TAINT_EFFECTS.includes(String(effect)))
      errors.push(notSupported(`${field}.effect`, effect, TAINT_EFFECTS));
    return errors;
  });
}

/** What of a pod's spec may change once it exists, taken out; the rest must stay as it is. */
function fixedPodSpec(object: StoredObject): Record<string, unknown> {
  const {
    activeDeadlineSeconds: _a,
    terminationGracePeriodSeconds: _t,
    tolerations: _o,
    schedulingGates: _g,
    ...fixed
  } = objectIn(object, "spec");
  const withoutImages = (field: string) =>
    listIn(fixed, field).map((container) => ({ ...(isJsonObject(container) ? container : {}), image: "" }));
  return { ...fixed, containers: withoutImages("containers"), initContainers: withoutImages("initContainers") };
}

function podUpdateErrors(object: StoredObject, before: StoredObject): readonly FieldError[] {
  if (object.spec === before.spec) return [];
  const kept = (field: string) =>
    listIn(objectIn(before, "spec"), field).every((had) => listIn(objectIn(object, "spec"), field).some((has) => equalJson(has, had)));
  if (kept("tolerations") && equalJson(fixedPodSpec(object), fixedPodSpec(before))) return [];
  return [
    {
      field: "spec",
      reason: "FieldValueForbidden",
      message:
        "Forbidden: pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)",
    },
  ];
}

function finalizerErrors(object: StoredObject, before: StoredObject): readonly FieldError[] {
  if (before.metadata.deletionTimestamp === undefined) return [];
  const added = (object.metadata.finalizers ?? []).filter((finalizer) => !before.metadata.finalizers?.includes(finalizer));
  if (added.length === 0) return [];
  return [
    {
      field: "metadata.finalizers",
      reason: "FieldValueForbidden",
      message: `Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers [${added.map((name) => JSON.stringify(name)).join(", ")}]`,
    },
  ];
}

/** The selector as far as its types are right. */
function selectorIn(spec: unknown): LabelSelector {
  const selector = objectIn(spec, "selector");
  return {
    matchLabels: objectIn(selector, "matchLabels") as Record<string, string>,
    matchExpressions: listIn(selector, "matchExpressions")
      .filter(isJsonObject)
      .map((expression) => ({
        key: String(expression.key),
        operator: String(expression.operator),
        values: listIn(expression, "values") as string[],
      })),
  };
}

function daemonSetErrors(object: StoredObject, before: StoredObject | undefined): readonly FieldError[] {
  const spec = objectIn(object, "spec");
  const template = objectIn(spec, "template");
  const podSpec = objectIn(template, "spec");
  const selector = selectorIn(spec);
  const templateLabels = objectIn(objectIn(template, "metadata"), "labels") as Record<string, string>;
  const errors: FieldError[] = [];
  if (before !== undefined && !equalJson(objectIn(before, "spec").selector, spec.selector))
    errors.push(invalidValue("spec.selector", spec.selector, "field is immutable"));
  // A selector that is not there selects nothing; one that is there and empty, everything.
  const selects = spec.selector !== undefined;
  if (selects && Object.keys(selector.matchLabels ?? {}).length === 0 && (selector.matchExpressions ?? []).length === 0)
    errors.push(invalidValue("spec.selector", spec.selector ?? {}, "empty selector is invalid for daemonset"));
  else if (!selects || !matchesLabelSelector(selector, templateLabels))
    errors.push(
      invalidValue(
        "spec.template.metadata.labels",
        Object.keys(templateLabels).length === 0 ? null : templateLabels,
        "`selector` does not match template `labels`",
      ),
    );
  errors.push(
    ...labelErrors(templateLabels, "spec.template.labels"),
    ...containerErrors(podSpec, "spec.template.spec"),
    ...labelErrors(podSpec.nodeSelector, "spec.template.spec.nodeSelector"),
    ...tolerationErrors(podSpec, "spec.template.spec"),
    ...nodeAffinityErrors(podSpec, "spec.template.spec"),
    ...wholeNumber(spec.minReadySeconds, "spec.minReadySeconds"),
    ...wholeNumber(spec.revisionHistoryLimit, "spec.revisionHistoryLimit"),
  );
  if (podSpec.activeDeadlineSeconds !== undefined)
    errors.push({
      field: "spec.template.spec.activeDeadlineSeconds",
      reason: "FieldValueForbidden",
      message: "Forbidden: activeDeadlineSeconds in DaemonSet is not Supported",
    });
  if (podSpec.restartPolicy !== "Always") errors.push(notSupported("spec.template.spec.restartPolicy", podSpec.restartPolicy, ["Always"]));
  const strategy = objectIn(spec, "updateStrategy");
  if (strategy.type === "RollingUpdate") errors.push(...rollingUpdateErrors(strategy));
  else if (strategy.type !== "OnDelete") {
    const { maxUnavailable = null, maxSurge = null } = objectIn(strategy, "rollingUpdate");
    const rolling = isJsonObject(strategy.rollingUpdate) ? { MaxUnavailable: maxUnavailable, MaxSurge: maxSurge } : null;
    errors.push(notSupported("spec.updateStrategy", { Type: strategy.type, RollingUpdate: rolling }, ["RollingUpdate", "OnDelete"]));
  }
  return errors;
}

function nodeErrors(object: StoredObject): readonly FieldError[] {
  const seen = new Set<string>();
  return listIn(objectIn(object, "spec"), "taints").flatMap((taint, at) => {
    const { key, value, effect } = isJsonObject(taint) ? taint : {};
    // The API server's own name for the place.
    const field = `metadata.taints[${at}]`;
    const errors: FieldError[] = [...labelKeyErrors(key, `${field}.key`), ...taintValueErrors(value, `${field}.value`)];
    if (!TAINT_EFFECTS.includes(String(effect))) errors.push(notSupported(`${field}.effect`, effect, TAINT_EFFECTS));
    const pair = `${String(key)}:${String(effect)}`;
    if (seen.has(pair))
      errors.push({
        field: `${field}`,
        reason: "FieldValueDuplicate",
        message: `Duplicate value: ${JSON.stringify(taint)}: taints must be unique by key and effect pair`,
      });
    seen.add(pair);
    return errors;
  });
}

/** The rules of the API server that an object violates; empty when it may be stored. Source: pkg/apis/{core,apps}/validation. */
export function validationErrors(resource: ResourceName, object: StoredObject, before: StoredObject | undefined): readonly FieldError[] {
  const errors: FieldError[] = [];
  const { name, labels } = object.metadata;
  const ofName = name === "" ? [] : subdomainProblems(name);
  if (name === "") errors.push(required("metadata.name", "name or generateName is required"));
  errors.push(...ofName.map((why) => invalidValue("metadata.name", name, why)));
  if (resource === "namespaces" && name !== "" && ofName.length === 0 && !isDnsLabel(name))
    errors.push(invalidValue("metadata.name", name, "a lowercase RFC 1123 label must be no more than 63 bytes and have no dots"));
  errors.push(...labelErrors(labels, "metadata.labels"));
  if (resource === "daemonsets") errors.push(...daemonSetErrors(object, before));
  if (resource === "nodes") errors.push(...nodeErrors(object));
  if (resource === "pods") {
    if (before === undefined) errors.push(...containerErrors(objectIn(object, "spec"), "spec"));
    else errors.push(...podUpdateErrors(object, before));
    if (before?.spec !== object.spec) errors.push(...tolerationErrors(objectIn(object, "spec"), "spec"));
  }
  if (before !== undefined) errors.push(...finalizerErrors(object, before));
  return errors;
}
