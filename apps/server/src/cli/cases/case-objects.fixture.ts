import type { RecordedObjects } from "./static-api-server.fixture.ts";

/** A part of an API object, as JSON. */
type Fields = Readonly<Record<string, unknown>>;
type Item = RecordedObjects["items"][number];

/** The time of every case. */
const TAKEN_AT = "2026-11-27T18:00:00Z";
const HOUR_S = 3600;
/** The age of the DaemonSet and of its pods. */
const AGE_S = HOUR_S;

/** Returns the API's time of some seconds ago. A negative number is in the future. */
export const ago = (seconds: number): string => `${new Date(Date.parse(TAKEN_AT) - seconds * 1000).toISOString().slice(0, 19)}Z`;

const NAMESPACE = "infra";
const NAME = "agent";
const OWNER = { apiVersion: "apps/v1", kind: "DaemonSet", name: NAME, uid: "ds-agent", controller: true, blockOwnerDeletion: true };
const condition = (type: string, status: string, sinceS: number, more: Fields = {}): Fields => ({
  type,
  status,
  lastTransitionTime: ago(sinceS),
  ...more,
});

/** A node. `ready`: the status of its Ready condition. */
export function aNode(
  name: string,
  {
    ready = "True",
    readySinceS = 10 * HOUR_S,
    pressures = [],
    taints,
    labels = {},
  }: {
    readonly ready?: "True" | "False" | "Unknown";
    readonly readySinceS?: number;
    readonly pressures?: readonly string[];
    readonly taints?: readonly Fields[];
    readonly labels?: Fields;
  } = {},
): Item {
  const capacity = { cpu: "4", memory: "16Gi", pods: "110" };
  return {
    apiVersion: "v1",
    kind: "Node",
    metadata: { name, uid: `n-${name}`, creationTimestamp: ago(10 * HOUR_S), labels: { "kubernetes.io/hostname": name, ...labels } },
    spec: taints === undefined ? {} : { taints },
    status: {
      capacity,
      allocatable: capacity,
      conditions: [...pressures.map((type) => condition(type, "True", 600)), condition("Ready", ready, readySinceS)],
      nodeInfo: { kubeletVersion: "v1.36.0" },
    },
  } as Item;
}

const CONTAINER = { name: NAME, image: "registry.example.com/agent:1", resources: { requests: { cpu: "100m", memory: "64Mi" } } };

/** The spec of the template, with other fields. */
const podSpec = (more: Fields = {}): Fields => ({
  containers: [CONTAINER],
  restartPolicy: "Always",
  terminationGracePeriodSeconds: 30,
  schedulerName: "default-scheduler",
  ...more,
});

const templateOf = (spec: Fields): Fields => ({ metadata: { labels: { app: NAME } }, spec });

/** A DaemonSet and its revisions, oldest first. */
export function aDaemonSet({
  spec = {},
  template = {},
  status = {},
  generation = 1,
  revisions = ["h1"],
  revisedS = AGE_S,
  labels = {},
}: {
  readonly spec?: Fields;
  readonly template?: Fields;
  readonly status?: Fields;
  readonly generation?: number;
  readonly revisions?: readonly string[];
  /** The age of the newest revision, if there are several. */
  readonly revisedS?: number;
  readonly labels?: Fields;
} = {}): readonly Item[] {
  const daemonSet = {
    apiVersion: "apps/v1",
    kind: "DaemonSet",
    metadata: {
      name: NAME,
      namespace: NAMESPACE,
      uid: OWNER.uid,
      generation,
      creationTimestamp: ago(AGE_S),
      labels: { app: NAME, ...labels },
      annotations: { "deprecated.daemonset.template.generation": String(revisions.length) },
    },
    spec: {
      selector: { matchLabels: { app: NAME } },
      template: templateOf(podSpec(template)),
      updateStrategy: { type: "RollingUpdate", rollingUpdate: { maxUnavailable: 1, maxSurge: 0 } },
      revisionHistoryLimit: 10,
      ...spec,
    },
    status: {
      currentNumberScheduled: 3,
      desiredNumberScheduled: 3,
      numberMisscheduled: 0,
      numberReady: 2,
      observedGeneration: generation,
      updatedNumberScheduled: 3,
      numberAvailable: 2,
      numberUnavailable: 1,
      ...status,
    },
  };
  const last = revisions.length - 1;
  const objects = revisions.map((hash, at) => ({
    apiVersion: "apps/v1",
    kind: "ControllerRevision",
    metadata: {
      name: `${NAME}-${hash}`,
      namespace: NAMESPACE,
      uid: `cr-${hash}`,
      creationTimestamp: ago(at === last && at > 0 ? revisedS : AGE_S),
      labels: { app: NAME, "controller-revision-hash": hash },
      ownerReferences: [OWNER],
    },
    revision: at + 1,
    data: {
      spec: {
        template: {
          ...templateOf(
            podSpec(at === last ? template : { ...template, containers: [{ ...CONTAINER, image: `${CONTAINER.image}.${at}` }] }),
          ),
          $patch: "replace",
        },
      },
    },
  }));
  return [daemonSet, ...objects] as readonly Item[];
}

