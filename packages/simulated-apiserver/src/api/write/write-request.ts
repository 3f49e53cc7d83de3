import { applyDefaults } from "../../defaults/defaults.ts";
import { trackUpdate, type Writing } from "../../managed-fields/field-manager.ts";
import { EMPTY, type FieldSet, setOfPaths } from "../../managed-fields/field-set.ts";
import type { StoredObject } from "../../objects/contract.ts";
import { badRequest, forbidden, notFound, StoreError } from "../../objects/failures.ts";
import { cloneJson, equalJson, isJsonObject, type JsonObject, objectIn } from "../../objects/json.ts";
import type { Resource } from "../../objects/resource.ts";
import { groupOf } from "../../objects/resources.ts";
import { timestamp } from "../../objects/timestamp.ts";
import { typeOf, typeOfKind } from "../../schema/api-types.ts";
import { decodeObject } from "../../schema/decode-object.ts";
import type { SimulatorStore } from "../../store/store.ts";
import { warningsOf } from "../../warnings/warnings-of.ts";
import type { RequestBody } from "../request/request-body.ts";
import type { Target } from "../request/request-target.ts";

/** A request that may change objects. */
export interface WriteRequest {
  readonly store: SimulatorStore;
  readonly target: Target;
  readonly query: URLSearchParams;
  readonly mediaType: string;
  readonly body: RequestBody;
  readonly userAgent: string;
  readonly nowMs: number;
}

/** The result of a write. */
export interface Written {
  readonly code: number;
  /** The object written, or a Status. */
  readonly body: unknown;
  readonly warnings?: readonly string[];
}

export const isDryRun = (query: URLSearchParams): boolean => query.getAll("dryRun").includes("All");

/** Returns the object that the request names; throws 404. */
export function currentObject({ store, target: { resource, namespace, name } }: WriteRequest): StoredObject {
  const object = name === undefined ? undefined : store.get(resource.name, namespace, name);
  if (object === undefined) throw notFound(resource, name ?? "");
  return object;
}

const shortVersion = (apiVersion: string): string => apiVersion.split("/").at(-1) ?? "";

/** Throws 403 for a new object in a namespace that is being deleted. */
export function checkNamespaceLives({ store, target: { resource, namespace } }: WriteRequest, name: unknown): void {
  const namespaceObject = namespace === undefined ? undefined : store.get("namespaces", undefined, namespace);
  if (namespaceObject?.metadata.deletionTimestamp === undefined) return;
  const message = `namespace ${namespace} is being terminated`;
  throw forbiddenContent(
    resource,
    String(name ?? ""),
    `unable to create new content in namespace ${namespace} because it is being terminated`,
    [{ reason: "NamespaceTerminating", message, field: "metadata.namespace" }],
  );
}

function forbiddenContent(resource: Resource, name: string, why: string, causes: readonly unknown[]): StoreError {
  const { failure } = forbidden(resource, name, why);
  return new StoreError({ ...failure, details: { ...failure.details, causes } });
}

/**
 * Returns the body as an object of the path's kind. Throws 400 for another kind. A body without a kind counts as one of
 * this kind.
 */
export function bodyObject({ value, problem, text = "" }: RequestBody, { kind: served, groupVersion }: Resource): JsonObject {
  if (!isJsonObject(value))
    throw badRequest(
      `the object provided is unrecognized (must be of type ${served}): couldn't get version/kind; json parse error: ${problem ?? "the body is no object"}${text === "" ? "" : ` (${text.slice(0, 1024)})`}`,
    );
  const { kind, apiVersion } = value;
  if ((kind ?? served) === served && (apiVersion ?? groupVersion) === groupVersion) return value;
  const [submittedKind, version] = [String(kind ?? ""), String(apiVersion ?? "")];
  const group = groupOf(groupVersion) || "core";
  const why =
    typeOfKind(version, submittedKind) === undefined
      ? `no kind "${submittedKind}" is registered for version "${version}" in scheme "pkg/runtime/scheme.go:111"`
      : `converting (${shortVersion(version)}.${submittedKind}) to (${group}.${served}): unknown conversion`;
  throw badRequest(`${submittedKind} in version "${shortVersion(version)}" cannot be handled as a ${served}: ${why}`);
}

