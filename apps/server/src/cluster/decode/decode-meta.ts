import type { ObjectMeta, StringMap } from "@daemonscope/kube/objects";
import { integerField, intern, internedField, type Json, mapField, objectField, objectsField, textField } from "./fields.ts";

const ANNOTATIONS = ["deprecated.daemonset.template.generation", "kubernetes.io/change-cause"];

function annotations(metadata: Json): StringMap {
  const all = objectField(metadata, "annotations");
  const kept: Record<string, string> = {};
  for (const key of ANNOTATIONS) {
    const text = textField(all, key);
    if (text !== undefined) kept[key] = text;
  }
  return kept;
}

/** Metadata without managed fields and last-applied configuration; undefined when the object has no name, uid or version. */
export function decodeMeta(value: Json): ObjectMeta | undefined {
  const metadata = objectField(value, "metadata");
  const name = textField(metadata, "name");
  const uid = textField(metadata, "uid");
  const resourceVersion = textField(metadata, "resourceVersion");
  if (name === undefined || uid === undefined || resourceVersion === undefined || name === "" || uid === "") return undefined;
  const owners = objectsField(metadata, "ownerReferences").map((owner) => ({
    apiVersion: internedField(owner, "apiVersion") ?? "",
    kind: internedField(owner, "kind") ?? "",
    name: internedField(owner, "name") ?? "",
    uid: internedField(owner, "uid") ?? "",
    ...(owner.controller === true ? { controller: true } : {}),
  }));
  const namespace = internedField(metadata, "namespace");
  const creationTimestamp = textField(metadata, "creationTimestamp");
  const deletionTimestamp = textField(metadata, "deletionTimestamp");
  return {
    name: intern(name),
    ...(namespace === undefined ? {} : { namespace }),
    uid,
    resourceVersion,
    generation: integerField(metadata, "generation"),
    ...(creationTimestamp === undefined ? {} : { creationTimestamp }),
    ...(deletionTimestamp === undefined
      ? {}
      : { deletionTimestamp, deletionGracePeriodSeconds: integerField(metadata, "deletionGracePeriodSeconds") }),
    labels: mapField(metadata, "labels"),
    annotations: annotations(metadata),
    ownerReferences: owners,
  };
}
