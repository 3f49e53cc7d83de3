import type { StringMap } from "@daemonscope/kube/objects";
import type { ClusterState } from "@daemonscope/shared/cluster-state";

/** Labels by which clouds and installers name pools, the usual first. */
const POOL_LABELS = [
  "pool",
  "node-pool",
  "nodepool",
  "cloud.google.com/gke-nodepool",
  "eks.amazonaws.com/nodegroup",
  "karpenter.sh/nodepool",
  "kubernetes.azure.com/agentpool",
  "agentpool",
  "topology.kubernetes.io/zone",
];

/** The label that most nodes carry; undefined when they carry none of the known ones. */
export function groupKeyOf(state: ClusterState): string | undefined {
  const counts = POOL_LABELS.map((key) => [...state.nodes.values()].filter((node) => Object.hasOwn(node.labels, key)).length);
  const most = Math.max(...counts);
  return most === 0 ? undefined : POOL_LABELS[counts.indexOf(most)];
}

export function groupNameOf(labels: StringMap, key: string | undefined): string {
  return (key === undefined ? undefined : labels[key]) ?? "no pool";
}
