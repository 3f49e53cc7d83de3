import type { StoredObject } from "../../objects/contract.ts";
import { isJsonObject } from "../../objects/json.ts";
import type { Resource } from "../../objects/resource.ts";
import { RESOURCES } from "../../objects/resources.ts";
import { AUTOSCALERS_FORM } from "./autoscalers-v1.ts";
import { EVENTS_FORM } from "./events-v1.ts";
import type { VersionConversion } from "./version-conversion.ts";

const FORMS: readonly VersionConversion[] = [EVENTS_FORM, AUTOSCALERS_FORM];
const formOf = (resource: Resource): VersionConversion | undefined => FORMS.find((form) => form.resource === resource);

/**
 * Returns the stored group and version of a custom resource if it differs from the served one. The objects differ in
 * nothing else.
 */
const otherVersion = ({ custom, groupVersion }: Resource): string | undefined =>
  custom === undefined || custom.storedAs === groupVersion ? undefined : custom.storedAs;

/** Reports whether the served form of a resource differs from the stored form. */
export const isOtherVersion = (resource: Resource): boolean => formOf(resource) !== undefined || otherVersion(resource) !== undefined;

/** Returns the stored resource. */
export function storedVersionOf(resource: Resource): Resource {
  const version = otherVersion(resource);
  if (version !== undefined) return { ...resource, groupVersion: version };
  return isOtherVersion(resource) ? (RESOURCES.find(({ name }) => name === resource.name) ?? resource) : resource;
}

/** Returns an object in the form that its resource serves. */
export function toVersion(resource: Resource, object: StoredObject): StoredObject {
  const form = formOf(resource);
  if (otherVersion(resource) !== undefined) return { ...object, apiVersion: resource.groupVersion };
  return form === undefined ? object : ({ ...form.served(object), apiVersion: resource.groupVersion } as unknown as StoredObject);
}

/** Converts a client's object, whole or as a merge patch, to its stored form. */
export function toStoredVersion(resource: Resource, value: unknown): unknown {
  const form = formOf(resource);
  const version = otherVersion(resource);
  if (version !== undefined && isJsonObject(value) && value.apiVersion === resource.groupVersion) return { ...value, apiVersion: version };
  if (form === undefined || !isJsonObject(value)) return value;
  const stored = form.stored(value);
  return stored.apiVersion === resource.groupVersion ? { ...stored, apiVersion: storedVersionOf(resource).groupVersion } : stored;
}

/** Converts a field selector of a resource to the stored names. */
export function storedSelector(resource: Resource, text: string): string {
  const names = Object.entries(formOf(resource)?.selected ?? {});
  const stored = (part: string) => names.reduce((now, [from, to]) => (now.startsWith(from) ? `${to}${now.slice(from.length)}` : now), part);
  return text.split(",").map(stored).join(",");
}
