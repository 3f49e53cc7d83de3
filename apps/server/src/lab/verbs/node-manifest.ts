import type { Manifest } from "@daemonscope/daemonset/actions/changes/change";
import { type Json, objectField, objectsField, textField } from "@daemonscope/kube-client/decode/fields";

/** Taints that follow from a node's conditions; the cluster adds and removes them. */
const isOfCluster = (taint: Json): boolean => (textField(taint, "key") ?? "").startsWith("node.kubernetes.io/");

/**
 * Returns the manifest of a new node with the labels, taints and capacity of another. `metadata` replaces the metadata.
 */
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
