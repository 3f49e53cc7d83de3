import type { FieldError } from "../../../objects/failures.ts";
import { type JsonObject, objectIn, objectsIn, optionalIn, textIn } from "../../../objects/json.ts";
import { fieldRefErrors, resourceRefErrors } from "../../fields/downward-fields.ts";
import { eachProblem, invalidValue, notFoundValue, required } from "../../fields/field-errors.ts";
import { dataKeyProblems, dnsLabelProblems, subdomainProblems } from "../../fields/label-problems.ts";
import { environmentNameProblems } from "../../fields/name-problems.ts";
import { backstepErrors } from "../../fields/paths.ts";

const ALLOWED_FIELDS = [
  "metadata.name",
  "metadata.namespace",
  "metadata.uid",
  "spec.nodeName",
  "spec.serviceAccountName",
  "status.hostIP",
  "status.hostIPs",
  "status.podIP",
  "status.podIPs",
];

function keyRefErrors(reference: JsonObject, field: string): readonly FieldError[] {
  const name = textIn(reference, "name");
  const key = textIn(reference, "key");
  return [
    ...eachProblem(`${field}.name`, name, subdomainProblems(name)),
    ...(key === "" ? [required(`${field}.key`)] : eachProblem(`${field}.key`, key, dataKeyProblems(key))),
  ];
}

function fileRefErrors(reference: JsonObject, field: string): readonly FieldError[] {
  const key = textIn(reference, "key");
  const volume = textIn(reference, "volumeName");
  const path = textIn(reference, "path");
  return [
    ...(key === "" ? [required(`${field}.key`)] : eachProblem(`${field}.key`, key, environmentNameProblems(key))),
    ...(volume === "" ? [required(`${field}.volumeName`)] : eachProblem(`${field}.volumeName`, volume, dnsLabelProblems(volume))),
    ...(path === "" ? [required(`${field}.path`)] : backstepErrors(path, `${field}.path`)),
  ];
}

const SOURCES: readonly (readonly [string, (reference: JsonObject, field: string) => readonly FieldError[]])[] = [
  ["fieldRef", (reference, field) => fieldRefErrors(reference, ALLOWED_FIELDS, field)],
  ["resourceFieldRef", (reference, field) => resourceRefErrors(reference, false, field)],
  ["configMapKeyRef", keyRefErrors],
  ["secretKeyRef", keyRefErrors],
  ["fileKeyRef", fileRefErrors],
];

function sourceErrors(variable: JsonObject, field: string): readonly FieldError[] {
  const valueFrom = optionalIn(variable, "valueFrom");
  if (valueFrom === undefined) return [];
  const present = SOURCES.filter(([name]) => optionalIn(valueFrom, name) !== undefined);
  const errors = present.flatMap(([name, errorsOf]) => errorsOf(objectIn(valueFrom, name), `${field}.${name}`));
  if (present.length === 0)
    errors.push(
      invalidValue(field, "", "must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`"),
    );
  else if (textIn(variable, "value") !== "") errors.push(invalidValue(field, "", "may not be specified when `value` is not empty"));
  else if (present.length > 1) errors.push(invalidValue(field, "", "may not have more than one field specified at a time"));
  return errors;
}

/** Returns the errors of a container's variables. Source: pkg/apis/core/validation, ValidateEnv. */
export function environmentErrors(container: JsonObject, base: string): readonly FieldError[] {
  return objectsIn(container, "env").flatMap((variable, at) => {
    const field = `${base}.env[${at}]`;
    const name = textIn(variable, "name");
    return [
      ...(name === "" ? [required(`${field}.name`)] : eachProblem(`${field}.name`, name, environmentNameProblems(name))),
      ...sourceErrors(variable, `${field}.valueFrom`),
    ];
  });
}

/** A name is checked as a prefix, so a dash at its end is valid. */
const prefixProblems = (name: string): readonly string[] => subdomainProblems(name.endsWith("-") ? `${name.slice(0, -1)}a` : name);

/** Returns the errors of a container's sources of variables. Source: same, ValidateEnvFrom. */
export function environmentSourceErrors(container: JsonObject, base: string): readonly FieldError[] {
  const listPath = `${base}.envFrom`;
  return objectsIn(container, "envFrom").flatMap((source, at) => {
    const prefix = textIn(source, "prefix");
    const errors: FieldError[] =
      prefix === "" ? [] : [...eachProblem(`${listPath}[${at}].prefix`, prefix, environmentNameProblems(prefix))];
    const present = ["configMapRef", "secretRef"].filter((kind) => optionalIn(source, kind) !== undefined);
    for (const kind of present) {
      const name = textIn(objectIn(source, kind), "name");
      const field = `${listPath}[${at}].${kind}.name`;
      errors.push(...(name === "" ? [required(field)] : eachProblem(field, name, prefixProblems(name))));
    }
    if (present.length === 0) errors.push(invalidValue(listPath, "", "must specify one of: `configMapRef` or `secretRef`"));
    else if (present.length > 1) errors.push(invalidValue(listPath, "", "may not have more than one field specified at a time"));
    return errors;
  });
}

/** Rejects variables from files of volumes that are not empty directories. Source: same, validateFileKeyRefVolumes. */
export function fileVolumeErrors(podSpec: JsonObject, base: string): readonly FieldError[] {
  const volumes = new Map(objectsIn(podSpec, "volumes").map((volume) => [textIn(volume, "name"), volume]));
  return ["initContainers", "containers", "ephemeralContainers"].flatMap((list) =>
    objectsIn(podSpec, list).flatMap((container, at) =>
      objectsIn(container, "env").flatMap((variable, index) => {
        const reference = optionalIn(objectIn(variable, "valueFrom"), "fileKeyRef");
        if (reference === undefined) return [];
        const name = textIn(reference, "volumeName");
        const field = `${base}.${list}[${at}].env[${index}].valueFrom.fileKeyRef.volumeName`;
        const volume = volumes.get(name);
        if (volume === undefined) return [notFoundValue(field, name)];
        return optionalIn(volume, "emptyDir") === undefined
          ? [invalidValue(field, name, "referenced volume must be of type emptyDir")]
          : [];
      }),
    ),
  );
}
