import type { StoredObject } from "../../objects/contract.ts";
import { isJsonObject, type JsonObject, listIn, objectIn } from "../../objects/json.ts";
import type { Resource } from "../../objects/resource.ts";
import { AUTOSCALERS_V1, EVENTS_V1, RESOURCES } from "../../objects/resources.ts";

const isCpuShare = (metric: JsonObject): boolean => {
  const { name, target } = objectIn(metric, "resource");
  return metric.type === "Resource" && name === "cpu" && isJsonObject(target) && target.type === "Utilization";
};

/** Converts a kind between its stored version and another served version. */
interface VersionConversion {
  readonly resource: Resource;
  /** Converts a stored object to this version, but keeps the stored group and version. */
  readonly toServed: (object: StoredObject) => JsonObject;
  /** Converts a client's object, whole or as a merge patch, to its stored form. */
  readonly toStored: (value: JsonObject) => JsonObject;
  /** Prefixes of selector fields and their stored replacements. */
  readonly selectorNames: Readonly<Record<string, string>>;
}

/**
 * Autoscalers in their first version: one share of the CPU, and no other metrics, behaviour or conditions. Source:
 * pkg/apis/autoscaling/v1/conversion.go, which keeps the rest in annotations.
 */
const AUTOSCALERS_FORM: VersionConversion = {
  resource: AUTOSCALERS_V1,
  toServed(object) {
    const { metrics: _, behavior: _behavior, ...spec } = objectIn(object, "spec");
    const share = listIn(objectIn(object, "spec"), "metrics").filter(isJsonObject).find(isCpuShare);
    const { currentMetrics: _current, conditions: _conditions, ...status } = objectIn(object, "status");
    const target = share === undefined ? undefined : objectIn(objectIn(share, "resource"), "target").averageUtilization;
    return {
      ...object,
      spec: { ...spec, ...(target === undefined ? {} : { targetCPUUtilizationPercentage: target }) },
      status: { currentReplicas: 0, desiredReplicas: 0, ...status },
    };
  },
  toStored(value) {
    if (!isJsonObject(value.spec)) return value;
    const { targetCPUUtilizationPercentage: averageUtilization, ...spec } = value.spec;
    if (averageUtilization === undefined) return value;
    const share = { type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization } } };
    return { ...value, spec: { ...spec, metrics: [share] } };
  },
  selectorNames: {},
};

/** Fields of a stored event by their names in events.k8s.io/v1. */
const STORED_NAMES: Readonly<Record<string, string>> = {
  note: "message",
  regarding: "involvedObject",
  reportingController: "reportingComponent",
  deprecatedSource: "source",
  deprecatedFirstTimestamp: "firstTimestamp",
  deprecatedLastTimestamp: "lastTimestamp",
  deprecatedCount: "count",
};
const SERVED_NAMES = Object.fromEntries(Object.entries(STORED_NAMES).map(([served, stored]) => [stored, served]));

const renamed = (object: JsonObject, names: Readonly<Record<string, string>>): JsonObject =>
  Object.fromEntries(Object.entries(object).map(([field, value]) => [names[field] ?? field, value]));

/** Events as events.k8s.io/v1 serves them. Source: pkg/apis/events/v1/conversion.go. */
const EVENTS_FORM: VersionConversion = {
  resource: EVENTS_V1,
  toServed: ({ source = {}, ...object }) => ({
    ...renamed(object, SERVED_NAMES),
    eventTime: object.eventTime ?? null,
    deprecatedSource: source,
    deprecatedFirstTimestamp: object.firstTimestamp ?? null,
    deprecatedLastTimestamp: object.lastTimestamp ?? null,
  }),
  toStored: (value) => renamed(value, STORED_NAMES),
  selectorNames: { "regarding.": "involvedObject.", reportingController: "reportingComponent" },
};

const FORMS: readonly VersionConversion[] = [EVENTS_FORM, AUTOSCALERS_FORM];
const formOf = (resource: Resource): VersionConversion | undefined => FORMS.find((form) => form.resource === resource);

/**
 * Returns the stored group and version of a custom resource if it differs from the served one. The objects differ in
 * nothing else.
 */
const otherStoredVersion = ({ custom, groupVersion }: Resource): string | undefined =>
  custom === undefined || custom.storedAs === groupVersion ? undefined : custom.storedAs;

/** Reports whether the served form of a resource differs from the stored form. */
export const isOtherVersion = (resource: Resource): boolean => formOf(resource) !== undefined || otherStoredVersion(resource) !== undefined;

/** Returns the stored resource. */
export function storedVersionOf(resource: Resource): Resource {
  const version = otherStoredVersion(resource);
  if (version !== undefined) return { ...resource, groupVersion: version };
  return isOtherVersion(resource) ? (RESOURCES.find(({ name }) => name === resource.name) ?? resource) : resource;
}

/** Returns an object in the form that its resource serves. */
export function toVersion(resource: Resource, object: StoredObject): StoredObject {
  const form = formOf(resource);
  if (otherStoredVersion(resource) !== undefined) return { ...object, apiVersion: resource.groupVersion };
  return form === undefined ? object : ({ ...form.toServed(object), apiVersion: resource.groupVersion } as unknown as StoredObject);
}

/** Converts a client's object, whole or as a merge patch, to its stored form. */
export function toStoredVersion(resource: Resource, value: unknown): unknown {
  const form = formOf(resource);
  const version = otherStoredVersion(resource);
  if (version !== undefined && isJsonObject(value) && value.apiVersion === resource.groupVersion) return { ...value, apiVersion: version };
  if (form === undefined || !isJsonObject(value)) return value;
  const stored = form.toStored(value);
  return stored.apiVersion === resource.groupVersion ? { ...stored, apiVersion: storedVersionOf(resource).groupVersion } : stored;
}

/** Converts a field selector of a resource to the stored names. */
export function storedSelector(resource: Resource, text: string): string {
  const names = Object.entries(formOf(resource)?.selectorNames ?? {});
  const stored = (part: string) =>
    names.reduce((path, [from, to]) => (path.startsWith(from) ? `${to}${path.slice(from.length)}` : path), part);
  return text.split(",").map(stored).join(",");
}
