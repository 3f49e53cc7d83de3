import type { StoredObject } from "../objects/contract.ts";
import type { FieldError } from "../objects/failures.ts";
import { isJsonObject, listIn, objectIn } from "../objects/json.ts";
import {
  duplicateValue,
  forbiddenValue,
  invalidValue,
  labelKeyErrors,
  notSupported,
  required,
  taintValueErrors,
} from "./fields/field-errors.ts";
import { familyOfBlock, NO_CIDR } from "./fields/ip-address.ts";
import type { KindValidation } from "./fields/kind-validation.ts";
import { subdomainProblems } from "./fields/label-problems.ts";
import { objectMetaChangeErrors, objectMetaErrors } from "./fields/validate-metadata.ts";
import { amountErrors } from "./pods/containers/resources.ts";

const TAINT_EFFECTS = ["NoSchedule", "PreferNoSchedule", "NoExecute"];

function taintErrors(node: StoredObject): readonly FieldError[] {
  const seen = new Set<string>();
  return listIn(objectIn(node, "spec"), "taints").flatMap((taint, at) => {
    const { key = "", value = "", effect = "", timeAdded = null } = isJsonObject(taint) ? taint : {};
    // The API server's own name for the path.
    const field = `metadata.taints[${at}]`;
    const errors: FieldError[] = [...labelKeyErrors(key, `${field}.key`), ...taintValueErrors(value, `${field}.value`)];
    if (effect === "") errors.push(required(`${field}.effect`));
    else if (!TAINT_EFFECTS.includes(String(effect))) errors.push(notSupported(`${field}.effect`, effect, TAINT_EFFECTS));
    const pair = `${String(key)}:${String(effect)}`;
    if (seen.has(pair)) {
      const internalForm = { Key: key, Value: value, Effect: effect, TimeAdded: timeAdded };
      errors.push(duplicateValue(field, internalForm, "taints must be unique by key and effect pair"));
    }
    seen.add(pair);
    return errors;
  });
}

const capacityErrors = (node: StoredObject): readonly FieldError[] =>
  ["capacity", "allocatable"].flatMap((kind) =>
    Object.entries(objectIn(objectIn(node, "status"), kind)).flatMap(([name, amount]) =>
      amountErrors(name, String(amount), `status.${kind}.${name}`),
    ),
  );

const blocksOf = (node: StoredObject): readonly string[] => listIn(objectIn(node, "spec"), "podCIDRs").map(String);

function blockErrors(node: StoredObject): readonly FieldError[] {
  const blocks = blocksOf(node);
  const families = blocks.map(familyOfBlock);
  const hasFamilyTwice = blocks.length > 2 || (blocks.length === 2 && families[0] === families[1]);
  return [
    ...blocks.flatMap((block, at) => (families[at] === undefined ? [invalidValue(`spec.podCIDRs[${at}]`, block, NO_CIDR)] : [])),
    ...(hasFamilyTwice ? [invalidValue("spec.podCIDRs", blocks, "may specify no more than one CIDR for each IP family")] : []),
  ];
}

const createErrors = (node: StoredObject): readonly FieldError[] => [
  ...objectMetaErrors(node, subdomainProblems),
  ...taintErrors(node),
  ...capacityErrors(node),
  ...blockErrors(node),
];

function addressErrors(node: StoredObject): readonly FieldError[] {
  const seen = new Set<string>();
  return listIn(objectIn(node, "status"), "addresses").flatMap((entry, at) => {
    const { type = "", address = "" } = isJsonObject(entry) ? entry : {};
    const internalForm = { Type: type, Address: address };
    const key = JSON.stringify(internalForm);
    const errors = seen.has(key) ? [duplicateValue(`status.addresses[${at}]`, internalForm)] : [];
    seen.add(key);
    return errors;
  });
}

function immutableFieldErrors(node: StoredObject, before: StoredObject): readonly FieldError[] {
  const [spec, specBefore] = [objectIn(node, "spec"), objectIn(before, "spec")];
  const [blocks, blocksBefore] = [blocksOf(node), blocksOf(before)];
  const changedCount = blocks.length === blocksBefore.length ? blocksBefore.filter((block, at) => block !== blocks[at]).length : 1;
  const errors: FieldError[] = [];
  if (blocksBefore.length > 0)
    for (let count = 0; count < changedCount; count++)
      errors.push(forbiddenValue("spec.podCIDRs", 'node updates may not change podCIDR except from "" to valid'));
  if ((specBefore.providerID ?? "") !== "" && specBefore.providerID !== spec.providerID)
    errors.push(forbiddenValue("spec.providerID", 'node updates may not change providerID except from "" to valid'));
  return errors;
}

const changeErrors = (node: StoredObject, before: StoredObject): readonly FieldError[] => [
  ...objectMetaChangeErrors(node, before),
  ...capacityErrors(node),
  ...addressErrors(node),
  ...immutableFieldErrors(node, before),
  ...taintErrors(node),
  ...((objectIn(node, "spec").externalID ?? "") === (objectIn(before, "spec").externalID ?? "")
    ? []
    : [forbiddenValue("spec.externalID", "may not be updated")]),
];

/** Source: pkg/apis/core/validation, ValidateNode and ValidateNodeUpdate: a change is checked by both. */
export const NODE_VALIDATION: KindValidation = {
  createErrors,
  updateErrors: (node, before) => [...createErrors(node), ...changeErrors(node, before)],
};

/** Returns the errors of a node's new status. Source: pkg/registry/core/node, nodeStatusStrategy. */
export function nodeStatusErrors(node: StoredObject, before: StoredObject): readonly FieldError[] {
  const [status, statusBefore] = [objectIn(node, "status"), objectIn(before, "status")];
  // Heartbeats are frequent, and change none of these fields.
  const same = (field: string): boolean => status[field] === statusBefore[field];
  return [...(same("capacity") && same("allocatable") ? [] : capacityErrors(node)), ...(same("addresses") ? [] : addressErrors(node))];
}
