import type { StoredObject } from "../objects/contract.ts";
import type { FieldError } from "../objects/failures.ts";
import { isJsonObject, objectIn, objectsIn, textIn } from "../objects/json.ts";
import { changed, invalidValue, notSupported, required } from "./fields/field-errors.ts";
import type { KindValidation } from "./fields/kind-validation.ts";
import { subdomainProblems } from "./fields/label-problems.ts";
import { objectMetaChangeErrors, objectMetaErrors } from "./fields/validate-metadata.ts";

const SCOPES = ["Cluster", "Namespaced"];

function specErrors(definition: StoredObject): readonly FieldError[] {
  const spec = objectIn(definition, "spec");
  const names = objectIn(spec, "names");
  const versions = objectsIn(spec, "versions");
  const expectedName = `${textIn(names, "plural")}.${textIn(spec, "group")}`;
  const isStoredOnce = versions.filter(({ storage }) => storage === true).length === 1;
  return [
    ...(definition.metadata.name === expectedName
      ? []
      : [invalidValue("metadata.name", definition.metadata.name, 'must be spec.names.plural+"."+spec.group')]),
    ...(textIn(spec, "group") === "" ? [required("spec.group")] : []),
    ...(textIn(spec, "scope") === "" ? [required("spec.scope")] : []),
    ...(textIn(spec, "scope") === "" || SCOPES.includes(textIn(spec, "scope")) ? [] : [notSupported("spec.scope", spec.scope, SCOPES)]),
    ...(isStoredOnce ? [] : [invalidValue("spec.versions", versions, "must have exactly one version marked as storage version")]),
    ...versions.flatMap(({ schema }, at) =>
      isJsonObject(objectIn({ schema }, "schema").openAPIV3Schema)
        ? []
        : [required(`spec.versions[${at}].schema.openAPIV3Schema`, "schemas are required")],
    ),
    ...(textIn(names, "plural") === "" ? [required("spec.names.plural")] : []),
    ...(textIn(names, "kind") === "" ? [required("spec.names.kind")] : []),
  ];
}

/**
 * Checks the fields that are required to serve a definition's kind, but not its schemas. Source:
 * apiextensions-apiserver pkg/apis/apiextensions/validation, ValidateCustomResourceDefinition.
 */
export const DEFINITION_VALIDATION: KindValidation = {
  createErrors: (definition) => [...objectMetaErrors(definition, subdomainProblems), ...specErrors(definition)],
  updateErrors: (definition, before) => [
    ...objectMetaChangeErrors(definition, before),
    ...changed("spec.scope", objectIn(definition, "spec").scope, objectIn(before, "spec").scope),
    ...changed("spec.names.kind", objectIn(objectIn(definition, "spec"), "names").kind, objectIn(objectIn(before, "spec"), "names").kind),
    ...specErrors(definition),
  ],
};
