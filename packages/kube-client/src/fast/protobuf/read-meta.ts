import type { Buffer } from "node:buffer";
import type { ObjectMeta, OwnerReference, StringMap } from "@daemonscope/kube/objects";
import { NO_ANNOTATIONS } from "../../decode/decode-meta.ts";
import { LIST_LIMIT } from "../../decode/fields.ts";
import { META } from "./decoded-fields.ts";
import { truncatedText, uninternedText } from "./interned-text.ts";
import { endOfElements, fieldBegin, fieldEnd, fieldNumber, readField, requireSingle, safeInteger, skipField } from "./read-field.ts";
import { readAnnotations, readLabels } from "./read-map.ts";
import { readOwners } from "./read-owners.ts";
import { timeText } from "./time-text.ts";
import { UnsupportedEncoding } from "./wire.ts";

/** Tags: field number and wire type. */
export const META_TAG = {
  name: 10,
  namespace: 26,
  uid: 42,
  resourceVersion: 50,
  generation: 56,
  created: 66,
  deleted: 74,
  graceSeconds: 80,
  labels: 90,
  annotations: 98,
  owners: 106,
  finalizer: 114,
} as const;

const NO_LABELS: StringMap = Object.freeze(Object.create(null) as StringMap);
const NO_OWNERS: readonly OwnerReference[] = Object.freeze([]);

/** Reads metadata into the result of `decodeMeta`. Throws UnsupportedEncoding or MalformedMessage for bytes that the
 *  generic decoder must read, and if the name, uid or version is missing. */
export function readMeta(bytes: Buffer, from: number, to: number): ObjectMeta {
  let name = "";
  let namespace = "";
  let uid = "";
  let resourceVersion = "";
  let generation = 0;
  let created: string | undefined;
  let deleted: string | undefined;
  let graceSeconds = 0;
  let labels: StringMap | undefined;
  let annotations: StringMap | undefined;
  let owners: readonly OwnerReference[] | undefined;
  let finalizers: string[] | undefined;
  for (let at = from; at < to; ) {
    const tagAt = at;
    const tag = readField(bytes, at, to);
    at = fieldEnd();
    if (tag === META_TAG.name) name = uninternedText(bytes, fieldBegin(), at) || name;
    else if (tag === META_TAG.namespace) namespace = truncatedText(bytes, fieldBegin(), at) || namespace;
    else if (tag === META_TAG.uid) uid = uninternedText(bytes, fieldBegin(), at) || uid;
    else if (tag === META_TAG.resourceVersion) resourceVersion = uninternedText(bytes, fieldBegin(), at) || resourceVersion;
    else if (tag === META_TAG.generation) generation = fieldNumber() || generation;
    else if (tag === META_TAG.created) created = timeText(bytes, fieldBegin(), at) ?? created;
    else if (tag === META_TAG.deleted) deleted = timeText(bytes, fieldBegin(), at) ?? deleted;
    else if (tag === META_TAG.graceSeconds) graceSeconds = fieldNumber() || graceSeconds;
    else if (tag === META_TAG.labels) {
      at = endOfElements(bytes, tagAt, to);
      labels = requireSingle(labels, readLabels(bytes, tagAt, at));
    } else if (tag === META_TAG.annotations) {
      at = endOfElements(bytes, tagAt, to);
      annotations = requireSingle(annotations, readAnnotations(bytes, tagAt, at));
    } else if (tag === META_TAG.owners) {
      at = endOfElements(bytes, tagAt, to);
      owners = requireSingle(owners, readOwners(bytes, tagAt, at));
    } else if (tag === META_TAG.finalizer) {
      finalizers ??= [];
      finalizers.push(truncatedText(bytes, fieldBegin(), at));
    } else skipField(META, tag);
  }
  if (name === "" || uid === "" || resourceVersion === "") throw new UnsupportedEncoding();
  if ((finalizers?.length ?? 0) > LIST_LIMIT) throw new UnsupportedEncoding();
  return metaOf(
    name,
    namespace,
    uid,
    resourceVersion,
    safeInteger(generation),
    created,
    deleted,
    Math.max(0, safeInteger(graceSeconds)),
    finalizers,
    labels ?? NO_LABELS,
    annotations ?? NO_ANNOTATIONS,
    owners ?? NO_OWNERS,
  );
}

function metaOf(
  name: string,
  namespace: string,
  uid: string,
  resourceVersion: string,
  generation: number,
  creationTimestamp: string | undefined,
  deletionTimestamp: string | undefined,
  deletionGracePeriodSeconds: number,
  finalizers: readonly string[] | undefined,
  labels: StringMap,
  annotations: StringMap,
  ownerReferences: readonly OwnerReference[],
): ObjectMeta {
  // Nearly all objects have these fields, and objects of one shape are faster than spread results.
  if (creationTimestamp !== undefined && deletionTimestamp === undefined) {
    if (namespace === "") return { name, uid, resourceVersion, generation, creationTimestamp, labels, annotations, ownerReferences };
    return { name, namespace, uid, resourceVersion, generation, creationTimestamp, labels, annotations, ownerReferences };
  }
  return {
    name,
    ...(namespace === "" ? {} : { namespace }),
    uid,
    resourceVersion,
    generation,
    ...(creationTimestamp === undefined ? {} : { creationTimestamp }),
    ...(deletionTimestamp === undefined ? {} : { deletionTimestamp, deletionGracePeriodSeconds }),
    ...(deletionTimestamp === undefined || finalizers === undefined ? {} : { finalizers }),
    labels,
    annotations,
    ownerReferences,
  };
}
