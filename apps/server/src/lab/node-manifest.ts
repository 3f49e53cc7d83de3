import type { Manifest } from "@daemonscope/daemonset/actions/change";
import { type Json, objectField, objectsField, textField } from "../cluster/decode/fields.ts";

/** Taints that follow from a node's conditions: the cluster sets and lifts them itself. */
const isOfCluster = (taint: Json): boolean => (textField(taint, "key") ?? "").startsWith("node.kubernetes.io/");

/** A node like another one, with its labels, taints and capacity, to be created under this name; with other metadata where they are given. */
export function nodeManifest(model: Json, name: string, metadata?: Json): Manifest {
  const labels = { ...objectField(objectField(model, "metadata"), "labels"), "kubernetes.io/hostname": name };
  const taints = objectsField(objectField(model, "spec"), "taints").filter((has) => !isOfCluster(has));
  const { capacity, allocatable } = objectField(model, "status");
  return {
    apiVersion: "v1",
    kind: "Node",
    metadata: { ...(metadata ?? { labels }), name },
    spec: taints.length === 0 ? {} : { taints },
    ...(capacity === undefined ? {} : { status: { capacity, allocatable } }),
  };
}
