import type { FieldError } from "../../../objects/failures.ts";
import { type JsonObject, numberIn, objectsIn, optionalIn, textIn } from "../../../objects/json.ts";
import { fieldRefErrors, resourceRefErrors } from "../../fields/downward-fields.ts";
import { invalidValue, required } from "../../fields/field-errors.ts";
import { volumePathErrors } from "../../fields/paths.ts";

const ALLOWED_FIELDS = ["metadata.annotations", "metadata.labels", "metadata.name", "metadata.namespace", "metadata.uid"];
const MODE_MAX = 0o777;

/** Returns the errors of the file mode in `name` of `holder`. */
export function modeErrors(holder: JsonObject, name: string, field: string): readonly FieldError[] {
  const mode = numberIn(holder, name);
  if (mode === undefined || (mode >= 0 && mode <= MODE_MAX)) return [];
  return [invalidValue(`${field}.${name}`, mode, "must be a number between 0 and 0777 (octal), both inclusive")];
}

function filePathErrors(file: JsonObject, field: string): readonly FieldError[] {
  const path = textIn(file, "path");
  return [...(path === "" ? [required(`${field}.path`)] : []), ...volumePathErrors(path, `${field}.path`)];
}

/**
 * Returns the errors of one ConfigMap or Secret key that becomes a file. Source: pkg/apis/core/validation,
 * validateKeyToPath.
 */
export const keyFileErrors = (item: JsonObject, field: string): readonly FieldError[] => [
  ...(textIn(item, "key") === "" ? [required(`${field}.key`)] : []),
  ...filePathErrors(item, field),
  ...modeErrors(item, "mode", field),
];

/** Returns the errors of all items of a ConfigMap or Secret. */
export const keyFilesErrors = (source: JsonObject, field: string): readonly FieldError[] =>
  objectsIn(source, "items").flatMap((item, at) => keyFileErrors(item, `${field}.items[${at}]`));

function exposedErrors(file: JsonObject, field: string): readonly FieldError[] {
  const fieldRef = optionalIn(file, "fieldRef");
  const resourceRef = optionalIn(file, "resourceFieldRef");
  if (fieldRef !== undefined)
    return [
      ...fieldRefErrors(fieldRef, ALLOWED_FIELDS, `${field}.fieldRef`),
      ...(resourceRef === undefined
        ? []
        : [invalidValue(field, "resource", "fieldRef and resourceFieldRef can not be specified simultaneously")]),
    ];
  if (resourceRef !== undefined) return resourceRefErrors(resourceRef, true, `${field}.resourceFieldRef`);
  return [required(field, "one of fieldRef and resourceFieldRef is required")];
}

/**
 * Returns the errors of a file that exposes a field of its pod. The path lacks the index of the file. Source: same,
 * validateDownwardAPIVolumeFile.
 */
export const downwardFileErrors = (file: JsonObject, field: string): readonly FieldError[] => [
  ...filePathErrors(file, field),
  ...exposedErrors(file, field),
  ...modeErrors(file, "mode", field),
];
