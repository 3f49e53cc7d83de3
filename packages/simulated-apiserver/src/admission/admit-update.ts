import { allocateAddresses } from "../defaults/default-service.ts";
import { applyDefaults } from "../defaults/defaults.ts";
import type { StoredObject } from "../objects/contract.ts";
import { dropEmptyMetadata } from "../objects/empty-metadata.ts";
import { conflict, invalid, StoreError } from "../objects/failures.ts";
import { cloneJson, equalJson, objectIn, shareJson, withFields } from "../objects/json.ts";
import type { Resource } from "../objects/resource.ts";
import { statusErrors, validationErrors } from "../validation/validate.ts";
import { admitPriorityClass } from "./admit-priority-class.ts";
import { admitService } from "./admit-service.ts";

/** Other objects that decide whether an update is admitted. */
interface UpdateContext {
  readonly priorityClasses: () => readonly StoredObject[];
  readonly services: () => readonly StoredObject[];
}

const TEMPLATE_GENERATION = "deprecated.daemonset.template.generation";

/** Only a deletion may set the deletion fields. The API checks these fields twice, and reports each error twice. */
function checkDeletionFields(resource: Resource, { metadata: submitted }: StoredObject, { metadata }: StoredObject): void {
  if ((submitted.deletionTimestamp ?? metadata.deletionTimestamp) === metadata.deletionTimestamp) return;
  const errors = (["deletionTimestamp", "deletionGracePeriodSeconds"] as const)
    .filter((field) => submitted[field] !== undefined && submitted[field] !== null && submitted[field] !== metadata[field])
    .map((field) => ({
      field: `metadata.${field}`,
      reason: "FieldValueInvalid",
      message: `Invalid value: ${JSON.stringify(submitted[field])}: field is immutable`,
    }));
  if (errors.length > 0) throw invalid(resource, metadata.name, [...errors, ...errors]);
}

function checkPreconditions(resource: Resource, submitted: StoredObject, { metadata }: StoredObject): void {
  const { resourceVersion } = submitted.metadata;
  if (!/^\d*$/.test(resourceVersion ?? ""))
    throw new StoreError({
      code: 500,
      reason: "",
      message: `strconv.ParseUint: parsing ${JSON.stringify(resourceVersion)}: invalid syntax`,
    });
  // Neither 0 nor a missing version is a precondition.
  if (Number(resourceVersion ?? 0) !== 0 && resourceVersion !== metadata.resourceVersion) throw conflict(resource, metadata.name);
}

/** With a uid, a status update must not reach a later object of the same name. */
function checkUid(resource: Resource, { metadata: { uid } }: StoredObject, { metadata }: StoredObject): void {
  if ((uid ?? "") !== "" && uid !== metadata.uid)
    throw conflict(resource, metadata.name, `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${metadata.uid}`);
}

/** Restores the fields that only the server sets; edits `next`. */
function keepServerFields(next: StoredObject, before: StoredObject): void {
  const { namespace, name, resourceVersion, creationTimestamp, generation, deletionTimestamp } = before.metadata;
  const uid = (next.metadata.uid ?? "") === "" ? before.metadata.uid : next.metadata.uid;
  const deletionGracePeriodSeconds = before.metadata.deletionGracePeriodSeconds ?? next.metadata.deletionGracePeriodSeconds;
  const kept = { namespace, name, uid, resourceVersion, creationTimestamp, generation, deletionTimestamp, deletionGracePeriodSeconds };
  next.apiVersion = before.apiVersion;
  next.kind = before.kind;
  // A field that is undefined is left out when the version is stored.
  next.metadata = { ...next.metadata, ...(kept as StoredObject["metadata"]) };
  dropEmptyMetadata(next.metadata);
}

/** Returns the part of an object whose changes increment its generation. */
function wantedOf({ custom, hasStatus }: Resource, object: StoredObject): unknown {
  if (custom === undefined) return object.spec ?? object.webhooks ?? object.template;
  const { metadata: _, status, ...submitted } = object;
  return hasStatus ? submitted : { ...submitted, status };
}

/** Increments the generation when the desired state changes; a DaemonSet's template has a separate counter. */
function countGenerations(resource: Resource, next: StoredObject, before: StoredObject): void {
  const { generation } = before.metadata;
  if (generation === undefined) return;
  if (!equalJson(wantedOf(resource, next), wantedOf(resource, before))) next.metadata.generation = generation + 1;
  if (resource.name !== "daemonsets") return;
  const counter = Number(before.metadata.annotations?.[TEMPLATE_GENERATION] ?? "1");
  const changed = !equalJson(objectIn(next, "spec").template, objectIn(before, "spec").template);
  next.metadata.annotations = { ...next.metadata.annotations, [TEMPLATE_GENERATION]: String(changed ? counter + 1 : counter) };
}

/**
 * Returns the next version of an object as it would be stored, or `before` itself if nothing changes. Throws the API's
 * answer to an invalid object. If the resource has a status endpoint, the main endpoint keeps the status. The status
 * endpoint changes only the status and `managedFields`.
 */
export function admitUpdate(
  resource: Resource,
  submitted: StoredObject,
  before: StoredObject,
  subresource: "status" | undefined,
  context: UpdateContext,
): StoredObject {
  checkPreconditions(resource, submitted, before);
  if (subresource === "status") {
    checkUid(resource, submitted, before);
    const status = shareJson(submitted.status, before.status);
    const errors = status === before.status ? [] : statusErrors(resource.name, withFields(before, { status }), before);
    if (errors.length > 0) throw invalid(resource, before.metadata.name, errors);
    const managedFields = shareJson(submitted.metadata.managedFields ?? before.metadata.managedFields, before.metadata.managedFields);
    if (managedFields !== undefined && managedFields !== before.metadata.managedFields)
      return withFields(before, { status, metadata: withFields(before.metadata, { managedFields }) });
    return status === before.status ? before : withFields(before, { status });
  }
  checkDeletionFields(resource, submitted, before);
  const next = cloneJson(submitted);
  keepServerFields(next, before);
  if (resource.hasStatus) next.status = before.status;
  applyDefaults(resource.name, next);
  if (resource.name === "services") {
    admitService(resource, next, before, context.services());
    allocateAddresses(next);
  }
  countGenerations(resource, next, before);
  const shared = shareJson(next, before);
  if (shared === before) return before;
  const errors = validationErrors(resource.name, shared, before);
  if (errors.length > 0) throw invalid(resource, before.metadata.name, errors);
  if (resource.name === "priorityclasses") admitPriorityClass(resource, shared, context.priorityClasses());
  return shared;
}
