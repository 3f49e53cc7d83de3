import type {
  Condition,
  KubeControllerRevision,
  KubeDaemonSet,
  KubeEvent,
  KubeNode,
  KubePod,
  NodeAllocatable,
  PodTemplateSummary,
  StringMap,
  Taint,
} from "@daemonscope/kube/objects";

/** Builders that take only the fields that a test needs. Times are milliseconds after EPOCH_MS. */
export const EPOCH_MS = Date.UTC(2026, 0, 1);
const iso = (atMs: number): string => new Date(EPOCH_MS + atMs).toISOString();
const condition = (type: string, status: string, atMs: number, reason?: string, message?: string): Condition => ({
  type,
  status,
  lastTransitionTime: iso(atMs),
  ...(reason === undefined ? {} : { reason }),
  ...(message === undefined ? {} : { message }),
});

export const emptyTemplate: PodTemplateSummary = {
  labels: { app: "agent" },
  nodeSelector: {},
  tolerations: [],
  hostNetwork: false,
  sidecars: [],
  containers: [{ name: "agent", image: "agent:1", ports: [] }],
  volumes: [],
};

export interface NodeParts {
  readonly labels?: Readonly<Record<string, string>>;
  readonly taints?: readonly Taint[];
  readonly unschedulable?: boolean;
  readonly ready?: "True" | "False" | "Unknown";
  readonly readySinceMs?: number;
  readonly createdAtMs?: number;
  readonly uid?: string;
  readonly allocatable?: NodeAllocatable;
}

export function aNode(name: string, parts: NodeParts = {}): KubeNode {
  return {
    metadata: {
      name,
      uid: parts.uid ?? `node-${name}`,
      resourceVersion: "1",
      creationTimestamp: iso(parts.createdAtMs ?? 0),
      labels: parts.labels ?? {},
    },
    spec: { taints: parts.taints ?? [], unschedulable: parts.unschedulable ?? false },
    status: {
      conditions: [
        condition("Ready", parts.ready ?? "True", parts.readySinceMs ?? 0, parts.ready === "False" ? "KubeletNotReady" : undefined),
      ],
      ...(parts.allocatable === undefined ? {} : { allocatable: parts.allocatable }),
    },
  };
}

export interface DaemonSetParts {
  readonly namespace?: string;
  readonly uid?: string;
  readonly labels?: StringMap;
  readonly annotations?: StringMap;
  readonly generation?: number;
  readonly observedGeneration?: number;
  readonly template?: Partial<PodTemplateSummary>;
  readonly strategy?: KubeDaemonSet["spec"]["updateStrategy"];
  readonly minReadySeconds?: number;
  readonly templateGeneration?: number;
  readonly templateHash?: string;
  readonly status?: Partial<KubeDaemonSet["status"]>;
}

export function aDaemonSet(name: string, parts: DaemonSetParts = {}): KubeDaemonSet {
  return {
    metadata: {
      name,
      namespace: parts.namespace ?? "default",
      uid: parts.uid ?? `ds-${name}`,
      resourceVersion: "1",
      generation: parts.generation ?? 1,
      creationTimestamp: iso(0),
      ...(parts.labels === undefined ? {} : { labels: parts.labels }),
      annotations: {
        ...parts.annotations,
        ...(parts.templateGeneration === undefined ? {} : { "deprecated.daemonset.template.generation": String(parts.templateGeneration) }),
      },
    },
    spec: {
      selector: { matchLabels: { app: "agent" } },
      template: { ...emptyTemplate, ...parts.template },
      updateStrategy: parts.strategy ?? { type: "RollingUpdate", rollingUpdate: { maxUnavailable: 1, maxSurge: 0 } },
      minReadySeconds: parts.minReadySeconds ?? 0,
      revisionHistoryLimit: 10,
    },
    status: {
      desiredNumberScheduled: 0,
      currentNumberScheduled: 0,
      numberReady: 0,
      updatedNumberScheduled: 0,
      numberAvailable: 0,
      numberUnavailable: 0,
      numberMisscheduled: 0,
      observedGeneration: parts.observedGeneration ?? parts.generation ?? 1,
      ...parts.status,
    },
    templateHash: parts.templateHash ?? "template-1",
  };
}

export function aRevision(
  daemonSet: string,
  revision: number,
  parts: { readonly templateHash?: string; readonly createdAtMs?: number; readonly template?: Partial<PodTemplateSummary> } = {},
): KubeControllerRevision {
  const hash = `hash-${revision}`;
  return {
    metadata: {
      name: `${daemonSet}-${hash}`,
      namespace: "default",
      uid: `cr-${daemonSet}-${revision}`,
      resourceVersion: "1",
      creationTimestamp: iso(parts.createdAtMs ?? 0),
      labels: { "controller-revision-hash": hash },
      ownerReferences: [{ apiVersion: "apps/v1", kind: "DaemonSet", name: daemonSet, uid: `ds-${daemonSet}`, controller: true }],
    },
    revision,
    templateHash: parts.templateHash ?? `template-${revision}`,
    ports: { ...emptyTemplate, ...parts.template },
  };
}

