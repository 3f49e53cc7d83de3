import type { Taint, Toleration } from "@daemonscope/kube/objects";
import type { Store } from "../store/contract.ts";
import { objectIn } from "../store/json.ts";

export interface NodePlan {
  readonly name: string;
  readonly pool?: string;
  readonly zone?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly taints?: readonly Taint[];
}

/** Creates a node as an installer would: with the labels that every real one has. */
export function addNode(store: Store, { name, pool, zone, labels = {}, taints = [] }: NodePlan): void {
  store.create("nodes", {
    metadata: {
      name,
      labels: {
        "kubernetes.io/hostname": name,
        "kubernetes.io/os": "linux",
        "kubernetes.io/arch": "amd64",
        ...(pool === undefined ? {} : { pool }),
        ...(zone === undefined ? {} : { "topology.kubernetes.io/zone": zone }),
        ...labels,
      },
    },
    spec: { ...(taints.length === 0 ? {} : { taints }) },
  });
}

export interface DaemonSetPlan {
  readonly name: string;
  readonly namespace?: string;
  readonly image: string;
  readonly nodeSelector?: Readonly<Record<string, string>>;
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
  readonly containers?: readonly { readonly name: string; readonly image: string }[];
  readonly annotations?: Readonly<Record<string, string>>;
}

/** The manifest of a DaemonSet, as a person would apply it. */
export function daemonSetManifest(plan: DaemonSetPlan): Record<string, unknown> {
  const { name, namespace = "default", onDelete = false } = plan;
  const labels = { app: name };
  const extra = {
    ...(plan.hostPort === undefined ? {} : { ports: [{ containerPort: plan.hostPort, hostPort: plan.hostPort, protocol: "TCP" }] }),
    ...(plan.readinessDelaySeconds === undefined
      ? {}
      : { readinessProbe: { httpGet: { path: "/", port: 80 }, initialDelaySeconds: plan.readinessDelaySeconds } }),
    ...(plan.requests === undefined ? {} : { resources: { requests: plan.requests } }),
    ...(plan.hostPath === undefined ? {} : { volumeMounts: [{ name: "host", mountPath: plan.hostPath }] }),
  };
  const containers = (plan.containers ?? [{ name, image: plan.image }]).map((container) => ({ ...container, ...extra }));
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
          containers,
          ...(plan.nodeSelector === undefined ? {} : { nodeSelector: plan.nodeSelector }),
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
  store.create("daemonsets", daemonSetManifest(plan));
}

/** What `kubectl set image` does to the first container. */
export function setImage(store: Store, namespace: string, name: string, image: string): void {
  store.edit("daemonsets", namespace, name, (set) => {
    const podSpec = objectIn(objectIn(objectIn(set, "spec"), "template"), "spec");
    const [first] = podSpec.containers as { image: string }[];
    if (first !== undefined) first.image = image;
  });
}

/** The image of the first container. */
export function imageOf(store: Store, namespace: string, name: string): string {
  const set = store.get("daemonsets", namespace, name);
  const podSpec = objectIn(objectIn(objectIn(set, "spec"), "template"), "spec");
  return (podSpec.containers as { image: string }[] | undefined)?.[0]?.image ?? "";
}
