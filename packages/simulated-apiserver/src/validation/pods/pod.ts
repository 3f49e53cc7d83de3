import type { StoredObject } from "../../objects/contract.ts";
import type { FieldError } from "../../objects/failures.ts";
import { equalJson, isJsonObject, type JsonObject, listIn, numberIn, objectIn, objectsIn, textIn } from "../../objects/json.ts";
import { forbiddenValue, invalidValue, required } from "../fields/field-errors.ts";
import { podAnnotationErrors, profileMismatches } from "./annotations.ts";
import { blankImageErrors } from "./containers/containers.ts";
import { affinityErrors } from "./placement/affinity.ts";
import { tolerationErrors } from "./placement/tolerations.ts";
import { podSpecErrors } from "./pod-spec.ts";

const LISTS = ["containers", "initContainers"] as const;
const INT32_MAX = 2 ** 31 - 1;

function specErrors(object: StoredObject): readonly FieldError[] {
  const spec = objectIn(object, "spec");
  return [
    ...podAnnotationErrors(object.metadata.annotations, spec, "metadata.annotations"),
    ...podSpecErrors(spec, "spec", true, object.metadata.name),
    ...LISTS.flatMap((list) => objectsIn(spec, list).flatMap((container, at) => blankImageErrors(container, `spec.${list}[${at}]`))),
  ];
}

/** Parts that the DaemonSet controller sets for each pod. */
const PER_POD_PARTS = new Set(["affinity", "tolerations"]);

const sharedParts = (spec: JsonObject): readonly string[] => Object.keys(spec).filter((part) => !PER_POD_PARTS.has(part));

/**
 * Valid pod specs, by their lists of containers; only affinity and tolerations must be checked again. The thousands of
 * pods of one template share all other parts. Only frozen specs are kept, because they stay valid.
 */
const validSpecs = new WeakMap<object, JsonObject>();

/** Reports whether a submitted pod spec shares its parts with a valid one. */
export function isValidated(submitted: JsonObject): boolean {
  const { containers } = submitted;
  const known = Array.isArray(containers) ? validSpecs.get(containers) : undefined;
  if (known === undefined) return false;
  const parts = sharedParts(submitted);
  return parts.length === sharedParts(known).length && parts.every((part) => submitted[part] === known[part]);
}

/**
 * Remembers a valid pod spec if its parts cannot change. A spec whose volumes are named after the pod is valid only for
 * that pod.
 */
export function rememberValidated(submitted: JsonObject): void {
  const parts = sharedParts(submitted);
  const isImmutable = parts.every(
    (part) => typeof submitted[part] !== "object" || submitted[part] === null || Object.isFrozen(submitted[part]),
  );
  const isOfOnePod = objectsIn(submitted, "volumes").some((volume) => isJsonObject(volume.ephemeral));
  if (isImmutable && !isOfOnePod && Array.isArray(submitted.containers) && listIn(submitted, "containers").length > 0)
    validSpecs.set(submitted.containers, Object.fromEntries(parts.map((part) => [part, submitted[part]])));
}

/**
 * Returns the errors of a new pod; `submitted` is its spec before defaulting. Source: pkg/apis/core/validation,
 * ValidatePodCreate.
 */
export function newPodErrors(object: StoredObject, submitted: JsonObject): readonly FieldError[] {
  const spec = objectIn(object, "spec");
  const { annotations } = object.metadata;
  if (isValidated(submitted))
    return [
      ...podAnnotationErrors(annotations, spec, "metadata.annotations"),
      ...affinityErrors(spec, "spec"),
      ...tolerationErrors(spec, "spec"),
      ...profileMismatches(annotations, spec, "spec"),
    ];
  const errors = [
    ...specErrors(object),
    ...(objectsIn(spec, "ephemeralContainers").length === 0 ? [] : [forbiddenValue("spec.ephemeralContainers", "cannot be set on create")]),
    ...(textIn(spec, "nodeName") !== "" && objectsIn(spec, "schedulingGates").length > 0
      ? [forbiddenValue("spec.nodeName", "cannot be set until all schedulingGates have been cleared")]
      : []),
    ...profileMismatches(annotations, spec, "spec"),
  ];
  if (errors.length === 0) rememberValidated(submitted);
  return errors;
}