/** The state of a container, as in `containerStatuses`. */
export const containerStatus = (state: Fields, more: Fields = {}): Fields => ({
  name: NAME,
  image: CONTAINER.image,
  imageID: "",
  ready: false,
  started: false,
  restartCount: 0,
  state,
  lastState: {},
  ...more,
});
export const waiting = (reason: string, message?: string): Fields => ({
  waiting: { reason, ...(message === undefined ? {} : { message }) },
});
export const running = (sinceS: number): Fields => ({ running: { startedAt: ago(sinceS) } });
/** An end 100 s ago, after a run of two seconds. */
export const terminated = (reason: string, exitCode: number, more: Fields = {}): Fields => ({
  terminated: { exitCode, reason, startedAt: ago(102), finishedAt: ago(100), ...more },
});
/** A container that waits for its next run. */
export const loopOf = (end: Fields, more: Fields = {}): Fields =>
  containerStatus(waiting("CrashLoopBackOff", "back-off 2m40s restarting failed container=agent"), {
    restartCount: 6,
    lastState: end,
    ...more,
  });

interface PodParts {
  /** Distinguishes several pods of one node. */
  readonly suffix?: string;
  readonly hash?: string;
  readonly ageS?: number;
  readonly meta?: Fields;
  readonly spec?: Fields;
  readonly status: Fields;
}

function aPod(node: string, { suffix = "", hash = "h1", ageS = 3000, meta = {}, spec = {}, status }: PodParts): Item {
  const name = `${NAME}-${node}${suffix}`;
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: {
      name,
      namespace: NAMESPACE,
      uid: `p-${name}`,
      creationTimestamp: ago(ageS),
      labels: { app: NAME, "controller-revision-hash": hash },
      ownerReferences: [OWNER],
      ...meta,
    },
    spec: podSpec(spec),
    status,
  } as Item;
}

/** A pod that is bound to its node. `containers`: the statuses of its containers. */
export function aBoundPod(
  node: string,
  {
    containers,
    ready,
    readySinceS,
    status = {},
    ...parts
  }: Partial<PodParts> & {
    readonly containers: readonly Fields[];
    readonly ready: Fields & { readonly status: "True" | "False" };
    readonly readySinceS?: number;
  },
): Item {
  const ageS = parts.ageS ?? 3000;
  const isStarted = containers.some((each) => each.state !== undefined && "running" in (each.state as Fields));
  const readyS = readySinceS ?? ageS - 2;
  return aPod(node, {
    ...parts,
    spec: { nodeName: node, ...parts.spec },
    status: {
      phase: isStarted ? "Running" : "Pending",
      startTime: ago(ageS - 1),
      podIP: "10.0.0.1",
      hostIP: "192.168.0.1",
      conditions: [
        condition("PodScheduled", "True", ageS),
        condition("Initialized", "True", ageS - 1),
        { ...condition("Ready", ready.status, readyS), ...ready },
        condition("ContainersReady", ready.status, readyS),
      ],
      containerStatuses: containers,
      ...status,
    },
  });
}

const NOT_READY = { status: "False", reason: "ContainersNotReady", message: "containers with unready status: [agent]" } as const;

