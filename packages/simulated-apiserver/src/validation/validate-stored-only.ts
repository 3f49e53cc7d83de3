import type { StoredOnlyName } from "../objects/stored-only-names.ts";
import { STORED_ONLY_RESOURCES } from "../objects/stored-only-resources.ts";
import { changed } from "./fields/field-errors.ts";
import type { KindValidation } from "./fields/kind-validation.ts";
import { subdomainProblems } from "./fields/label-problems.ts";
import { type NameRule, objectMetaChangeErrors, objectMetaErrors, pathSegmentProblems } from "./fields/validate-metadata.ts";
import { CONFIG_MAP_VALIDATION } from "./validate-config-map.ts";

/** Checks only metadata, because no loop uses the other fields. */
export const metadataValidation = (nameRule: NameRule): KindValidation => ({
  createErrors: (object) => objectMetaErrors(object, nameRule),
  updateErrors: (object, before) => [...objectMetaChangeErrors(object, before), ...objectMetaErrors(object, nameRule)],
});

const SECRET_VALIDATION: KindValidation = {
  createErrors: CONFIG_MAP_VALIDATION.createErrors,
  updateErrors: (secret, before) => [...changed("type", secret.type, before.type), ...CONFIG_MAP_VALIDATION.updateErrors(secret, before)],
};

const BY_METADATA = metadataValidation(subdomainProblems);
/** Names of roles and of APIServices only need to fit into a path. */
const BY_PATH = metadataValidation(pathSegmentProblems);

/** The rules of kinds that are stored without behavior: types of fields, metadata, and the keys of a Secret. */
export const STORED_ONLY_VALIDATIONS = Object.fromEntries(
  STORED_ONLY_RESOURCES.map(({ name, groupVersion }) => [
    name,
    name === "secrets" ? SECRET_VALIDATION : groupVersion.startsWith("rbac.") || name === "apiservices" ? BY_PATH : BY_METADATA,
  ]),
) as Readonly<Record<StoredOnlyName, KindValidation>>;
