import { compareTexts } from "@daemonscope/kube/base/compare-texts";
import { applyDefaults } from "../../defaults/defaults.ts";
import { configErrors } from "../../managed-fields/config-errors.ts";
import { applyConfiguration, type Conflict } from "../../managed-fields/field-manager.ts";
import type { StoredObject } from "../../objects/contract.ts";
import { badRequest, StoreError } from "../../objects/failures.ts";
import { cloneJson, isJsonObject, type JsonObject, objectIn } from "../../objects/json.ts";
import type { Resource } from "../../objects/resource.ts";
import { applyJsonPatch } from "../../patch/json-patch.ts";
import { applyStrategicMerge, goText } from "../../patch/strategic-merge.ts";
import { typeOfKind } from "../../schema/api-types.ts";
import type { TypeMismatch } from "../../schema/decode-object.ts";
import type { RequestBody } from "../request/request-body.ts";
import { checkFields, checkWriteOptions, invalidOptions, invalidPatch } from "./field-validation.ts";
import {
  checkNamespaceLives,
  createdObject,
  currentObject,
  placedObject,
  trackedObject,
  updatedObject,
  type WriteRequest,
  type Written,
  writingOf,
} from "./write-request.ts";

const MERGE = "application/merge-patch+json";
const STRATEGIC = "application/strategic-merge-patch+json";
const APPLY = "application/apply-patch+yaml";
const PATCHES = ["application/json-patch+json", MERGE, STRATEGIC, APPLY];
/** The merge keys of a custom resource are unknown, so clients use the merge patch. */
const CUSTOM_PATCHES = PATCHES.filter((type) => type !== STRATEGIC);

const MAX_OPERATIONS = 10_000;

const jsonName = (value: unknown): string =>
  value === undefined || value === null ? "null" : Array.isArray(value) ? "array" : typeof value === "boolean" ? "bool" : typeof value;

/** Returns a patch that is an object. Throws 400 for others, with a message that begins with `lead`. */
function objectPatch({ value, problem }: RequestBody, lead: string): JsonObject {
  if (problem !== undefined) throw badRequest(`${lead}${problem}`);
  if (isJsonObject(value)) return value;
  throw badRequest(`${lead}json: cannot unmarshal ${jsonName(value)} into Go value of type map[string]interface {}`);
}

const DECODING = "error decoding patch: ";

interface Patched {
  readonly object: JsonObject;
  /** Creates the API's error if the patch's result cannot be read as the kind. */
  readonly refuse: (mismatch: TypeMismatch) => StoreError;
}

function jsonPatched(before: StoredObject, { value, problem }: RequestBody): unknown {
  if (problem !== undefined) throw badRequest(DECODING + problem);
  if (!Array.isArray(value))
    throw badRequest(`${DECODING}json: cannot unmarshal ${jsonName(value)} into Go value of type []handlers.jsonPatchOp`);
  const invalidAt = value.findIndex((step) => !isJsonObject(step));
  if (invalidAt >= 0)
    throw badRequest(`${DECODING}json: cannot unmarshal ${jsonName(value[invalidAt])} into Go value of type handlers.jsonPatchOp`);
  if (value.length > MAX_OPERATIONS)
    throw new StoreError({
      code: 413,
      reason: "RequestEntityTooLarge",
      message: `Request entity too large: The allowed maximum operations in a JSON patch is ${MAX_OPERATIONS}, got ${value.length}`,
    });
  const result = applyJsonPatch(before, value);
  if ("value" in result) return result.value;
  // The API server does not report which step failed.
  throw new StoreError({
    code: 422,
    reason: "Invalid",
    message: "the server rejected our request due to an error in our request",
    details: {},
  });
}

/** Returns why an object whose kind a patch changed cannot be stored; undefined if the kind is right or missing. */
function kindProblem({ apiVersion, kind }: JsonObject, { groupVersion, kind: servedKind }: Resource): string | undefined {
  if (typeof apiVersion !== "string" || typeof kind !== "string" || apiVersion === "" || kind === "") return undefined;
  if (apiVersion === groupVersion && kind === servedKind) return undefined;
  if (typeOfKind(apiVersion, kind) === undefined)
    return `no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(apiVersion)} in scheme "pkg/runtime/scheme.go:111"`;
  const group = groupVersion.includes("/") ? groupVersion.split(/[./]/)[0] : "core";
  return `converting (${apiVersion.split("/").at(-1)}.${kind}) to (${group}.${servedKind}): unknown conversion`;
}

function patched(request: WriteRequest, before: StoredObject): Patched {
  const { mediaType, body } = request;
  if (mediaType === STRATEGIC) {
    const patch = objectPatch(body, "");
    const result = applyStrategicMerge(before, patch, writingOf(request).type);
    if ("value" in result) return { object: result.value, refuse: ({ converted }) => invalidPatch(goText(patch), converted) };
    throw result.code === 400 ? badRequest(result.problem) : new StoreError({ code: 500, reason: "", message: result.problem });
  }
  const object = mediaType === MERGE ? applyMergePatch(before, objectPatch(body, DECODING)) : jsonPatched(before, body);
  const refuse = ({ json }: TypeMismatch) => invalidPatch(JSON.stringify(object), json);
  if (!isJsonObject(object))
    throw refuse({ json: `json: cannot unmarshal ${jsonName(object)} into Go value of type object`, converted: "" });
  const problem = kindProblem(object, request.target.resource);
  if (problem !== undefined) throw invalidPatch(JSON.stringify(object), problem);
  return { object, refuse };
}

