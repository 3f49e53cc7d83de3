import { encodedNode, encodedPod, enveloped, part, watchFrame } from "@daemonscope/kube-client/fast/protobuf/encode-message.fixture";

/** The managed fields of an object: most of its bytes, and unused here. */
export const MANAGED_FIELDS = Object.fromEntries(
  Array.from({ length: 60 }, (_value, at) => [`f:field${at}`, { "f:inner": {}, [`k:{"type":"T${at}"}`]: { ".": {} } }]),
);

export const CONTAINER_ENV = Array.from({ length: 10 }, (_value, n) => ({ name: `VARIABLE_${n}`, value: `value-${n}` }));

export const POD_TOLERATIONS = Array.from({ length: 7 }, (_value, n) => ({
  key: `node.kubernetes.io/k${n}`,
  operator: "Exists",
  effect: "NoSchedule",
}));

/** The affinity by which the DaemonSet controller binds a pod to its node. */
export const boundTo = (node: string) => ({
  nodeAffinity: {
    requiredDuringSchedulingIgnoredDuringExecution: {
      nodeSelectorTerms: [{ matchFields: [{ key: "metadata.name", operator: "In", values: [node] }] }],
    },
  },
});

export const ownedBy = (name: string, uid: string) => [
  { apiVersion: "apps/v1", kind: "DaemonSet", name, uid, controller: true, blockOwnerDeletion: true },
];

/**
 * Objects of a generated large cluster, as an API server sends them. Only the few bytes that differ between objects are
 * written for each, so that no object is kept in memory.
 */
export const LISTED_VERSION = 20_000_000;
/** Versions have eight digits, like the mark that they overwrite. */
export const FIRST_VERSION = 10_000_000;
/** The hashes of the revision that all pods have, and of one to which the first DaemonSet may be rolled out. */
const HASHES = ["56665b8f86", "66665b8f97"] as const;

/** The encoding: in a watch, or as an item of a list in JSON. */
export type Form = "protobuf" | "json" | "item";
export type WatchType = "ADDED" | "MODIFIED" | "DELETED";
/** The stage of a pod: deletion requested, created, running and not ready yet, ready. */
export type PodStep = "terminating" | "pending" | "unready" | "ready";

/** A DaemonSet's rollout: its generation, and the numbers of updated and of ready nodes. */
export interface SetStatus {
  readonly generation: 1 | 2;
  readonly version: number;
  readonly updated: number;
  readonly ready: number;
}

export const setName = (set: number): string => `agent-${String(set).padStart(2, "0")}`;
const setUid = (set: number): string => `d5000000-0000-4000-8000-${String(set).padStart(12, "0")}`;
export const nodeName = (node: number): string => `node-${String(node).padStart(8, "0")}`;
/** `kind`: a hexadecimal digit. */
export const uidOf = (kind: string, at: number): string =>
  `${kind}${(at >>> 0).toString(16).padStart(7, "0")}-0000-4000-8000-${at.toString(16).padStart(12, "0")}`;
const imageOf = (set: number, revision: number): string => `registry.example/agent-${set}:1.2.${3 + revision}`;

const template = (set: number, revision: number) => ({
  metadata: { labels: { app: setName(set) } },
  spec: {
    tolerations: [{ operator: "Exists" }],
    containers: [{ name: "agent", image: imageOf(set, revision), resources: {}, ports: [] }],
  },
});

export const daemonSet = (set: number, nodes: number, { generation, version, updated, ready }: SetStatus) => ({
  metadata: {
    name: setName(set),
    namespace: "kube-system",
    uid: setUid(set),
    resourceVersion: String(version),
    generation,
    creationTimestamp: "2026-01-01T00:00:00Z",
  },
  spec: {
    selector: { matchLabels: { app: setName(set) } },
    template: template(set, generation - 1),
    updateStrategy: { type: "RollingUpdate", rollingUpdate: { maxUnavailable: "10%", maxSurge: 0 } },
    revisionHistoryLimit: 10,
  },
  status: {
    currentNumberScheduled: nodes,
    numberMisscheduled: 0,
    desiredNumberScheduled: nodes,
    numberReady: ready,
    observedGeneration: generation,
    updatedNumberScheduled: updated,
    numberAvailable: ready,
    ...(ready < nodes ? { numberUnavailable: nodes - ready } : {}),
  },
});

