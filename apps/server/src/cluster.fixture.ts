import type { KubeControllerRevision, KubeDaemonSet, KubeNode, KubePod, PodTemplateSummary, Taint } from "@daemonscope/kube/objects";

const BEGAN = "2026-01-01T00:00:00Z";

export function kubeNode(
  name: string,
  parts: { readonly labels?: Record<string, string>; readonly taints?: readonly Taint[] } = {},
): KubeNode {
  return {
    metadata: {
      name,
      uid: `uid-${name}`,
      resourceVersion: "1",
      creationTimestamp: BEGAN,
      labels: { "kubernetes.io/hostname": name, ...parts.labels },
    },
    spec: { taints: parts.taints ?? [], unschedulable: false },
    status: { conditions: [{ type: "Ready", status: "True", lastTransitionTime: BEGAN }], kubeletVersion: "v1.36.0" },
  };
}

export function kubeDaemonSet(
  name: string,
  parts: { readonly generation?: number; readonly template?: Partial<PodTemplateSummary>; readonly desired?: number } = {},
): KubeDaemonSet {
  const generation = parts.generation ?? 1;
  const desired = parts.desired ?? 0;
  return {
    metadata: {
      name,
      namespace: "kube-system",
      uid: `uid-${name}`,
      resourceVersion: String(generation),
      generation,
      creationTimestamp: BEGAN,
    },
    spec: {
      selector: { matchLabels: { app: name } },
      template: {
        labels: { app: name },
        nodeSelector: {},
        tolerations: [],
        hostNetwork: false,
        sidecars: [],
        containers: [{ name: "main", image: `registry.test/${name}:v${generation}`, ports: [] }],
        volumes: [],
        ...parts.template,
      },
      updateStrategy: { type: "RollingUpdate", rollingUpdate: { maxUnavailable: 1 } },
      minReadySeconds: 0,
      revisionHistoryLimit: 10,
    },
    status: {
      desiredNumberScheduled: desired,
      currentNumberScheduled: desired,
      numberReady: desired,
      updatedNumberScheduled: desired,
      numberAvailable: desired,
      numberUnavailable: 0,
      numberMisscheduled: 0,
      observedGeneration: generation,
    },
    templateHash: `template-${generation}`,
  };
}

export function kubeRevision(daemonSet: KubeDaemonSet): KubeControllerRevision {
  const generation = daemonSet.metadata.generation ?? 1;
  return {
    metadata: {
      name: `${daemonSet.metadata.name}-h${generation}`,
      namespace: daemonSet.metadata.namespace,
      uid: `uid-${daemonSet.metadata.name}-h${generation}`,
      resourceVersion: "1",
      creationTimestamp: BEGAN,
      labels: { "controller-revision-hash": `h${generation}` },
      ownerReferences: [
        { apiVersion: "apps/v1", kind: "DaemonSet", name: daemonSet.metadata.name, uid: daemonSet.metadata.uid, controller: true },
      ],
    },
    revision: generation,
    templateHash: daemonSet.templateHash,
  };
}

export function kubePod(
  daemonSet: KubeDaemonSet,
  node: string,
  parts: {
    readonly ready?: boolean;
    readonly hash?: string;
    readonly suffix?: string;
    readonly waiting?: string;
    readonly message?: string;
  } = {},
): KubePod {
  const { waiting, message } = parts;
  const ready = parts.ready ?? waiting === undefined;
  const name = `${daemonSet.metadata.name}-${parts.suffix ?? node}`;
  return {
    metadata: {
      name,
      namespace: daemonSet.metadata.namespace,
      uid: `uid-${name}`,
      resourceVersion: "1",
      creationTimestamp: BEGAN,
      labels: { app: daemonSet.metadata.name, "controller-revision-hash": parts.hash ?? `h${daemonSet.metadata.generation ?? 1}` },
      ownerReferences: [
        { apiVersion: "apps/v1", kind: "DaemonSet", name: daemonSet.metadata.name, uid: daemonSet.metadata.uid, controller: true },
      ],
    },
    spec: { nodeName: node, schedulingGates: [] },
    status: {
      phase: "Running",
      conditions: [{ type: "Ready", status: ready ? "True" : "False", lastTransitionTime: BEGAN }],
      containers: [
        {
          name: "main",
          ready,
          restartCount: 0,
          ...(waiting === undefined
            ? {}
            : { state: { kind: "waiting", reason: waiting, ...(message === undefined ? {} : { message }) } as const }),
        },
      ],
    },
  };
}
