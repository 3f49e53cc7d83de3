import type { Taint, Toleration } from "@daemonscope/kube/objects";
import type { DaemonSetPlan, NodePlan } from "../../staging/manifests.ts";

/** The cluster of the tour, with pools and DaemonSets like in real clusters. */

const tolerates = (key: string, effect: string): Toleration => ({ key, operator: "Exists", effect });
const EVERYTHING: readonly Toleration[] = [{ operator: "Exists" }];
const EVERY_NO_SCHEDULE: readonly Toleration[] = [{ operator: "Exists", effect: "NoSchedule" }];
const LINUX = { "kubernetes.io/os": "linux" };
const WITH_GPU = { "nvidia.com/gpu.present": "true" };
const SPOT: Taint = { key: "spot", value: "true", effect: "PreferNoSchedule" };

interface Pool {
  readonly pool: string;
  readonly prefix: string;
  readonly count: number;
  readonly zones: string;
  readonly instanceType: string;
  readonly capacity: Readonly<Record<string, string>>;
  readonly labels?: Readonly<Record<string, string>>;
  readonly taints?: readonly Taint[];
}

const capacity = (cpu: number, memoryGi: number, more: Readonly<Record<string, string>> = {}) => ({
  cpu: String(cpu),
  memory: `${memoryGi}Gi`,
  pods: "110",
  "ephemeral-storage": "200Gi",
  ...more,
});

const POOLS: readonly Pool[] = [
  {
    pool: "control-plane",
    prefix: "cp",
    count: 3,
    zones: "abc",
    instanceType: "m7i.xlarge",
    capacity: capacity(4, 16),
    labels: { "node-role.kubernetes.io/control-plane": "" },
    taints: [{ key: "node-role.kubernetes.io/control-plane", effect: "NoSchedule" }],
  },
  { pool: "general", prefix: "general", count: 27, zones: "abc", instanceType: "m7i.4xlarge", capacity: capacity(16, 64) },
  {
    pool: "gpu",
    prefix: "gpu",
    count: 9,
    zones: "c",
    instanceType: "p5.4xlarge",
    capacity: capacity(64, 512, { "nvidia.com/gpu": "8" }),
    labels: WITH_GPU,
    taints: [{ key: "nvidia.com/gpu", value: "present", effect: "NoSchedule" }],
  },
  { pool: "spot", prefix: "spot", count: 9, zones: "ab", instanceType: "c7i.2xlarge", capacity: capacity(8, 16), taints: [SPOT] },
];

/** Returns node number `at` of a pool, counted from 0. Numbers beyond the pool's size are nodes that join later. */
export function poolNode(name: string, at: number): NodePlan {
  const pool = POOLS.find((candidate) => candidate.pool === name);
  if (pool === undefined) throw new Error(`no pool ${name}`);
  const { prefix, zones, count: _count, labels = {}, ...rest } = pool;
  return {
    ...rest,
    name: `${prefix}-${String(at + 1).padStart(2, "0")}`,
    zone: `eu-west-1${zones[at % zones.length]}`,
    labels: { ...labels, ...(name === "general" && at % 9 === 4 ? { feature: "hw-rng" } : {}) },
  };
}

export const TOUR_POOLS: readonly (readonly NodePlan[])[] = POOLS.map(({ pool, count }) =>
  Array.from({ length: count }, (_, at) => poolNode(pool, at)),
);

export interface Release extends DaemonSetPlan {
  readonly namespace: string;
  /** The tags that the first container's image has had, the oldest first. */
  readonly versions: readonly string[];
}

const request = (cpu: string, memory: string) => ({ cpu, memory });

