import type { StoredMeta, StoredObject } from "../../objects/contract.ts";
import type { FieldError } from "../../objects/failures.ts";
import { changed, eachProblem, forbiddenValue, invalidValue, labelErrors, negative, required, tooLong } from "./field-errors.ts";
import { labelKeyProblems } from "./label-problems.ts";

/** Returns the problems of a name. */
export type NameRule = (name: string) => readonly string[];

const ANNOTATION_BYTES = 256 * 1024;
const MANAGER_BYTES = 128;
const SUBRESOURCE_BYTES = 256;

/** The rule for kinds without a specific one: a name must fit into a path. */
export const pathSegmentProblems: NameRule = (name) =>
  name === "." || name === ".."
    ? [`may not be '${name}'`]
    : ["/", "%"].filter((mark) => name.includes(mark)).map((mark) => `may not contain '${mark}'`);

/** A name prefix may end with a dash. Upstream replaces the last two characters by "a", not only the dash. */
const asPrefix = (base: string): string => (base.length > 1 && base.endsWith("-") ? `${base.slice(0, -2)}a` : base);

const bytesOf = (text: unknown): number => Buffer.byteLength(String(text));

/** Returns the errors of a map of annotations: of its keys and of its size. */
export function annotationErrors(annotations: Readonly<Record<string, unknown>> | undefined, field: string): readonly FieldError[] {
  if (annotations === undefined) return [];
  const keys = Object.keys(annotations);
  const bytes = keys.reduce((sum, key) => sum + bytesOf(key) + bytesOf(annotations[key]), 0);
  return [
    ...keys.flatMap((key) => eachProblem(field, key, labelKeyProblems(key.toLowerCase()))),
    ...(bytes > ANNOTATION_BYTES ? [tooLong(field, ANNOTATION_BYTES)] : []),
  ];
}

function ownerErrors(owners: StoredMeta["ownerReferences"] = []): readonly FieldError[] {
  const field = "metadata.ownerReferences";
  let controller: string | undefined;
  return owners.flatMap((owner) => {
    const { apiVersion = "", kind = "", name = "", uid = "" } = owner;
    const errors: FieldError[] = [];
    if ((apiVersion.split("/").at(-1) ?? "") === "")
      errors.push(invalidValue(`${field}.apiVersion`, apiVersion, "version must not be empty"));
    for (const [part, value] of Object.entries({ kind, name, uid }))
      if (value === "") errors.push(invalidValue(`${field}.${part}`, value, "must not be empty"));
    if (apiVersion === "v1" && kind === "Event")
      errors.push(invalidValue(field, owner, "/v1, Kind=Event is disallowed from being an owner"));
    if (owner.controller !== true) return errors;
    if (controller === undefined) controller = `${kind}/${name}`;
    else
      errors.push(
        invalidValue(
          field,
          owners,
          `Only one reference can have Controller set to true. Found "true" in references for ${controller} and ${kind}/${name}`,
        ),
      );
    return errors;
  });
}

function finalizerErrors(finalizers: readonly string[] = []): readonly FieldError[] {
  const field = "metadata.finalizers";
  const both = finalizers.includes("orphan") && finalizers.includes("foregroundDeletion");
  return [
    ...finalizers.flatMap((finalizer) => eachProblem(field, finalizer, labelKeyProblems(finalizer))),
    ...(both ? [invalidValue(field, finalizers, "finalizer orphan and foregroundDeletion cannot be both set")] : []),
  ];
}

const STANDARD_FINALIZERS = ["kubernetes", "orphan", "foregroundDeletion"];

/** Rejects a finalizer that is neither Kubernetes' own nor qualified with a domain. */
export const unqualifiedFinalizer = (finalizer: string, field: string): readonly FieldError[] =>
  finalizer.includes("/") || STANDARD_FINALIZERS.includes(finalizer)
    ? []
    : [invalidValue(field, finalizer, "name is neither a standard finalizer name nor is it fully qualified")];

const unqualifiedFinalizers = ({ finalizers = [] }: StoredMeta): readonly FieldError[] =>
  finalizers.flatMap((finalizer, at) => unqualifiedFinalizer(finalizer, `metadata.finalizers[${at}]`));

