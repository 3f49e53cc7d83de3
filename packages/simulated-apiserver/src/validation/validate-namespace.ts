import type { StoredObject } from "../objects/contract.ts";
import type { FieldError } from "../objects/failures.ts";
import { listIn, objectIn } from "../objects/json.ts";
import { eachProblem } from "./fields/field-errors.ts";
import type { KindValidation } from "./fields/kind-validation.ts";
import { dnsLabelProblems, labelKeyProblems } from "./fields/label-problems.ts";
import { objectMetaChangeErrors, objectMetaErrors, unqualifiedFinalizer } from "./fields/validate-metadata.ts";

const createErrors = (namespace: StoredObject): readonly FieldError[] => [
  ...objectMetaErrors(namespace, dnsLabelProblems),
  ...listIn(objectIn(namespace, "spec"), "finalizers").flatMap((finalizer) => [
    ...eachProblem("spec.finalizers", finalizer, labelKeyProblems(String(finalizer))),
    ...unqualifiedFinalizer(String(finalizer), "spec.finalizers"),
  ]),
];

/** Source: pkg/apis/core/validation, ValidateNamespace and ValidateNamespaceUpdate: a change is checked by both. */
export const NAMESPACE_VALIDATION: KindValidation = {
  createErrors,
  updateErrors: (namespace, before) => [...createErrors(namespace), ...objectMetaChangeErrors(namespace, before)],
};