/** Returns the object with the name and namespace of the request. Throws 400 if the two disagree. */
export function placedObject(object: JsonObject, { resource, namespace, name }: Target): StoredObject {
  const metadata = objectIn(object, "metadata");
  if (resource.namespaced && (metadata.namespace ?? "") !== "" && metadata.namespace !== namespace)
    throw badRequest("the namespace of the provided object does not match the namespace sent on the request");
  if (name !== undefined && (metadata.name ?? "") !== "" && metadata.name !== name)
    throw badRequest(`the name of the object (${String(metadata.name)}) does not match the name on the URL (${name})`);
  return {
    ...object,
    apiVersion: resource.groupVersion,
    kind: resource.kind,
    metadata: { ...metadata, ...(name === undefined ? {} : { name }), ...(resource.namespaced ? { namespace } : {}) },
  } as unknown as StoredObject;
}

const STATUS = setOfPaths(["status"]);
const SPEC = setOfPaths(["spec"]);
const SPEC_OF_POD = setOfPaths(["spec"], ["metadata", "deletionTimestamp"], ["metadata", "ownerReferences"]);

function resetFields({ resource, subresource }: Target): FieldSet {
  if (subresource === "status") return resource.name === "pods" ? SPEC_OF_POD : SPEC;
  return resource.hasStatus ? STATUS : EMPTY;
}

/** The field owner of a write: `fieldManager`, or the user agent before its first `/`. */
const managerOf = ({ query, userAgent }: WriteRequest): string =>
  query.get("fieldManager") ||
  [...(userAgent.split("/")[0] ?? "")]
    .filter((char) => char >= " ")
    .join("")
    .slice(0, 128);

/** Describes the writer for the ownership of fields. */
export function writingOf(request: WriteRequest): Writing {
  const { target, nowMs } = request;
  const { resource, subresource } = target;
  return {
    type: typeOf(resource),
    apiVersion: resource.groupVersion,
    manager: managerOf(request),
    ...(subresource === undefined ? {} : { subresource }),
    now: timestamp(nowMs),
    reset: resetFields(target),
  };
}

const TEMPLATE_GENERATION = "deprecated.daemonset.template.generation";

/** The server writes this annotation on every DaemonSet that it stores. */
function withTemplateGeneration(object: StoredObject, before: StoredObject | undefined): StoredObject {
  const { annotations } = object.metadata;
  if (object.kind !== "DaemonSet" || annotations?.[TEMPLATE_GENERATION] !== undefined) return object;
  const counter = before?.metadata.annotations?.[TEMPLATE_GENERATION] ?? "0";
  return { ...object, metadata: { ...object.metadata, annotations: { ...annotations, [TEMPLATE_GENERATION]: counter } } };
}

/**
 * Returns the object with its defaults and the field owners after this write; the existing object if nothing changes.
 */
export function trackedObject(request: WriteRequest, submitted: StoredObject, before: StoredObject | undefined): StoredObject {
  // The control loops write empty fields. Other clients cannot tell them from missing fields.
  if (before !== undefined && equalJson(submitted, decodeObject(before as unknown as JsonObject, writingOf(request).type).object))
    return before;
  const object = cloneJson(withTemplateGeneration(submitted, before));
  // Another endpoint writes the finalizers of a namespace.
  if (before !== undefined && request.target.resource.name === "namespaces") object.spec = cloneJson(before.spec);
  applyDefaults(request.target.resource.name, object);
  return trackUpdate(
    before as unknown as JsonObject | undefined,
    object as unknown as JsonObject,
    writingOf(request),
  ) as unknown as StoredObject;
}

/** Creates the object, or checks it in a dry run. Adds the warnings about its values to `warnings`. */
export function createdObject({ store, target, query }: WriteRequest, object: StoredObject, warnings: readonly string[]): Written {
  const { name } = target.resource;
  const created = isDryRun(query) ? store.tryCreate(name, { ...object }) : store.create(name, { ...object });
  return { code: 201, body: created, warnings: [...warnings, ...warningsOf(name, created, undefined)] };
}

/** Updates the object or its status, or checks it in a dry run. Adds the warnings about its values to `warnings`. */
export function updatedObject(
  { store, target, query }: WriteRequest,
  object: StoredObject,
  before: StoredObject,
  warnings: readonly string[],
): Written {
  const { name } = target.resource;
  const part = target.subresource === "status" ? "status" : undefined;
  const written = isDryRun(query) ? store.tryUpdate(name, object, part) : store.update(name, object, part);
  const objectWarnings = part === undefined ? warningsOf(name, written, before) : [];
  return { code: 200, body: written, warnings: [...warnings, ...objectWarnings] };
}
