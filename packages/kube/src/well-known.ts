/** Names that Kubernetes reserves and that the rules speak of. */
export const TAINTS = {
  notReady: "node.kubernetes.io/not-ready",
  unreachable: "node.kubernetes.io/unreachable",
  diskPressure: "node.kubernetes.io/disk-pressure",
  memoryPressure: "node.kubernetes.io/memory-pressure",
  pidPressure: "node.kubernetes.io/pid-pressure",
  unschedulable: "node.kubernetes.io/unschedulable",
  networkUnavailable: "node.kubernetes.io/network-unavailable",
} as const;

export const LABELS = {
  revisionHash: "controller-revision-hash",
  templateGeneration: "pod-template-generation",
  hostname: "kubernetes.io/hostname",
  zone: "topology.kubernetes.io/zone",
  instanceType: "node.kubernetes.io/instance-type",
  rolePrefix: "node-role.kubernetes.io/",
} as const;

export const ANNOTATIONS = {
  templateGeneration: "deprecated.daemonset.template.generation",
  changeCause: "kubernetes.io/change-cause",
  restartedAt: "kubectl.kubernetes.io/restartedAt",
} as const;
