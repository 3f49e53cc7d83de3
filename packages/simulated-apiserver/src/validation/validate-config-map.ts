import type { StoredObject } from "../objects/contract.ts";
import type { FieldError } from "../objects/failures.ts";
import { equalJson, objectIn } from "../objects/json.ts";
import { eachProblem, forbiddenValue, invalidValue, tooLong } from "./fields/field-errors.ts";
import type { KindValidation } from "./fields/kind-validation.ts";
import { dataKeyProblems, subdomainProblems } from "./fields/label-problems.ts";
import { objectMetaChangeErrors, objectMetaErrors } from "./fields/validate-metadata.ts";

const DATA_BYTES = 1024 * 1024;

function bytesIn(map: StoredObject): number {
  const texts = Object.values(objectIn(map, "data")).map((text) => Buffer.byteLength(String(text)));
  const binaries = Object.values(objectIn(map, "binaryData")).map((text) => Buffer.byteLength(String(text), "base64"));
  return [...texts, ...binaries].reduce((sum, bytes) => sum + bytes, 0);
}

function createErrors(map: StoredObject): readonly FieldError[] {
  const binary = objectIn(map, "binaryData");
  return [
    ...objectMetaErrors(map, subdomainProblems),
    ...Object.keys(objectIn(map, "data")).flatMap((key) => [
      ...eachProblem(`data[${key}]`, key, dataKeyProblems(key)),
      ...(Object.hasOwn(binary, key) ? [invalidValue(`data[${key}]`, key, "duplicate of key present in binaryData")] : []),
    ]),
    ...Object.keys(binary).flatMap((key) => eachProblem(`binaryData[${key}]`, key, dataKeyProblems(key))),
    // The error refers to the whole object.
    ...(bytesIn(map) > DATA_BYTES ? [tooLong("[]", DATA_BYTES)] : []),
  ];
}

function frozenErrors(map: StoredObject, before: StoredObject): readonly FieldError[] {
  if (before.immutable !== true) return [];
  const frozen = (field: string) => forbiddenValue(field, "field is immutable when `immutable` is set");
  return [
    ...(map.immutable === true ? [] : [frozen("immutable")]),
    ...["data", "binaryData"].filter((field) => !equalJson(objectIn(map, field), objectIn(before, field))).map(frozen),
  ];
}

/** Source: pkg/apis/core/validation, ValidateConfigMap and ValidateConfigMapUpdate. */
export const CONFIG_MAP_VALIDATION: KindValidation = {
  createErrors,
  updateErrors: (map, before) => [...objectMetaChangeErrors(map, before), ...frozenErrors(map, before), ...createErrors(map)],
};