export interface PodParts {
  readonly node?: string;
  /** Pinned by affinity and not bound. */
  readonly pinnedTo?: string;
  readonly hash?: string;
  readonly templateGeneration?: number;
  readonly createdAtMs?: number;
  readonly readyAtMs?: number;
  readonly deletedAtMs?: number;
  /** Only with `deletedAtMs`. */
  readonly finalizers?: readonly string[];
  readonly phase?: string;
  readonly waiting?: string;
  readonly schedulerMessage?: string;
  /** Requests of a pod that is not bound. */
  readonly requests?: StringMap;
  readonly hostPorts?: readonly number[];
  readonly restarts?: number;
  /** When it became NotReady; the transition time of its Ready condition. */
  readonly unreadyAtMs?: number;
  readonly gates?: readonly string[];
  readonly nominatedNode?: string;
  /** Replaces the containers that `waiting` and `restarts` create. */
  readonly containers?: KubePod["status"]["containers"];
  readonly reason?: string;
}

function containersOf(parts: PodParts): KubePod["status"]["containers"] {
  if (parts.waiting === undefined && parts.restarts === undefined) return [];
  const state = parts.waiting === undefined ? { kind: "running" as const } : { kind: "waiting" as const, reason: parts.waiting };
  return [{ name: "agent", ready: parts.readyAtMs !== undefined, restartCount: parts.restarts ?? 0, state }];
}

/** The parts of a spec that only few pods need. */
function rareSpec({ pinnedTo, requests, hostPorts }: PodParts): Pick<KubePod["spec"], "unbound" | "ports"> {
  const unbound = {
    schedulerName: "default-scheduler",
    requests: { containers: requests === undefined ? [] : [requests], initContainers: [], podLevel: {}, overhead: {} },
  };
  const ports = hostPorts?.map((port) => ({ containerPort: port, hostPort: port }));
  return {
    ...(pinnedTo === undefined || (requests === undefined && ports === undefined) ? {} : { unbound }),
    ...(ports === undefined ? {} : { ports: { hostNetwork: false, containers: [{ name: "agent", image: "", ports }], sidecars: [] } }),
  };
}

export function aPod(daemonSet: string, name: string, parts: PodParts): KubePod {
  const conditions: Condition[] = [];
  if (parts.readyAtMs !== undefined) conditions.push(condition("Ready", "True", parts.readyAtMs));
  else if (parts.node !== undefined) conditions.push(condition("Ready", "False", parts.unreadyAtMs ?? parts.createdAtMs ?? 0));
  if (parts.schedulerMessage !== undefined) conditions.push(condition("PodScheduled", "False", 0, "Unschedulable", parts.schedulerMessage));
  return {
    metadata: {
      name,
      namespace: "default",
      uid: `pod-${name}`,
      resourceVersion: "1",
      creationTimestamp: iso(parts.createdAtMs ?? 0),
      labels: {
        "controller-revision-hash": parts.hash ?? "hash-1",
        ...(parts.templateGeneration === undefined ? {} : { "pod-template-generation": String(parts.templateGeneration) }),
      },
      ownerReferences: [{ apiVersion: "apps/v1", kind: "DaemonSet", name: daemonSet, uid: `ds-${daemonSet}`, controller: true }],
      ...(parts.deletedAtMs === undefined ? {} : { deletionTimestamp: iso(parts.deletedAtMs + 30_000), deletionGracePeriodSeconds: 30 }),
      ...(parts.finalizers === undefined ? {} : { finalizers: parts.finalizers }),
    },
    spec: {
      ...(parts.node === undefined ? {} : { nodeName: parts.node }),
      ...(parts.pinnedTo === undefined ? {} : { affinityNodeName: parts.pinnedTo }),
      schedulingGates: parts.gates ?? [],
      ...rareSpec(parts),
    },
    status: {
      phase: parts.phase ?? (parts.readyAtMs === undefined ? "Pending" : "Running"),
      conditions,
      containers: parts.containers ?? containersOf(parts),
      ...(parts.reason === undefined ? {} : { reason: parts.reason }),
      ...(parts.nominatedNode === undefined ? {} : { nominatedNodeName: parts.nominatedNode }),
    },
  };
}

/** A warning about a pod or a DaemonSet of the namespace `default`, whose name is the end of its uid. */
export function aWarning(
  kind: "Pod" | "DaemonSet",
  name: string,
  parts: {
    readonly reason: string;
    readonly atMs: number;
    readonly uid?: string;
    readonly message?: string;
    readonly count?: number;
    readonly container?: string;
  },
): KubeEvent {
  const { reason, atMs, uid = `warning-${name}-${reason}`, message = reason, count = 1, container } = parts;
  return {
    metadata: { name: uid, namespace: "default", uid, resourceVersion: String(atMs), creationTimestamp: iso(atMs) },
    type: "Warning",
    reason,
    message,
    involved: {
      kind,
      namespace: "default",
      name,
      uid: `${kind === "Pod" ? "pod" : "ds"}-${name}`,
      ...(container === undefined ? {} : { container }),
    },
    count,
    firstSeen: iso(atMs),
    lastSeen: iso(atMs),
  };
}

/** The controller's event for a failed pod. */
export function aFailedDaemonPod(daemonSet: string, node: string, { event, atMs }: { event: number; atMs: number }): KubeEvent {
  const uid = `event-${event}`;
  return {
    metadata: { name: uid, namespace: "default", uid, resourceVersion: "1", creationTimestamp: iso(atMs) },
    type: "Warning",
    reason: "FailedDaemonPod",
    message: `Found failed daemon pod default/${uid} on node ${node}, will try to kill it`,
    involved: { kind: "DaemonSet", namespace: "default", name: daemonSet, uid: `ds-${daemonSet}` },
    count: 1,
    lastSeen: iso(atMs),
  };
}
