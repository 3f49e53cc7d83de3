import { eachProblem } from "./field-errors.ts";
import { listIn, objectIn } from "./json.ts";
import type { KindValidation } from "./kind-validation.ts";
import { dnsLabelProblems, labelKeyProblems } from "./label-problems.ts";
import { objectMetaChangeErrors, objectMetaErrors, unqualifiedFinalizer } from "./validate-metadata.ts";

/** Source: pkg/apis/core/validation, ValidateNamespace and ValidateNamespaceUpdate. */
export const NAMESPACE_VALIDATION: KindValidation = {
  ofNew: (namespace) => [
    ...objectMetaErrors(namespace, dnsLabelProblems),
    ...listIn(objectIn(namespace, "spec"), "finalizers").flatMap((finalizer) => [
      ...eachProblem("spec.finalizers", finalizer, labelKeyProblems(String(finalizer))),
      ...unqualifiedFinalizer(String(finalizer), "spec.finalizers"),
    ]),
  ],
  ofChange: objectMetaChangeErrors,
};
