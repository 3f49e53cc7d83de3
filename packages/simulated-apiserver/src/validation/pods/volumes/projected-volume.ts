import type { FieldError } from "../../../objects/failures.ts";
import { type JsonObject, numberIn, objectsIn, optionalIn, textIn } from "../../../objects/json.ts";
import { forbiddenValue, invalidValue, required } from "../../fields/field-errors.ts";
import { volumePathErrors } from "../../fields/paths.ts";
import { downwardFileErrors, keyFileErrors, modeErrors } from "./volume-files.ts";

const MIN_SECONDS = 600;
const MAX_SECONDS = 2 ** 32;

function tokenErrors(token: JsonObject, field: string, volume: string): readonly FieldError[] {
  const seconds = numberIn(token, "expirationSeconds") ?? 0;
  const path = textIn(token, "path");
  const errors: FieldError[] = [];
  if (seconds < MIN_SECONDS)
    errors.push(invalidValue(`${field}.expirationSeconds`, seconds, "may not specify a duration less than 10 minutes"));
  if (seconds > MAX_SECONDS)
    errors.push(invalidValue(`${field}.expirationSeconds`, seconds, "may not specify a duration larger than 2^32 seconds"));
  // The API server names the volume, not the source.
  errors.push(...(path === "" ? [required(`${volume}.path`)] : volumePathErrors(path, `${volume}.path`)));
  return errors;
}

const KINDS = ["secret", "configMap", "downwardAPI", "serviceAccountToken"] as const;

function sourceErrors(
  kind: (typeof KINDS)[number],
  source: JsonObject,
  field: string,
  volume: string,
  isNew: (path: string) => boolean,
): readonly FieldError[] {
  switch (kind) {
    case "secret":
    case "configMap": {
      const name = textIn(source, "name");
      return [
        ...(name === "" ? [required(`${field}.name`)] : []),
        ...objectsIn(source, "items").flatMap((item, at) => [
          ...keyFileErrors(item, `${field}.items[${at}]`),
          ...(isNew(textIn(item, "path")) ? [] : [invalidValue(volume, name, "conflicting duplicate paths")]),
        ]),
      ];
    }
    case "downwardAPI":
      return objectsIn(source, "items").flatMap((file) => [
        ...downwardFileErrors(file, field),
        ...(isNew(textIn(file, "path")) ? [] : [invalidValue(volume, textIn(file, "path"), "conflicting duplicate paths")]),
      ]);
    case "serviceAccountToken":
      return tokenErrors(source, field, volume);
  }
}

/**
 * Returns the errors of a volume with several sources. Trust bundles and pod certificates are not checked. Source:
 * pkg/apis/core/validation, validateProjectedVolumeSource.
 */
export function projectedVolumeErrors(projected: JsonObject, volume: string): readonly FieldError[] {
  const paths = new Set<string>();
  const isNew = (path: string): boolean => {
    if (path === "") return true;
    const known = paths.has(path);
    paths.add(path);
    return !known;
  };
  return [
    ...modeErrors(projected, "defaultMode", volume),
    ...objectsIn(projected, "sources").flatMap((source, at) => {
      const field = `${volume}.sources[${at}]`;
      const present = KINDS.filter((kind) => optionalIn(source, kind) !== undefined);
      return [
        ...present.flatMap((kind) => sourceErrors(kind, optionalIn(source, kind) ?? {}, `${field}.${kind}`, volume, isNew)),
        ...(present.length > 1 ? [forbiddenValue(field, "may not specify more than 1 volume type per source")] : []),
      ];
    }),
  ];
}