export const revision = (set: number, at: 0 | 1) => ({
  metadata: {
    name: `${setName(set)}-${HASHES[at]}`,
    namespace: "kube-system",
    uid: `e5000000-0000-4000-800${at}-${String(set).padStart(12, "0")}`,
    resourceVersion: String(200 + set),
    creationTimestamp: "2026-01-01T00:00:00Z",
    labels: { app: setName(set), "controller-revision-hash": HASHES[at] },
    ownerReferences: [{ apiVersion: "apps/v1", kind: "DaemonSet", name: setName(set), uid: setUid(set), controller: true }],
  },
  data: { spec: { template: { $patch: "replace", ...template(set, at) } } },
  revision: at + 1,
});

const NODE_MARK = "node-@@@@@@@@";
const UID_MARK = "@@@@@@@@-0000-4000-8000-############";
const TAIL_MARK = "?????";
const VERSION_MARK = "99999999";
const conditions = (types: readonly string[]) =>
  types.map((type) => ({
    type,
    status: type === "Ready" || type.includes("e") ? "True" : "False",
    reason: "KubeletReady",
    lastTransitionTime: "2026-01-01T00:00:30Z",
    lastHeartbeatTime: "2026-02-01T00:00:00Z",
  }));

function podObject(set: number, step: PodStep, at: 0 | 1) {
  const isReady = step === "ready" || step === "terminating";
  const image = imageOf(set, at);
  return {
    metadata: {
      name: `${setName(set)}-${TAIL_MARK}`,
      generateName: `${setName(set)}-`,
      namespace: "kube-system",
      uid: UID_MARK,
      resourceVersion: VERSION_MARK,
      creationTimestamp: "2026-01-01T00:00:00Z",
      ...(step === "terminating" ? { deletionTimestamp: "2026-02-01T00:00:30Z", deletionGracePeriodSeconds: 30 } : {}),
      labels: { app: setName(set), "controller-revision-hash": HASHES[at], "pod-template-generation": String(at + 1) },
      ownerReferences: ownedBy(setName(set), setUid(set)),
      managedFields: [
        {
          manager: "kube-controller-manager",
          operation: "Update",
          apiVersion: "v1",
          time: "2026-01-01T00:00:00Z",
          fieldsType: "FieldsV1",
          fieldsV1: MANAGED_FIELDS,
        },
      ],
    },
    spec: {
      nodeName: NODE_MARK,
      containers: [
        {
          name: "agent",
          image,
          resources: {},
          env: CONTAINER_ENV,
        },
      ],
      tolerations: POD_TOLERATIONS,
      affinity: boundTo(NODE_MARK),
    },
    status: {
      phase: step === "pending" ? "Pending" : "Running",
      ...(step === "pending" ? {} : { podIP: "10.0.0.1", startTime: "2026-01-01T00:00:00Z" }),
      conditions: conditions(step === "pending" ? ["PodScheduled"] : ["Initialized", "Ready", "ContainersReady", "PodScheduled"]).map(
        ({ lastHeartbeatTime: _, reason: __, ...rest }) => ({
          ...rest,
          status: isReady || !rest.type.endsWith("Ready") ? "True" : "False",
        }),
      ),
      ...(step === "pending"
        ? {}
        : {
            containerStatuses: [
              {
                name: "agent",
                image,
                imageID: "sha256:0",
                ready: isReady,
                started: true,
                restartCount: 0,
                state: { running: { startedAt: "2026-01-01T00:00:20Z" } },
              },
            ],
          }),
    },
  };
}

