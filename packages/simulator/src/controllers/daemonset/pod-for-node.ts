import { objectIn } from "@daemonscope/simulated-apiserver/objects/json";
import type { DaemonSetView } from "./daemon-set-view.ts";

/** Returns the owner reference of objects that a DaemonSet controls. */
export function controllerReference({ name, uid }: { readonly name: string; readonly uid: string }) {
  return { apiVersion: "apps/v1", kind: "DaemonSet", name, uid, controller: true, blockOwnerDeletion: true };
}

/**
 * Returns the pod for a node, pinned by affinity, to be bound by the scheduler. It may share the template's parts,
 * because the store copies its input. Source: pkg/controller/daemon/util, ReplaceDaemonSetPodNodeNameNodeAffinity,
 * CreatePodTemplate.
 */
export function podForNode(set: DaemonSetView, node: string, hash: string): Record<string, unknown> {
  const metadata = objectIn(set.template, "metadata");
  const affinity = objectIn(set.podSpec, "affinity");
  const nodeAffinity = objectIn(affinity, "nodeAffinity");
  const pinned = { nodeSelectorTerms: [{ matchFields: [{ key: "metadata.name", operator: "In", values: [node] }] }] };
  return {
    metadata: {
      generateName: `${set.name}-`,
      namespace: set.namespace,
      labels: {
        ...objectIn(metadata, "labels"),
        "controller-revision-hash": hash,
        ...(set.templateGeneration === "" ? {} : { "pod-template-generation": set.templateGeneration }),
      },
      ...(metadata.annotations === undefined ? {} : { annotations: metadata.annotations }),
      ...(metadata.finalizers === undefined ? {} : { finalizers: metadata.finalizers }),
      ownerReferences: [controllerReference(set)],
    },
    spec: {
      ...set.podSpec,
      tolerations: set.tolerations,
      affinity: { ...affinity, nodeAffinity: { ...nodeAffinity, requiredDuringSchedulingIgnoredDuringExecution: pinned } },
    },
  };
}
