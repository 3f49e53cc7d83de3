import type { Taint, Toleration } from "@daemonscope/kube/objects";
import type { StoredObject } from "@daemonscope/simulated-apiserver/objects/contract";
import { type DaemonSetView, daemonSetView } from "./daemonset/daemon-set-view.ts";

export const NOW_MS = Date.UTC(2026, 0, 5, 12);
const secondsAgo = (seconds: number): string => `${new Date(NOW_MS - seconds * 1000).toISOString().slice(0, 19)}Z`;

export function node(parts: {
  readonly name?: string;
  readonly labels?: Record<string, string>;
  readonly taints?: readonly Taint[];
  readonly unschedulable?: boolean;
  readonly status?: Record<string, unknown>;
}): StoredObject {
  const { name = "n1", labels = {}, taints = [], unschedulable, status = {} } = parts;
  return {
    apiVersion: "v1",
    kind: "Node",
    metadata: { name, uid: name, resourceVersion: "1", creationTimestamp: secondsAgo(9999), labels },
    spec: { taints, ...(unschedulable === undefined ? {} : { unschedulable }) },
    status: { allocatable: { cpu: "4", memory: "8Gi", pods: "110" }, ...status },
  };
}

export function daemonSet(
  parts: {
    readonly podSpec?: Record<string, unknown>;
    readonly spec?: Record<string, unknown>;
    readonly status?: Record<string, unknown>;
  } = {},
): DaemonSetView {
  return daemonSetView({
    apiVersion: "apps/v1",
    kind: "DaemonSet",
    metadata: {
      name: "agent",
      namespace: "default",
      uid: "agent-uid",
      resourceVersion: "1",
      generation: 2,
      creationTimestamp: secondsAgo(9999),
      annotations: { "deprecated.daemonset.template.generation": "2" },
    },
    spec: {
      selector: { matchLabels: { app: "agent" } },
      template: { metadata: { labels: { app: "agent" } }, spec: { containers: [{ name: "agent", image: "agent:1" }], ...parts.podSpec } },
      ...parts.spec,
    },
    status: parts.status ?? {},
  });
}

/**
 * Returns a pod of the DaemonSet above. The revision is also the value of its hash label. `readySince` and `age` are
 * seconds before `NOW_MS`.
 */
export function pod(parts: {
  readonly name: string;
  readonly on?: string;
  readonly pinnedTo?: string;
  readonly revision?: "new" | "old";
  readonly readySince?: number;
  readonly phase?: string;
  readonly deleting?: boolean;
  readonly age?: number;
  readonly spec?: Record<string, unknown>;
  readonly labels?: Record<string, string>;
  readonly owner?: string | null;
  readonly tolerations?: readonly Toleration[];
}): StoredObject {
  const {
    name,
    on,
    pinnedTo = "n1",
    revision = "new",
    readySince,
    phase = "Running",
    deleting = false,
    age = 100,
    owner = "agent-uid",
  } = parts;
  const ready = readySince !== undefined;
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: {
      name,
      namespace: "default",
      uid: name,
      resourceVersion: "1",
      creationTimestamp: secondsAgo(age),
      labels: parts.labels ?? {
        app: "agent",
        "controller-revision-hash": revision,
        "pod-template-generation": revision === "new" ? "2" : "1",
      },
      ...(deleting ? { deletionTimestamp: secondsAgo(-30) } : {}),
      ...(owner === null
        ? {}
        : { ownerReferences: [{ apiVersion: "apps/v1", kind: "DaemonSet", name: "agent", uid: owner, controller: true }] }),
    },
    spec: {
      ...(on === undefined ? {} : { nodeName: on }),
      affinity: {
        nodeAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: {
            nodeSelectorTerms: [{ matchFields: [{ key: "metadata.name", operator: "In", values: [pinnedTo] }] }],
          },
        },
      },
      containers: [{ name: "agent", image: "agent:1" }],
      tolerations: parts.tolerations ?? [],
      ...parts.spec,
    },
    status: {
      phase,
      conditions: [{ type: "Ready", status: ready ? "True" : "False", lastTransitionTime: secondsAgo(readySince ?? 0) }],
    },
  };
}
