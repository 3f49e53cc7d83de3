import type { ObjectMeta, OwnerReference, StringMap } from "@daemonscope/kube/objects";
import { ANNOTATIONS } from "@daemonscope/kube/well-known";
import {
  defined,
  filledField,
  integerField,
  intern,
  internedField,
  isJson,
  type Json,
  mapField,
  objectField,
  objectsField,
  textsField,
} from "./fields.ts";

/** Annotations that decoded objects keep, in the order of `ANNOTATIONS`. */
export const RETAINED_ANNOTATIONS: readonly string[] = Object.values(ANNOTATIONS);
/** Shared by all objects without annotations, as nearly all pods. */
export const NO_ANNOTATIONS: StringMap = Object.freeze({});

function annotations(metadata: Json): StringMap {
  const all = objectField(metadata, "annotations");
  const found = RETAINED_ANNOTATIONS.filter((key) => typeof all[key] === "string");
  return found.length === 0 ? NO_ANNOTATIONS : Object.fromEntries(found.map((key) => [key, filledField(all, key) ?? ""]));
}

function owner(value: Json): OwnerReference {
  return {
    apiVersion: internedField(value, "apiVersion") ?? "",
    kind: internedField(value, "kind") ?? "",
    name: internedField(value, "name") ?? "",
    uid: internedField(value, "uid") ?? "",
    ...(value.controller === true ? { controller: true } : {}),
  };
}

/** Returns the fields of an object that is being deleted. */
function deletion(metadata: Json, deletionTimestamp: string) {
  const finalizers = textsField(metadata, "finalizers");
  return {
    deletionTimestamp,
    deletionGracePeriodSeconds: Math.max(0, integerField(metadata, "deletionGracePeriodSeconds")),
    ...(finalizers.length === 0 ? {} : { finalizers }),
  };
}

/** Returns metadata without managed fields, last-applied configuration and unused annotations; undefined without a
 *  name, uid or version. */
export function decodeMeta(value: unknown): ObjectMeta | undefined {
  const metadata = isJson(value) ? objectField(value, "metadata") : {};
  const name = filledField(metadata, "name");
  const uid = filledField(metadata, "uid");
  const resourceVersion = filledField(metadata, "resourceVersion");
  if (name === undefined || uid === undefined || resourceVersion === undefined) return undefined;
  const namespace = filledField(metadata, "namespace");
  const deletionTimestamp = filledField(metadata, "deletionTimestamp");
  return {
    // Names of nodes repeat in every pod; names of pods do not repeat.
    name: namespace === undefined ? intern(name) : name,
    ...(namespace === undefined ? {} : { namespace: intern(namespace) }),
    uid,
    resourceVersion,
    generation: integerField(metadata, "generation"),
    ...defined({ creationTimestamp: filledField(metadata, "creationTimestamp") }),
    ...(deletionTimestamp === undefined ? {} : deletion(metadata, deletionTimestamp)),
    labels: mapField(metadata, "labels"),
    annotations: annotations(metadata),
    ownerReferences: objectsField(metadata, "ownerReferences").map(owner),
  };
}

/** Returns the metadata of a namespaced object, like `decodeMeta`. */
export function decodeNamespacedMeta(value: unknown): (ObjectMeta & { readonly namespace: string }) | undefined {
  const metadata = decodeMeta(value);
  return metadata?.namespace === undefined ? undefined : { ...metadata, namespace: metadata.namespace };
}
