/** A moment of a story, and the page that the user opens then. */
export interface StoryMoment {
  readonly afterMs: number;
  /** The page of a DaemonSet; `?node=` opens the explanation of a node. */
  readonly path: string;
}

export interface Story {
  /** The number of the story in docs/simulator.md. */
  readonly id: string;
  readonly name: string;
  /** The moments in chronological order. */
  readonly moments: readonly StoryMoment[];
}

const at = (seconds: number, path: string): StoryMoment => ({ afterMs: seconds * 1000, path: `/daemonsets/${path}` });
const LOGGING = "kube-system/fluentd-elasticsearch";

/** The stories of docs/stories.md, with their moments. */
export const STORIES: readonly Story[] = [
  {
    id: "T1",
    name: "control-plane-taint",
    moments: [at(10, "default/redis-ds?node=control-plane"), at(125, "default/redis-ds?node=control-plane")],
  },
  { id: "T2", name: "from-deployment", moments: [at(20, "default/log-collector?node=control-plane")] },
  { id: "T3", name: "nodes-come-and-go", moments: [at(6, "default/fluent-bit"), at(60, "default/fluent-bit")] },
  { id: "T4", name: "one-daemon-many-hardware", moments: [at(5, "default/device-agent-a10?node=gpu-10")] },
  { id: "T5", name: "hw-rng", moments: [at(3, "default/hw-rng"), at(3, "default/hw-rng?node=worker-2")] },
  {
    id: "T6",
    name: "automatic-tolerations",
    moments: [at(31, "default/log-agent"), at(31, "default/log-agent?node=not-ready"), at(120, "default/host-agent?node=no-network")],
  },
  { id: "T7", name: "min-ready-seconds", moments: [at(9, "default/ironman")] },
  { id: "T8", name: "image-update", moments: [at(20, LOGGING)] },
  { id: "T9", name: "on-delete", moments: [at(10, LOGGING)] },
  { id: "T10", name: "surge", moments: [at(10, "default/agent"), at(20, "default/port-agent"), at(90, "default/port-agent")] },
  { id: "T11", name: "orphan-and-adopt", moments: [at(60, "default/node-agent"), at(100, "default/node-agent?node=worker-1")] },
  { id: "T12", name: "edited-pod", moments: [at(20, "logging/fluent-bit?node=worker-2")] },
  { id: "T13", name: "full-node", moments: [at(12, "default/scanner"), at(55, "default/scanner"), at(110, "default/batch-agent")] },
  { id: "T14", name: "host-port", moments: [at(55, "default/vendor-exporter")] },
  { id: "T15", name: "static-pods", moments: [at(5, "kube-system/kube-proxy?node=control-plane-1")] },
  { id: "T16", name: "reach-the-daemon", moments: [at(60, "monitoring/metrics-agent")] },
  { id: "T17", name: "bad-manifest", moments: [at(60, "default/log-agent")] },
  { id: "T18", name: "cordon-and-drain", moments: [at(10, "default/fluent-bit?node=worker-2")] },
  { id: "T19", name: "bad-image", moments: [at(20, LOGGING), at(70, LOGGING), at(200, LOGGING)] },
  { id: "T20", name: "driver-breaks-nodes", moments: [at(10, "gpu-operator/nvidia-driver"), at(90, "gpu-operator/nvidia-driver")] },
  { id: "T21", name: "label-flip", moments: [at(15, "logging/log-shipper")] },
  { id: "T23", name: "watch-it-think", moments: [at(30, "default/thinker"), at(62, "default/thinker?node=worker-2")] },
  { id: "T24", name: "who-binds", moments: [at(28, "default/fluent-bit?node=worker-2")] },
  {
    id: "T25",
    name: "gpu-operator-upgrade",
    moments: [
      at(85, "gpu-operator/nvidia-driver-daemonset"),
      at(160, "gpu-operator/nvidia-driver-daemonset"),
      at(230, "gpu-operator/nvidia-device-plugin-daemonset"),
    ],
  },
  { id: "T26", name: "argo-cd-reverts", moments: [at(11, "logging/log-agent"), at(25, "logging/log-agent")] },
  { id: "T27", name: "karpenter-disruption", moments: [at(30, "logging/fluent-bit")] },
  { id: "T28", name: "graceful-shutdown", moments: [at(60, "monitoring/node-exporter")] },
  { id: "T29", name: "startup-taint", moments: [at(120, "logging/fluent-bit")] },
];