const nodeObject = {
  metadata: {
    name: NODE_MARK,
    uid: UID_MARK,
    resourceVersion: VERSION_MARK,
    creationTimestamp: "2026-01-01T00:00:00Z",
    labels: {
      "kubernetes.io/hostname": NODE_MARK,
      "topology.kubernetes.io/zone": "zone-a",
      "node.kubernetes.io/instance-type": "m5.large",
      pool: "pool-a",
    },
    managedFields: [
      {
        manager: "kubelet",
        operation: "Update",
        apiVersion: "v1",
        time: "2026-01-01T00:00:00Z",
        fieldsType: "FieldsV1",
        fieldsV1: MANAGED_FIELDS,
      },
    ],
  },
  spec: { podCIDR: "10.0.0.0/24" },
  status: {
    conditions: conditions(["MemoryPressure", "DiskPressure", "PIDPressure", "Ready"]),
    images: Array.from({ length: 35 }, (_value, n) => ({
      names: [`registry.example/image-${n}@sha256:${"0".repeat(64)}`, `registry.example/image-${n}:1.2.3`],
      sizeBytes: 1e8 + n,
    })),
    nodeInfo: { kubeletVersion: "v1.36.3" },
  },
};

/** A frame, and the positions in it that differ between objects. */
interface Stamp {
  readonly frame: Buffer;
  readonly marks: readonly { readonly at: number; readonly mark: string }[];
}
function stampOf(form: Form, type: WatchType, kind: "Pod" | "Node", object: object): Stamp {
  const frame = encodeFrame(form, type, kind, object);
  const marks: { at: number; mark: string }[] = [];
  for (const mark of [NODE_MARK, UID_MARK, TAIL_MARK, VERSION_MARK])
    for (let at = frame.indexOf(mark); at >= 0; at = frame.indexOf(mark, at + 1)) marks.push({ at, mark });
  return { frame, marks };
}
function encodeFrame(form: Form, type: WatchType, kind: "Pod" | "Node", object: object): Buffer {
  if (form === "protobuf") return watchFrame(type, enveloped(kind, (kind === "Pod" ? encodedPod : encodedNode)(object as never)));
  const item = { kind, apiVersion: "v1", ...object };
  return Buffer.from(form === "item" ? JSON.stringify(item) : `${JSON.stringify({ type, object: item })}\n`);
}
function fillStamp({ frame, marks }: Stamp, node: number, uid: string, tail: string, version: number): Buffer {
  const filled = Buffer.from(frame);
  for (const { at, mark } of marks)
    filled.write(mark === NODE_MARK ? nodeName(node) : mark === UID_MARK ? uid : mark === TAIL_MARK ? tail : String(version), at, "latin1");
  return filled;
}

/** Returns uids of pods by number; pods of the second revision have others. */
export const podUid = (at: number, revisionIndex: 0 | 1 = 0): string => uidOf(revisionIndex === 0 ? "a" : "f", at);

/**
 * Returns frames of pods for one kind of event, by number and version. Pods of one node have consecutive numbers, one
 * per DaemonSet.
 */
export function podFrames(
  daemonSets: number,
  form: Form,
  type: WatchType,
  step: PodStep,
  revisionIndex: 0 | 1 = 0,
): (at: number, version: number) => Buffer {
  const stamps: Stamp[] = [];
  return (at, version) => {
    const set = at % daemonSets;
    stamps[set] ??= stampOf(form, type, "Pod", podObject(set, step, revisionIndex));
    const tail = (at + 2_000_000 * (1 + revisionIndex)).toString(36).padStart(5, "0").slice(-5);
    return fillStamp(stamps[set], Math.floor(at / daemonSets), podUid(at, revisionIndex), tail, version);
  };
}

/** Returns frames of nodes for one kind of event. */
export function nodeFrames(form: Form, type: WatchType): (at: number, version: number) => Buffer {
  const stamp = stampOf(form, type, "Node", nodeObject);
  return (at, version) => fillStamp(stamp, at, uidOf("b", at), "", version);
}

/** The bookmark that ends the initial events of a watch. */
export function bookmark(form: Form, kind: "Pod" | "Node"): Buffer {
  if (form !== "protobuf") {
    const metadata = { resourceVersion: String(LISTED_VERSION), annotations: { "k8s.io/initial-events-end": "true" } };
    return Buffer.from(`${JSON.stringify({ type: "BOOKMARK", object: { kind, apiVersion: "v1", metadata } })}\n`);
  }
  const text = (field: number, value: string) => part(field, Buffer.from(value));
  const annotation = part(12, Buffer.concat([text(1, "k8s.io/initial-events-end"), text(2, "true")]));
  return watchFrame("BOOKMARK", enveloped(kind, part(1, Buffer.concat([text(6, String(LISTED_VERSION)), annotation]))));
}
