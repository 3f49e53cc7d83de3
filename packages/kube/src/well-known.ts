/** Names that Kubernetes reserves and that the rules use. */
export const TAINTS = {
  notReady: "node.kubernetes.io/not-ready",
  unreachable: "node.kubernetes.io/unreachable",
  diskPressure: "node.kubernetes.io/disk-pressure",
  memoryPressure: "node.kubernetes.io/memory-pressure",
  pidPressure: "node.kubernetes.io/pid-pressure",
  unschedulable: "node.kubernetes.io/unschedulable",
  networkUnavailable: "node.kubernetes.io/network-unavailable",
} as const;

const CONDITION_TAINTS: ReadonlySet<string> = new Set(Object.values(TAINTS));

/** Reports whether the node lifecycle controller owns a taint. Such a taint mirrors a node condition or the cordon,
 *  so it returns after a removal. Users set the other taints under node.kubernetes.io/, such as out-of-service.
 *  Source: pkg/controller/nodelifecycle, taintKeyToNodeConditionMap. */
export const isConditionTaint = ({ key }: { readonly key: string }): boolean => CONDITION_TAINTS.has(key);

export const LABELS = {
  revisionHash: "controller-revision-hash",
  templateGeneration: "pod-template-generation",
  hostname: "kubernetes.io/hostname",
  zone: "topology.kubernetes.io/zone",
  instanceType: "node.kubernetes.io/instance-type",
  rolePrefix: "node-role.kubernetes.io/",
} as const;

/** Labels that name the pool of a node: custom ones first, then those of providers. The first label that a node has
 *  is used. */
export const POOL_LABELS: readonly string[] = [
  "pool",
  "node-pool",
  "nodepool",
  "node.kubernetes.io/pool",
  "cloud.google.com/gke-nodepool",
  "eks.amazonaws.com/nodegroup",
  "alpha.eksctl.io/nodegroup-name",
  "karpenter.sh/nodepool",
  "kubernetes.azure.com/agentpool",
  "agentpool",
  "doks.digitalocean.com/node-pool",
  "kops.k8s.io/instancegroup",
];

/** Names the user of a change. Tools that apply a DaemonSet for a user can set it. */
export const CHANGED_BY = "daemonscope.dev/changed-by";

export const ANNOTATIONS = {
  templateGeneration: "deprecated.daemonset.template.generation",
  changeCause: "kubernetes.io/change-cause",
  restartedAt: "kubectl.kubernetes.io/restartedAt",
} as const;

/** Annotations of a DaemonSet by which other controllers and delivery tools mark it. */
export const MARK_ANNOTATIONS = {
  /** `APPLICATION:apps/DaemonSet:NAMESPACE/NAME`. Source: argoproj/argo-cd, util/argo/resource_tracking.go. */
  argoTracking: "argocd.argoproj.io/tracking-id",
  fluxReconcile: "kustomize.toolkit.fluxcd.io/reconcile",
  fluxApply: "kustomize.toolkit.fluxcd.io/ssa",
  helmRelease: "meta.helm.sh/release-name",
  helmNamespace: "meta.helm.sh/release-namespace",
  /** Says how many pods keep the old revision: `partition=3,batch-revision=…`. Source: openkruise/rollouts,
   *  pkg/util/constant.go and pkg/controller/nativedaemonset. */
  kruiseControl: "rollouts.kruise.io/daemonset-advanced-control",
  /** The strategy before Kruise Rollouts set OnDelete. It restores this strategy at the end. */
  kruiseStrategy: "rollouts.kruise.io/daemonset-original-update-strategy",
} as const;

/** Field managers of the tools that deliver whole manifests. Sources: argoproj/argo-cd, common/common.go
 *  (ArgoCDSSAManager; before that the name of its binary); fluxcd/kustomize-controller and fluxcd/helm-controller,
 *  main.go; kubernetes/kubectl, pkg/cmd/apply. */
export const DELIVERY_MANAGERS = [
  "argocd-controller",
  "argocd-application-controller",
  "kustomize-controller",
  "helm-controller",
  "kubectl-client-side-apply",
  "kubectl",
] as const;
export type DeliveryManager = (typeof DELIVERY_MANAGERS)[number];