/** A pod that runs and is Ready. */
export const aReadyPod = (
  node: string,
  { readySinceS = 2900, ...parts }: Partial<PodParts> & { readonly readySinceS?: number } = {},
): Item =>
  aBoundPod(node, {
    ...parts,
    ready: { status: "True" },
    readySinceS,
    containers: [containerStatus(running(readySinceS), { ready: true, started: true })],
  });

/** A bound pod with one container that is not ready. */
export const anUnreadyPod = (node: string, container: Fields, parts: Partial<PodParts> = {}): Item =>
  aBoundPod(node, { ...parts, ready: NOT_READY, containers: [container] });

/** A pod whose image, volumes or sandbox the kubelet prepares. */
export const aStartingPod = (node: string, parts: Partial<PodParts> = {}): Item =>
  anUnreadyPod(node, containerStatus(waiting("ContainerCreating")), { ageS: 300, ...parts });

const pinTo = (node: string): Fields => ({
  affinity: {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: {
        nodeSelectorTerms: [{ matchFields: [{ key: "metadata.name", operator: "In", values: [node] }] }],
      },
    },
  },
});

/** A pod that waits for the scheduler. Without a message the scheduler has not reported on it. */
export const anUnboundPod = (
  node: string,
  message: string | undefined,
  { reason = "Unschedulable", status = {}, ...parts }: Partial<PodParts> & { readonly reason?: string } = {},
): Item =>
  aPod(node, {
    ageS: 900,
    ...parts,
    spec: { ...pinTo(node), ...parts.spec },
    status: {
      phase: "Pending",
      ...(message === undefined ? {} : { conditions: [condition("PodScheduled", "False", 890, { reason, message })] }),
      ...status,
    },
  });

/** A pod that the kubelet rejected or evicted, in phase Failed. */
export const aRejectedPod = (node: string, reason: string, message: string, parts: Partial<PodParts> = {}): Item =>
  aPod(node, {
    ageS: 120,
    ...parts,
    spec: { nodeName: node, ...parts.spec },
    status: { phase: "Failed", reason, message, startTime: ago(119) },
  });

interface EventParts {
  readonly reason: string;
  readonly message: string;
  readonly count?: number;
  readonly lastS?: number;
}

const anEvent = (involved: Fields & { readonly name: string }, { reason, message, count = 7, lastS = 40 }: EventParts): Item =>
  ({
    apiVersion: "v1",
    kind: "Event",
    metadata: {
      name: `${involved.name}.${reason}`,
      namespace: NAMESPACE,
      uid: `e-${involved.name}-${reason}`,
      creationTimestamp: ago(600),
    },
    involvedObject: { apiVersion: "v1", namespace: NAMESPACE, ...involved },
    reason,
    message,
    type: "Warning",
    count,
    source: { component: "kubelet" },
    reportingComponent: "kubelet",
    reportingInstance: "",
    firstTimestamp: ago(600),
    lastTimestamp: ago(lastS),
  }) as unknown as Item;

/** A warning event of the first pod of a node. */
export const aPodEvent = (node: string, reason: string, message: string): Item =>
  anEvent({ kind: "Pod", name: `${NAME}-${node}`, uid: `p-${NAME}-${node}` }, { reason, message });

/** The event of a pod that could not be created. */
export const aCreateError = (message: string): Item =>
  anEvent({ kind: "DaemonSet", name: NAME, uid: OWNER.uid }, { reason: "FailedCreate", message: `Error creating: ${message}` });

/** A cluster of nodes n1 to n3. n2 and n3 have a healthy pod unless `isBare`. `items` describe node n1. A node
 *  or a pod of the same name, or another DaemonSet, replaces the usual one. */
export function aCluster(items: readonly Item[], { isBare = false } = {}): RecordedObjects {
  const has = (kind: string, name?: string) =>
    items.some((item) => item.kind === kind && (name === undefined || item.metadata.name === name));
  const nodes = ["n1", "n2", "n3"].flatMap((name) => (has("Node", name) ? [] : [aNode(name)]));
  const pods = ["n2", "n3"].flatMap((node) => (isBare || has("Pod", `${NAME}-${node}`) ? [] : [aReadyPod(node)]));
  const usual = [...nodes, ...(has("DaemonSet") ? [] : aDaemonSet()), ...pods];
  return { takenAt: TAKEN_AT, items: [...usual, ...items] };
}
