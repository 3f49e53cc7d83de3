import type { StoredObject } from "../objects/contract.ts";
import type { FieldError } from "../objects/failures.ts";
import { isJsonObject } from "../objects/json.ts";
import { changed, negative, required } from "./fields/field-errors.ts";
import type { KindValidation } from "./fields/kind-validation.ts";
import { subdomainProblems } from "./fields/label-problems.ts";
import { objectMetaChangeErrors, objectMetaErrors } from "./fields/validate-metadata.ts";

const revisionErrors = (revision: StoredObject): readonly FieldError[] => [
  ...objectMetaErrors(revision, subdomainProblems),
  ...negative(revision.revision, "revision"),
];

function dataErrors({ data }: StoredObject): readonly FieldError[] {
  if (data === undefined || data === null) return [required("data", "data is mandatory")];
  return isJsonObject(data) ? [] : [required("data", "data must be a valid JSON object")];
}

/** Source: pkg/apis/apps/validation, ValidateControllerRevisionCreate and ValidateControllerRevisionUpdate. */
export const CONTROLLER_REVISION_VALIDATION: KindValidation = {
  createErrors: (revision) => [...revisionErrors(revision), ...dataErrors(revision)],
  updateErrors: (revision, before) => [
    ...objectMetaChangeErrors(revision, before),
    ...revisionErrors(revision),
    ...changed("data", revision.data, before.data),
  ],
};