export const TOUR_SETS: readonly Release[] = [
  {
    name: "cilium",
    namespace: "kube-system",
    image: "quay.io/cilium/cilium",
    versions: ["v1.18.1", "v1.18.4"],
    nodeSelector: LINUX,
    tolerations: EVERYTHING,
    maxUnavailable: 2,
    hostNetwork: true,
    hostPath: "/var/run/cilium",
    priorityClassName: "system-node-critical",
    serviceAccountName: "cilium",
    requests: request("100m", "512Mi"),
  },
  {
    name: "kube-proxy",
    namespace: "kube-system",
    image: "registry.k8s.io/kube-proxy",
    versions: ["v1.35.4", "v1.36.3"],
    nodeSelector: LINUX,
    tolerations: EVERYTHING,
    maxUnavailable: "10%",
    hostNetwork: true,
    hostPath: "/lib/modules",
    priorityClassName: "system-node-critical",
    serviceAccountName: "kube-proxy",
    requests: request("50m", "64Mi"),
  },
  {
    name: "node-local-dns",
    namespace: "kube-system",
    image: "registry.k8s.io/dns/k8s-dns-node-cache",
    versions: ["1.25.0", "1.26.4"],
    tolerations: EVERYTHING,
    maxUnavailable: "10%",
    hostNetwork: true,
    priorityClassName: "system-node-critical",
    requests: request("25m", "32Mi"),
  },
  {
    name: "ebs-csi-node",
    namespace: "kube-system",
    image: "public.ecr.aws/ebs-csi-driver/aws-ebs-csi-driver",
    versions: ["v1.50.1", "v1.52.0"],
    containers: [
      { name: "ebs-plugin", image: "public.ecr.aws/ebs-csi-driver/aws-ebs-csi-driver" },
      { name: "node-driver-registrar", image: "public.ecr.aws/csi-components/csi-node-driver-registrar:v2.15.0" },
      { name: "liveness-probe", image: "public.ecr.aws/csi-components/livenessprobe:v2.17.0" },
    ],
    nodeSelector: LINUX,
    tolerations: EVERYTHING,
    maxUnavailable: "10%",
    minReadySeconds: 2,
    hostPath: "/var/lib/kubelet",
    priorityClassName: "system-node-critical",
    requests: request("30m", "120Mi"),
  },
  {
    name: "fluent-bit",
    namespace: "logging",
    image: "fluent/fluent-bit",
    versions: ["4.0.9", "4.1.0", "4.1.1"],
    nodeSelector: LINUX,
    tolerations: EVERY_NO_SCHEDULE,
    maxUnavailable: "15%",
    minReadySeconds: 6,
    hostPath: "/var/log",
    serviceAccountName: "fluent-bit",
    requests: request("50m", "128Mi"),
  },
  {
    name: "node-exporter",
    namespace: "monitoring",
    image: "quay.io/prometheus/node-exporter",
    versions: ["v1.9.1", "v1.10.2"],
    tolerations: EVERY_NO_SCHEDULE,
    maxUnavailable: 3,
    hostPort: 9100,
    requests: request("20m", "32Mi"),
  },
  {
    name: "falco",
    namespace: "security",
    image: "falcosecurity/falco",
    versions: ["0.41.3", "0.42.0"],
    tolerations: [tolerates("node-role.kubernetes.io/control-plane", "NoSchedule")],
    maxUnavailable: 2,
    hostPath: "/proc",
    requests: request("100m", "512Mi"),
  },
  {
    name: "nvidia-device-plugin",
    namespace: "gpu-operator",
    image: "nvcr.io/nvidia/k8s-device-plugin",
    versions: ["v0.17.4", "v0.18.0"],
    nodeSelector: WITH_GPU,
    tolerations: [tolerates("nvidia.com/gpu", "NoSchedule")],
    maxUnavailable: 1,
    hostPath: "/var/lib/kubelet/device-plugins",
    priorityClassName: "system-node-critical",
  },
  {
    name: "nvidia-driver",
    namespace: "gpu-operator",
    image: "nvcr.io/nvidia/driver",
    versions: ["570.172-ubuntu24.04", "580.95-ubuntu24.04"],
    nodeSelector: WITH_GPU,
    tolerations: [tolerates("nvidia.com/gpu", "NoSchedule")],
    onDelete: true,
    hostPath: "/run/nvidia",
  },
  {
    name: "hw-rng",
    namespace: "rng",
    image: "ghcr.io/nhorman/rng-tools",
    versions: ["6.16", "6.17"],
    nodeSelector: { feature: "hw-rng" },
    maxUnavailable: 1,
    hostPath: "/dev",
  },
];

/** Returns the name of the container whose image has the release's tag. */
export const mainContainerOf = (set: Release): string => set.containers?.[0]?.name ?? set.name;

/** Returns the DaemonSet of its first installation. */
export function firstRelease({ versions, ...plan }: Release): DaemonSetPlan {
  const image = `${plan.image}:${versions[0]}`;
  const [first, ...others] = plan.containers ?? [];
  return { ...plan, image, ...(first === undefined ? {} : { containers: [{ ...first, image }, ...others] }) };
}