/** Returns a pod's spec without the fields that may change after creation. A negative grace period may become 1 s. */
function fixedPart(spec: JsonObject, mayEndGrace: boolean): JsonObject {
  const { activeDeadlineSeconds: _a, tolerations: _o, schedulingGates: _g, ...fixed } = spec;
  if (mayEndGrace) delete fixed.terminationGracePeriodSeconds;
  const withoutImages = (list: string) => objectsIn(fixed, list).map((container) => ({ ...container, image: "" }));
  return { ...fixed, containers: withoutImages("containers"), initContainers: withoutImages("initContainers") };
}

function imageErrors(spec: JsonObject, list: string): readonly FieldError[] {
  return objectsIn(spec, list).flatMap((container, at) => [
    ...(textIn(container, "image") === "" ? [required(`spec.${list}[${at}].image`)] : []),
    ...blankImageErrors(container, `spec.${list}[${at}]`),
  ]);
}

/** Returns the errors of a changed deadline. `stops`: after these errors the API server checks nothing further. */
function deadlineErrors(spec: JsonObject, old: JsonObject): { readonly errors: readonly FieldError[]; readonly stops: boolean } {
  const field = "spec.activeDeadlineSeconds";
  const after = numberIn(spec, "activeDeadlineSeconds");
  const before = numberIn(old, "activeDeadlineSeconds");
  if (after === undefined)
    return {
      errors: before === undefined ? [] : [invalidValue(field, null, "must not update from a positive integer to nil value")],
      stops: false,
    };
  if (after < 0 || after > INT32_MAX)
    return { errors: [invalidValue(field, after, `must be between 0 and ${INT32_MAX}, inclusive`)], stops: true };
  if (before !== undefined && before < after)
    return { errors: [invalidValue(field, after, "must be less than or equal to previous value")], stops: true };
  return { errors: [], stops: false };
}

function keptTolerationErrors(spec: JsonObject, old: JsonObject): readonly FieldError[] {
  const without = ({ tolerationSeconds: _, ...toleration }: JsonObject) => toleration;
  const tolerations = objectsIn(spec, "tolerations");
  const kept = objectsIn(old, "tolerations").every((oldToleration) =>
    tolerations.some((toleration) => equalJson(without(toleration), without(oldToleration))),
  );
  if (!kept) return [forbiddenValue("spec.tolerations", "existing toleration can not be modified except its tolerationSeconds")];
  return tolerationErrors(spec, "spec");
}

function addedGateErrors(spec: JsonObject, old: JsonObject): readonly FieldError[] {
  const oldNames = new Set(objectsIn(old, "schedulingGates").map((gate) => textIn(gate, "name")));
  return objectsIn(spec, "schedulingGates").flatMap((gate, at) => {
    const name = textIn(gate, "name");
    if (oldNames.has(name)) return [];
    return [forbiddenValue(`spec.schedulingGates[${at}].name`, `only deletion is allowed, but found new scheduling gate '${name}'`)];
  });
}

/**
 * Returns the errors of a change of a pod's spec, without the difference that the API server appends to its last
 * sentence. Source: same, ValidatePodUpdate.
 */
export function podUpdateErrors(object: StoredObject, before: StoredObject): readonly FieldError[] {
  if (object.spec === before.spec) return [];
  const spec = objectIn(object, "spec");
  const old = objectIn(before, "spec");
  const errors = [...specErrors(object)];
  for (const list of LISTS) {
    if (objectsIn(spec, list).length !== objectsIn(old, list).length)
      return [...errors, forbiddenValue(`spec.${list}`, "pod updates may not add or remove containers")];
    errors.push(...imageErrors(spec, list));
  }
  const deadline = deadlineErrors(spec, old);
  errors.push(...deadline.errors);
  if (deadline.stops) return errors;
  errors.push(...keptTolerationErrors(spec, old), ...addedGateErrors(spec, old));
  const mayEndGrace = spec.terminationGracePeriodSeconds === 1 && Number(old.terminationGracePeriodSeconds) < 0;
  if (equalJson(fixedPart(spec, mayEndGrace), fixedPart(old, mayEndGrace))) return errors;
  errors.push(
    forbiddenValue(
      "spec",
      "pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)",
    ),
  );
  return errors;
}
