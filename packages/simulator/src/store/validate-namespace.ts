import type { StoredObject } from "./contract.ts";
import type { FieldError } from "./failures.ts";
import { eachProblem } from "./field-errors.ts";
import { listIn, objectIn } from "./json.ts";
import type { KindValidation } from "./kind-validation.ts";
import { dnsLabelProblems, labelKeyProblems } from "./label-problems.ts";
import { objectMetaChangeErrors, objectMetaErrors, unqualifiedFinalizer } from "./validate-metadata.ts";

const ofNew = (namespace: StoredObject): readonly FieldError[] => [
  ...objectMetaErrors(namespace, dnsLabelProblems),
  ...listIn(objectIn(namespace, "spec"), "finalizers").flatMap((finalizer) => [
    ...eachProblem("spec.finalizers", finalizer, labelKeyProblems(String(finalizer))),
    ...unqualifiedFinalizer(String(finalizer), "spec.finalizers"),
  ]),
];

/** Source: pkg/apis/core/validation, ValidateNamespace and ValidateNamespaceUpdate: a change is checked by both. */
export const NAMESPACE_VALIDATION: KindValidation = {
  ofNew,
  ofChange: (namespace, before) => [...ofNew(namespace), ...objectMetaChangeErrors(namespace, before)],
};
