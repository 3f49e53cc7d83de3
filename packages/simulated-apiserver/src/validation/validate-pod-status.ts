import type { StoredObject } from "../objects/contract.ts";
import type { FieldError } from "../objects/failures.ts";
import { type JsonObject, numberIn, objectIn, objectsIn, textIn } from "../objects/json.ts";
import { changed, eachProblem, forbiddenValue, invalidValue, labelKeyErrors } from "./fields/field-errors.ts";
import { familyOf, NO_IP } from "./fields/ip-address.ts";
import { subdomainProblems } from "./fields/label-problems.ts";

/** Condition types that are not checked as label keys. */
const SYSTEM_CONDITIONS: readonly unknown[] = ["PodScheduled", "Ready", "Initialized"];
const NOT_NEGATIVE = "must be a non-negative integer";

const generationErrors = (holder: JsonObject, field: string): readonly FieldError[] => {
  const generation = numberIn(holder, "observedGeneration") ?? 0;
  return generation < 0 ? [invalidValue(field, generation, NOT_NEGATIVE)] : [];
};

const conditionErrors = (status: JsonObject): readonly FieldError[] =>
  objectsIn(status, "conditions").flatMap((condition, at) => {
    const field = `status.conditions[${at}]`;
    return [
      ...generationErrors(condition, `${field}.observedGeneration`),
      // The API server's own name for the path.
      ...(SYSTEM_CONDITIONS.includes(condition.type) ? [] : labelKeyErrors(condition.type, `${field}.Type`)),
    ];
  });

function nominationErrors(pod: StoredObject, status: JsonObject, statusBefore: JsonObject): readonly FieldError[] {
  const name = textIn(status, "nominatedNodeName");
  if (name === "" || name === statusBefore.nominatedNodeName) return [];
  const field = "status.nominatedNodeName";
  const isBound = textIn(objectIn(pod, "spec"), "nodeName") !== "";
  return [
    ...eachProblem(field, name, subdomainProblems(name)),
    ...(isBound ? [forbiddenValue(field, "may not be set on pods that are already bound to a node")] : []),
  ];
}

function addressErrors(status: JsonObject, statusBefore: JsonObject, list: "podIPs" | "hostIPs"): readonly FieldError[] {
  if (status[list] === statusBefore[list]) return [];
  const ips = objectsIn(status, list).map((entry) => textIn(entry, "ip"));
  const known = new Set(objectsIn(statusBefore, list).map((entry) => textIn(entry, "ip")));
  const families = ips.map(familyOf);
  const hasFamilyTwice = ips.length > 2 || (ips.length === 2 && families[0] === families[1]);
  const errors: FieldError[] = [];
  if (list === "hostIPs" && ips[0] !== undefined && ips[0] !== textIn(status, "hostIP"))
    errors.push(invalidValue("status.hostIPs[0].ip", ips[0], "must be equal to `hostIP`"));
  for (const [at, ip] of ips.entries())
    if (families[at] === undefined && !known.has(ip)) errors.push(invalidValue(`status.${list}[${at}]`, ip, NO_IP));
  if (hasFamilyTwice) {
    const internalForm = ips.map((IP) => ({ IP }));
    errors.push(invalidValue(`status.${list}`, internalForm, "may specify no more than one IP for each IP family"));
  }
  return errors;
}

/**
 * Returns the errors of a pod's new status, in the parts that users write. The state changes of containers are not
 * checked. Source: pkg/apis/core/validation, ValidatePodStatusUpdate.
 */
export function podStatusErrors(pod: StoredObject, before: StoredObject): readonly FieldError[] {
  const [status, statusBefore] = [objectIn(pod, "status"), objectIn(before, "status")];
  return [
    ...(status.conditions === statusBefore.conditions ? [] : conditionErrors(status)),
    ...nominationErrors(pod, status, statusBefore),
    ...generationErrors(status, "status.observedGeneration"),
    // Unlike the API server, this accepts a status without the class.
    ...(status.qosClass === undefined || statusBefore.qosClass === undefined
      ? []
      : changed("status.qosClass", status.qosClass, statusBefore.qosClass)),
    ...addressErrors(status, statusBefore, "podIPs"),
    ...addressErrors(status, statusBefore, "hostIPs"),
  ];
}
