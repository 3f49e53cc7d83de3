import type { Taint, Toleration } from "@daemonscope/kube/objects";
import type { Store } from "@daemonscope/simulated-apiserver/objects/contract";
import { objectIn } from "@daemonscope/simulated-apiserver/objects/json";
import type { Manifest } from "./applies-manifests.ts";

export interface NodePlan {
  readonly name: string;
  readonly pool?: string;
  readonly zone?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly taints?: readonly Taint[];
  readonly instanceType?: string;
  /** The capacity of cpu, memory, pods and devices. A kubelet adds missing values. */
  readonly capacity?: Readonly<Record<string, string>>;
}

/** Returns the region that a zone's name begins with. Zones like `zone-a` are all in one region. */
const regionOf = (zone: string): string => (zone.startsWith("zone-") ? "region-1" : zone.replace(/[a-z]$/, ""));

/** Returns a node like one of an installer, with the labels of every real node and those of its plan. */
export function nodeManifest({ name, pool, zone, instanceType, labels = {}, taints = [], capacity }: NodePlan): Record<string, unknown> {
  return {
    apiVersion: "v1",
    kind: "Node",
    metadata: {
      name,
      labels: {
        "kubernetes.io/hostname": name,
        "kubernetes.io/os": "linux",
        "kubernetes.io/arch": "amd64",
        "beta.kubernetes.io/os": "linux",
        "beta.kubernetes.io/arch": "amd64",
        ...(instanceType === undefined ? {} : { "node.kubernetes.io/instance-type": instanceType }),
        ...(pool === undefined ? {} : { pool }),
        ...(zone === undefined ? {} : { "topology.kubernetes.io/region": regionOf(zone), "topology.kubernetes.io/zone": zone }),
        ...labels,
      },
    },
    spec: { ...(taints.length === 0 ? {} : { taints }) },
    ...(capacity === undefined ? {} : { status: { capacity, allocatable: capacity } }),
  };
}

export function addNode(store: Store, plan: NodePlan): void {
  store.create("nodes", nodeManifest(plan));
}

export interface DaemonSetPlan {
  readonly name: string;
  readonly namespace?: string;
  readonly image: string;
  readonly nodeSelector?: Readonly<Record<string, string>>;
  /** The template's `nodeName`, which needs no scheduler. */
  readonly nodeName?: string;
  readonly tolerations?: readonly Toleration[];
  readonly hostNetwork?: boolean;
  readonly hostPort?: number;
  readonly hostPath?: string;
  readonly maxUnavailable?: number | string;
  readonly maxSurge?: number | string;
  readonly onDelete?: boolean;
  readonly minReadySeconds?: number;
  readonly readinessDelaySeconds?: number;
  readonly requests?: Readonly<Record<string, string>>;
  /**
   * Replaces the single container with the DaemonSet's name. The first one gets the ports, the mounts and the requests
   * of the plan.
   */
  readonly containers?: readonly { readonly name: string; readonly image: string; readonly requests?: Readonly<Record<string, string>> }[];
  readonly priorityClassName?: string;
  readonly serviceAccountName?: string;
  readonly annotations?: Readonly<Record<string, string>>;
}

/** Returns the manifest of a DaemonSet, as a user would apply it. */
export function daemonSetManifest(plan: DaemonSetPlan): Manifest {
  const { name, namespace = "default", onDelete = false } = plan;
  const labels = { app: name };
  const probe =
    plan.readinessDelaySeconds === undefined
      ? {}
      : { readinessProbe: { httpGet: { path: "/", port: 80 }, initialDelaySeconds: plan.readinessDelaySeconds } };
  const extra = {
    ...(plan.hostPort === undefined ? {} : { ports: [{ containerPort: plan.hostPort, hostPort: plan.hostPort, protocol: "TCP" }] }),
    ...(plan.requests === undefined ? {} : { resources: { requests: plan.requests } }),
    ...(plan.hostPath === undefined ? {} : { volumeMounts: [{ name: "host", mountPath: plan.hostPath }] }),
  };
  const containers = (plan.containers ?? [{ name, image: plan.image }]).map(({ requests, ...container }, at) => ({
    ...container,
    ...(requests === undefined ? {} : { resources: { requests } }),
    ...probe,
    ...(at === 0 ? extra : {}),
  }));
  return {
    apiVersion: "apps/v1",
    kind: "DaemonSet",
    metadata: { name, namespace, labels },
    spec: {
      selector: { matchLabels: labels },
      minReadySeconds: plan.minReadySeconds ?? 0,
      updateStrategy: onDelete
        ? { type: "OnDelete" }
        : {
            type: "RollingUpdate",
            rollingUpdate: { maxUnavailable: plan.maxUnavailable ?? (plan.maxSurge === undefined ? 1 : 0), maxSurge: plan.maxSurge ?? 0 },
          },
      template: {
        metadata: { labels, ...(plan.annotations === undefined ? {} : { annotations: plan.annotations }) },
        spec: {
          ...(plan.priorityClassName === undefined ? {} : { priorityClassName: plan.priorityClassName }),
          ...(plan.serviceAccountName === undefined ? {} : { serviceAccountName: plan.serviceAccountName }),
          containers,
          ...(plan.nodeSelector === undefined ? {} : { nodeSelector: plan.nodeSelector }),
          ...(plan.nodeName === undefined ? {} : { nodeName: plan.nodeName }),
          ...(plan.tolerations === undefined ? {} : { tolerations: plan.tolerations }),
          ...(plan.hostNetwork === true ? { hostNetwork: true } : {}),
          ...(plan.hostPath === undefined ? {} : { volumes: [{ name: "host", hostPath: { path: plan.hostPath } }] }),
        },
      },
    },
  };
}

export function addDaemonSet(store: Store, plan: DaemonSetPlan): void {
  const namespace = plan.namespace ?? "default";
  if (store.get("namespaces", undefined, namespace) === undefined)
    store.create("namespaces", { metadata: { name: namespace }, status: { phase: "Active" } });
  const { serviceAccountName: account } = plan;
  if (account !== undefined && store.get("serviceaccounts", namespace, account) === undefined)
    store.create("serviceaccounts", { metadata: { name: account, namespace } });
  store.create("daemonsets", daemonSetManifest(plan));
}

/** Changes one container like `kubectl set image`. */
export function setImage(store: Store, namespace: string, name: string, image: string, container = name): void {
  store.edit("daemonsets", namespace, name, (set) => {
    const podSpec = objectIn(objectIn(objectIn(set, "spec"), "template"), "spec");
    for (const has of podSpec.containers as { name: string; image: string }[]) if (has.name === container) has.image = image;
  });
}
