import type { CustomName, Store, StoredObject } from "./contract.ts";
import { isJsonObject, type JsonObject, listIn, objectIn, objectsIn, textIn, textsIn } from "./json.ts";
import type { Resource } from "./resource.ts";

/**
 * The finalizer that keeps a deleted definition until its objects are gone. Source: apiextensions-apiserver
 * pkg/registry/customresourcedefinition, Delete.
 */
export const CRD_CLEANUP_FINALIZER = "customresourcecleanup.apiextensions.k8s.io";

const versionsOf = (definition: StoredObject): readonly JsonObject[] => objectsIn(objectIn(definition, "spec"), "versions");

/** Returns the version in which the objects of a definition are stored. */
export const storageVersionOf = (definition: StoredObject): string =>
  textIn(versionsOf(definition).find(({ storage }) => storage === true) ?? {}, "name");

export const isEstablished = (definition: StoredObject): boolean =>
  listIn(objectIn(definition, "status"), "conditions").some(
    (condition) => isJsonObject(condition) && condition.type === "Established" && condition.status === "True",
  );

function resourceOf(definition: StoredObject, version: JsonObject): Resource {
  const spec = objectIn(definition, "spec");
  const names = objectIn(spec, "names");
  const group = textIn(spec, "group");
  const categories = textsIn(names, "categories");
  return {
    name: definition.metadata.name as CustomName,
    kind: textIn(names, "kind"),
    singular: textIn(names, "singular"),
    groupVersion: `${group}/${textIn(version, "name")}`,
    namespaced: spec.scope === "Namespaced",
    shortNames: textsIn(names, "shortNames"),
    ...(categories.length === 0 ? {} : { categories }),
    hasStatus: isJsonObject(objectIn(version, "subresources").status),
    custom: {
      plural: textIn(names, "plural"),
      storedAs: `${group}/${storageVersionOf(definition)}`,
      schema: objectIn(objectIn(version, "schema"), "openAPIV3Schema"),
      resourceVersion: definition.metadata.resourceVersion,
    },
  };
}

/** Returns the resource with the version in which the objects of a definition are stored. */
export const storedResource = (definition: StoredObject): Resource =>
  resourceOf(definition, versionsOf(definition).find(({ storage }) => storage === true) ?? {});

const resourceCache = new WeakMap<StoredObject, readonly Resource[]>();

function resourcesOf(definition: StoredObject): readonly Resource[] {
  let resources = resourceCache.get(definition);
  if (resources === undefined) {
    const served = isEstablished(definition) ? versionsOf(definition).filter((version) => version.served === true) : [];
    resources = served.map((version) => resourceOf(definition, version));
    resourceCache.set(definition, resources);
  }
  return resources;
}

/**
 * Returns the served custom resources: each version of each established definition. Reads the stored definitions, so
 * that no cache must be updated after a change. Returns the same objects while a definition is unchanged.
 */
export const customResources = (store: Pick<Store, "list">): readonly Resource[] =>
  store.list("customresourcedefinitions").flatMap(resourcesOf);