/** Carries out a PATCH in any of the API's four forms. */
export function patchObject(request: WriteRequest): Written {
  const { target, query, mediaType } = request;
  const { resource } = target;
  const accepted = resource.custom === undefined ? PATCHES : CUSTOM_PATCHES;
  if (!accepted.includes(mediaType)) {
    const message =
      resource.custom === undefined
        ? "415: Unsupported Media Type"
        : `the body of the request was in an unknown format - accepted media types include: ${accepted.join(", ")}`;
    throw new StoreError({ code: 415, reason: "UnsupportedMediaType", message, details: {} });
  }
  checkWriteOptions("PatchOptions", query);
  if (mediaType === APPLY) return applyObject(request);
  if (query.has("force"))
    throw invalidOptions("PatchOptions", [
      { reason: "FieldValueForbidden", message: "Forbidden: may not be specified for non-apply patch", field: "force" },
    ]);
  const before = currentObject(request);
  const next = patched(request, before);
  const { object, warnings } = checkFields(resource, next.object, query.get("fieldValidation"), next.refuse);
  const tracked = trackedObject(request, placedObject(object, target), before);
  return updatedObject(request, tracked, before, warnings);
}

function ownerText({ owner }: Conflict): string {
  const subresource = owner.subresource === undefined ? "" : ` with subresource ${JSON.stringify(owner.subresource)}`;
  return `${JSON.stringify(owner.manager)}${subresource}${owner.operation === "Update" ? ` using ${owner.apiVersion}` : ""}`;
}

/** The 409 of an apply that would change fields of other owners. */
function applyConflict(conflicts: readonly Conflict[]): StoreError {
  const [only] = conflicts;
  const byOwner = new Map<string, string[]>();
  for (const conflict of conflicts) {
    const fields = byOwner.get(ownerText(conflict)) ?? [];
    byOwner.set(ownerText(conflict), fields);
    fields.push(conflict.field);
  }
  const listed = [...byOwner]
    .sort(([a], [b]) => compareTexts(a, b))
    .map(([owner, fields]) => [`conflicts with ${owner}:`, ...fields.map((field) => `- ${field}`)].join("\n"));
  const message =
    conflicts.length === 1 && only !== undefined
      ? `Apply failed with 1 conflict: conflict with ${ownerText(only)}: ${only.field}`
      : `Apply failed with ${conflicts.length} conflicts: ${listed.join("\n")}`;
  const causes = conflicts.map((conflict) => ({
    reason: "FieldManagerConflict",
    message: `conflict with ${ownerText(conflict)}`,
    field: conflict.field,
  }));
  return new StoreError({ code: 409, reason: "Conflict", message, details: { causes } });
}

function checkConfiguration({ target, query, body }: WriteRequest, writing: ReturnType<typeof writingOf>): JsonObject {
  const { resource, name } = target;
  const config = body.value;
  if (!query.get("fieldManager"))
    throw invalidOptions("PatchOptions", [
      { reason: "FieldValueRequired", message: "Required value: is required for apply patch", field: "fieldManager" },
    ]);
  if (!isJsonObject(config)) throw badRequest(`error decoding YAML: ${body.problem ?? "the configuration is no object"}`);
  const { apiVersion = "", kind = "" } = config;
  if (apiVersion !== resource.groupVersion || kind !== resource.kind)
    throw badRequest(`invalid object type: ${String(apiVersion).includes("/") ? "" : "/"}${String(apiVersion)}, Kind=${String(kind)}`);
  if (objectIn(config, "metadata").managedFields !== undefined) throw badRequest("metadata.managedFields must be nil");
  const errors = configErrors(writing.type, config);
  if (errors.length > 0) {
    const which = `${String(objectIn(config, "metadata").namespace ?? "")}/${name ?? ""}; ${resource.groupVersion}, Kind=${String(kind)}`;
    const text = errors.length === 1 ? errors[0] : ["errors:", ...errors.map((error) => `  ${error}`)].join("\n");
    throw new StoreError({ code: 500, reason: "", message: `failed to create typed patch object (${which}): ${text}` });
  }
  return config;
}

/**
 * Server-side apply: creates a missing object, or merges the configuration into the existing one. A change of fields of
 * other owners is a conflict, unless forced.
 */
function applyObject(request: WriteRequest): Written {
  const { store, target, query } = request;
  const { resource, namespace, name, subresource } = target;
  const writing = writingOf(request);
  const config = checkConfiguration(request, writing);
  placedObject(config, target);
  const before = name === undefined ? undefined : store.get(resource.name, namespace, name);
  if (before === undefined && subresource !== undefined) currentObject(request);
  const force = query.get("force") === "true";
  const applied = applyConfiguration(before as unknown as JsonObject | undefined, config, writing, force);
  if ("conflicts" in applied) throw applyConflict(applied.conflicts);
  const { object, warnings } = checkFields(resource, applied.object, query.get("fieldValidation"));
  const placed = placedObject(object, target);
  applyDefaults(resource.name, placed);
  if (before !== undefined) return updatedObject(request, placed, before, warnings);
  checkNamespaceLives(request, name);
  return createdObject(request, placed, warnings);
}

/** Applies an RFC 7386 merge patch to a copy: maps merge, null deletes, everything else replaces. */
export function applyMergePatch(target: unknown, patch: unknown): unknown {
  if (!isJsonObject(patch)) return cloneJson(patch);
  const merged: JsonObject = isJsonObject(target) ? { ...target } : {};
  for (const [field, value] of Object.entries(patch)) {
    if (value === null) delete merged[field];
    else merged[field] = applyMergePatch(merged[field], value);
  }
  return merged;
}