function managedFieldErrors(entries: readonly unknown[] = []): readonly FieldError[] {
  return entries.flatMap((entry, at) => {
    const { operation = "", fieldsType = "", manager = "", subresource = "" } = entry as Readonly<Record<string, string>>;
    const field = `metadata.managedFields[${at}]`;
    const errors: FieldError[] = [];
    if (operation !== "Apply" && operation !== "Update")
      errors.push(invalidValue(`${field}.operation`, operation, "must be `Apply` or `Update`"));
    if (fieldsType !== "" && fieldsType !== "FieldsV1") errors.push(invalidValue(`${field}.fieldsType`, fieldsType, "must be `FieldsV1`"));
    if (bytesOf(manager) > MANAGER_BYTES) errors.push(tooLong(`${field}.manager`, MANAGER_BYTES));
    if (bytesOf(subresource) > SUBRESOURCE_BYTES) errors.push(tooLong(`${field}.subresource`, SUBRESOURCE_BYTES));
    return errors;
  });
}

/**
 * Returns the errors of an object's metadata. Source: apimachinery pkg/api/validation/objectmeta.go,
 * ValidateObjectMetaAccessor.
 */
export function metadataErrors({ metadata }: StoredObject, nameRule: NameRule): readonly FieldError[] {
  const { name, generateName = "" } = metadata;
  return [
    ...(generateName === "" ? [] : eachProblem("metadata.generateName", generateName, nameRule(asPrefix(generateName)))),
    ...(name === "" ? [required("metadata.name", "name or generateName is required")] : eachProblem("metadata.name", name, nameRule(name))),
    ...negative(metadata.generation, "metadata.generation"),
    ...labelErrors(metadata.labels, "metadata.labels"),
    ...annotationErrors(metadata.annotations, "metadata.annotations"),
    ...ownerErrors(metadata.ownerReferences),
    ...finalizerErrors(metadata.finalizers),
    ...managedFieldErrors(metadata.managedFields),
  ];
}

/**
 * Returns the errors of metadata, including finalizer names, as most kinds check it. Source: pkg/apis/core/validation,
 * ValidateObjectMeta.
 */
export const objectMetaErrors = (object: StoredObject, nameRule: NameRule): readonly FieldError[] => [
  ...metadataErrors(object, nameRule),
  ...unqualifiedFinalizers(object.metadata),
];

function addedFinalizers(after: StoredMeta, before: StoredMeta): readonly FieldError[] {
  if (before.deletionTimestamp === undefined) return [];
  const added = (after.finalizers ?? []).filter((finalizer) => !before.finalizers?.includes(finalizer)).sort();
  if (added.length === 0) return [];
  const listed = added.map((finalizer) => JSON.stringify(finalizer)).join(", ");
  return [
    forbiddenValue(
      "metadata.finalizers",
      `no new finalizers can be added if the object is being deleted, found new finalizers []string{${listed}}`,
    ),
  ];
}

/** Returns the errors of a change of metadata. Source: as metadataErrors, ValidateObjectMetaAccessorUpdate. */
export function metadataChangeErrors({ metadata }: StoredObject, { metadata: before }: StoredObject): readonly FieldError[] {
  return [
    ...addedFinalizers(metadata, before),
    ...changed("metadata.uid", metadata.uid, before.uid),
    ...changed("metadata.deletionGracePeriodSeconds", metadata.deletionGracePeriodSeconds, before.deletionGracePeriodSeconds),
    ...labelErrors(metadata.labels, "metadata.labels"),
    ...annotationErrors(metadata.annotations, "metadata.annotations"),
    ...ownerErrors(metadata.ownerReferences),
    ...managedFieldErrors(metadata.managedFields),
  ];
}

/** Returns the errors of a change of metadata, including finalizer names. */
export const objectMetaChangeErrors = (object: StoredObject, before: StoredObject): readonly FieldError[] => [
  ...metadataChangeErrors(object, before),
  ...unqualifiedFinalizers(object.metadata),
];
