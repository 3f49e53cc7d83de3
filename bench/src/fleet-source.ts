import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createInterface } from "node:readline";
import { shardHash } from "@daemonscope/server/cluster/pod-workers/shard-hash";
import { encodedNode, encodedPod, enveloped, part, watchFrame } from "@daemonscope/server/cluster/protobuf/encode-message.fixture";

/** An API server that makes up a large cluster as it is asked for it: nodes and pods in protobuf, of which only the few bytes that tell one from another are written anew, so that it holds none of
 *  them. It streams lists; a line on its standard input says how many heartbeats of nodes, how many pods it tells again as they are, and how many it tells another state of, in each second from then on. It answers what it sent so far. */
const NODES = Number(process.argv[2] ?? 1000);
const DAEMON_SETS = Number(process.argv[3] ?? 12);
/** The first DaemonSet's status says that it rolls out and has half of its nodes to go: the server tells news at the pace of a rollout. */
const IS_ROLLING = process.argv[4] === "rolling";
const PROTOBUF = "application/vnd.kubernetes.protobuf";
const HASH = "56665b8f86";
const EVENTS_A_WRITE = 40;
/** Versions have eight digits, as the mark that they are written over. */
const FIRST_AT = 10_000_000;
const LISTED_AT = 20_000_000;

const setName = (set: number): string => `agent-${String(set).padStart(2, "0")}`;
const setUid = (set: number): string => `d5000000-0000-4000-8000-${String(set).padStart(12, "0")}`;
const template = (set: number) => ({
  metadata: { labels: { app: setName(set) } },
  spec: {
    tolerations: [{ operator: "Exists" }],
    containers: [{ name: "agent", image: `registry.example/agent-${set}:1.2.3`, resources: {}, ports: [] }],
  },
});
const daemonSet = (set: number) => ({
  metadata: {
    name: setName(set),
    namespace: "kube-system",
    uid: setUid(set),
    resourceVersion: String(100 + set),
    generation: 1,
    creationTimestamp: "2026-01-01T00:00:00Z",
  },
  spec: {
    selector: { matchLabels: { app: setName(set) } },
    template: template(set),
    updateStrategy: { type: "RollingUpdate", rollingUpdate: { maxUnavailable: "10%", maxSurge: 0 } },
    revisionHistoryLimit: 10,
  },
  status: {
    currentNumberScheduled: NODES,
    numberMisscheduled: 0,
    desiredNumberScheduled: NODES,
    numberReady: NODES,
    observedGeneration: 1,
    updatedNumberScheduled: IS_ROLLING && set === 0 ? NODES / 2 : NODES,
    numberAvailable: NODES,
  },
});
const revision = (set: number) => ({
  metadata: {
    name: `${setName(set)}-${HASH}`,
    namespace: "kube-system",
    uid: `e5000000-0000-4000-8000-${String(set).padStart(12, "0")}`,
    resourceVersion: String(200 + set),
    creationTimestamp: "2026-01-01T00:00:00Z",
    labels: { app: setName(set), "controller-revision-hash": HASH },
    ownerReferences: [{ apiVersion: "apps/v1", kind: "DaemonSet", name: setName(set), uid: setUid(set), controller: true }],
  },
  data: { spec: { template: { $patch: "replace", ...template(set) } } },
  revision: 1,
});

const fields = Object.fromEntries(
  Array.from({ length: 60 }, (_value, at) => [`f:field${at}`, { "f:inner": {}, [`k:{"type":"T${at}"}`]: { ".": {} } }]),
);
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

const podTemplate = (set: number, isReady: boolean): Buffer =>
  encodedPod({
    metadata: {
      name: `${setName(set)}-${TAIL_MARK}`,
      generateName: `${setName(set)}-`,
      namespace: "kube-system",
      uid: UID_MARK,
      resourceVersion: VERSION_MARK,
      creationTimestamp: "2026-01-01T00:00:00Z",
      labels: { app: setName(set), "controller-revision-hash": HASH, "pod-template-generation": "1" },
      ownerReferences: [
        { apiVersion: "apps/v1", kind: "DaemonSet", name: setName(set), uid: setUid(set), controller: true, blockOwnerDeletion: true },
      ],
      managedFields: [
        {
          manager: "kube-controller-manager",
          operation: "Update",
          apiVersion: "v1",
          time: "2026-01-01T00:00:00Z",
          fieldsType: "FieldsV1",
          fieldsV1: fields,
        },
      ],
    },
    spec: {
      nodeName: NODE_MARK,
      containers: [
        {
          name: "agent",
          image: `registry.example/agent-${set}:1.2.3`,
          resources: {},
          env: Array.from({ length: 10 }, (_value, n) => ({ name: `VARIABLE_${n}`, value: `value-${n}` })),
        },
      ],
      tolerations: Array.from({ length: 7 }, (_value, n) => ({
        key: `node.kubernetes.io/k${n}`,
        operator: "Exists",
        effect: "NoSchedule",
      })),
      affinity: {
        nodeAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: {
            nodeSelectorTerms: [{ matchFields: [{ key: "metadata.name", operator: "In", values: [NODE_MARK] }] }],
          },
        },
      },
    },
    status: {
      phase: "Running",
      podIP: "10.0.0.1",
      startTime: "2026-01-01T00:00:00Z",
      conditions: conditions(["Initialized", "Ready", "ContainersReady", "PodScheduled"]).map(
        ({ lastHeartbeatTime: _, reason: __, ...rest }) => ({
          ...rest,
          status: isReady || !rest.type.endsWith("Ready") ? "True" : "False",
        }),
      ),
      containerStatuses: [
        {
          name: "agent",
          image: `registry.example/agent-${set}:1.2.3`,
          imageID: "sha256:0",
          ready: isReady,
          started: true,
          restartCount: 0,
          state: { running: { startedAt: "2026-01-01T00:00:20Z" } },
        },
      ],
    },
  });
const nodeTemplate = encodedNode({
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
      { manager: "kubelet", operation: "Update", apiVersion: "v1", time: "2026-01-01T00:00:00Z", fieldsType: "FieldsV1", fieldsV1: fields },
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
});

/** A frame, and the places in it that tell one object from another. */
interface Stamp {
  readonly frame: Buffer;
  readonly marks: readonly { readonly at: number; readonly mark: string }[];
}
function stampOf(type: string, kind: string, message: Buffer): Stamp {
  const frame = watchFrame(type, enveloped(kind, message));
  const marks: { at: number; mark: string }[] = [];
  for (const mark of [NODE_MARK, UID_MARK, TAIL_MARK, VERSION_MARK])
    for (let at = frame.indexOf(mark); at >= 0; at = frame.indexOf(mark, at + 1)) marks.push({ at, mark });
  return { frame, marks };
}
const uidOf = (kind: string, at: number): string =>
  `${kind}${(at >>> 0).toString(16).padStart(7, "0")}-0000-4000-8000-${at.toString(16).padStart(12, "0")}`;
function stamped({ frame, marks }: Stamp, node: number, uid: string, tail: string, version: number): Buffer {
  const made = Buffer.from(frame);
  for (const { at, mark } of marks)
    made.write(
      mark === NODE_MARK ? `node-${String(node).padStart(8, "0")}` : mark === UID_MARK ? uid : mark === TAIL_MARK ? tail : String(version),
      at,
      "latin1",
    );
  return made;
}
const podStamps = {
  ADDED: Array.from({ length: DAEMON_SETS }, (_value, set) => stampOf("ADDED", "Pod", podTemplate(set, true))),
  MODIFIED: Array.from({ length: DAEMON_SETS }, (_value, set) => stampOf("MODIFIED", "Pod", podTemplate(set, true))),
  UNREADY: Array.from({ length: DAEMON_SETS }, (_value, set) => stampOf("MODIFIED", "Pod", podTemplate(set, false))),
};
const nodeStamps = { ADDED: stampOf("ADDED", "Node", nodeTemplate), MODIFIED: stampOf("MODIFIED", "Node", nodeTemplate) };
const podFrame = (type: "ADDED" | "MODIFIED" | "UNREADY", at: number, version: number): Buffer => {
  const set = at % DAEMON_SETS;
  const stamp = podStamps[type][set];
  if (stamp === undefined) throw new Error("there is no such DaemonSet");
  return stamped(stamp, Math.floor(at / DAEMON_SETS), uidOf("a", at), (at + 2_000_000).toString(36).padStart(5, "0").slice(-5), version);
};
const nodeFrame = (type: "ADDED" | "MODIFIED", at: number, version: number): Buffer =>
  stamped(nodeStamps[type], at, uidOf("b", at), "", version);

const bookmark = (kind: string): Buffer => {
  const text = (field: number, value: string) => part(field, Buffer.from(value));
  const annotation = part(12, Buffer.concat([text(1, "k8s.io/initial-events-end"), text(2, "true")]));
  return watchFrame("BOOKMARK", enveloped(kind, part(1, Buffer.concat([text(6, String(LISTED_AT)), annotation]))));
};

async function sendAll(response: ServerResponse, count: number, frameOf: (at: number) => Buffer, end: Buffer): Promise<void> {
  for (let at = 0; at < count && !response.destroyed; at += EVENTS_A_WRITE) {
    const frames: Buffer[] = [];
    for (let each = at; each < Math.min(at + EVENTS_A_WRITE, count); each++) frames.push(frameOf(each));
    if (!response.write(Buffer.concat(frames))) await new Promise<void>((done) => response.once("drain", () => done()));
  }
  response.write(end);
}

const NOTHING = Buffer.alloc(0);
/** Which uids are of a shard, as the API server tells. */
function inShard(selector: string): (uid: string) => boolean {
  const [, from = "", to = ""] = /'0x([0-9a-f]+)', '0x([0-9a-f]+)'/.exec(selector) ?? [];
  const [least, most] = [Number.parseInt(from.slice(0, -8), 16), Number.parseInt(to.slice(0, -8), 16)];
  return (uid) => {
    const hash = shardHash(uid);
    return hash >= least && hash < most;
  };
}

/** Who watches, and which uids they are told of. */
const watchers: Record<"nodes" | "pods", Map<ServerResponse, (uid: string) => boolean>> = { nodes: new Map(), pods: new Map() };
const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://x");
  // Of several clusters each has a prefix, and an identity of its own.
  const [, cluster = "0"] = /^\/cluster\/(\d+)\//.exec(pathname) ?? [];
  if (pathname.endsWith("/namespaces/kube-system")) {
    response.setHeader("content-type", "application/json");
    return response.end(JSON.stringify({ kind: "Namespace", metadata: { name: "kube-system", uid: uidOf("c", Number(cluster)) } }));
  }
  if (pathname.endsWith("/version")) return response.end(JSON.stringify({ gitVersion: "v1.36.3", major: "1", minor: "36" }));
  if (pathname.endsWith("/livez") || pathname.endsWith("/readyz")) return response.end("ok");
  const isWatch = searchParams.get("watch") === "true";
  const kind = pathname.endsWith("/pods") ? "pods" : pathname.endsWith("/nodes") ? "nodes" : undefined;
  if (kind === undefined) {
    const items = pathname.endsWith("/daemonsets")
      ? Array.from({ length: DAEMON_SETS }, (_value, set) => daemonSet(set))
      : pathname.endsWith("/controllerrevisions")
        ? Array.from({ length: DAEMON_SETS }, (_value, set) => revision(set))
        : [];
    response.setHeader("content-type", "application/json");
    if (!isWatch) return response.end(JSON.stringify({ kind: "List", metadata: { resourceVersion: String(LISTED_AT) }, items }));
    response.flushHeaders();
    if (searchParams.get("sendInitialEvents") === "true") {
      for (const object of items) response.write(`${JSON.stringify({ type: "ADDED", object })}\n`);
      response.write(
        `${JSON.stringify({ type: "BOOKMARK", object: { metadata: { resourceVersion: String(LISTED_AT), annotations: { "k8s.io/initial-events-end": "true" } } } })}\n`,
      );
    }
    return undefined;
  }
  const selector = searchParams.get("shardSelector");
  if (!isWatch && selector !== null) {
    response.setHeader("content-type", "application/json");
    return response.end(
      JSON.stringify({ kind: "PodList", metadata: { resourceVersion: String(LISTED_AT), shardInfo: { selector } }, items: [] }),
    );
  }
  const isMeant = selector === null ? () => true : inShard(selector);
  response.setHeader("content-type", `${PROTOBUF};stream=watch`);
  response.flushHeaders();
  const watch = watchers[kind];
  response.on("close", () => watch.delete(response));
  const begun =
    searchParams.get("sendInitialEvents") !== "true"
      ? Promise.resolve()
      : kind === "pods"
        ? sendAll(
            response,
            NODES * DAEMON_SETS,
            (at) => (isMeant(uidOf("a", at)) ? podFrame("ADDED", at, FIRST_AT + at) : NOTHING),
            bookmark("Pod"),
          )
        : sendAll(response, NODES, (at) => nodeFrame("ADDED", at, FIRST_AT + at), bookmark("Node"));
  void begun.then(() => watch.set(response, isMeant));
  return undefined;
});

let version = LISTED_AT + 1;
let beat = 0;
/** `atOnce`: so many pods are no longer ready one after the other, and then are again, in the same order; `sets`: of so many DaemonSets. `sampleEvery`: of so many changes one is told with the time at which it was sent. */
const QUIET = { nodes: 0, pods: 0, changes: 0, atOnce: 500, sets: DAEMON_SETS, sampleEvery: 0, tellUnready: false };
let rates = QUIET;
const TURN_MS = 5;
/** After a turn that came so late, what it owes is no longer sent: the rate was missed then, and what was sent says so. */
const MOST_OWED_MS = 200;
const sent = { nodes: 0, pods: 0, changes: 0 };
const owed = { nodes: 0, pods: 0, changes: 0 };
const PODS = NODES * DAEMON_SETS;
const unready = new Set<number>();
/** Pods by number; as many as a DaemonSet has nodes stand between two of one node. */
let samples: { readonly node: string; readonly daemonSet: string; readonly isReady: boolean; readonly atMs: number }[] = [];
const placeOf = (pod: number) => ({
  node: `node-${String(Math.floor(pod / DAEMON_SETS)).padStart(8, "0")}`,
  daemonSet: `kube-system/${setName(pod % DAEMON_SETS)}`,
});
let changed = 0;
const podToldAgain = (type: "MODIFIED" | "UNREADY", at: number) => ({ frame: podFrame(type, at, version++), uid: uidOf("a", at) });
let changedSets = DAEMON_SETS;
function change(): { readonly frame: Buffer; readonly uid: string } {
  const { atOnce, sets } = rates;
  // Pods of other DaemonSets begin with those that are no longer ready.
  if (sets !== changedSets) changed = Math.ceil(changed / (2 * atOnce)) * 2 * atOnce;
  changedSets = sets;
  const at = changed++;
  const place = ((Math.floor(at / (2 * atOnce)) * atOnce + (at % atOnce)) * 7919) % (NODES * sets);
  const pod = Math.floor(place / sets) * DAEMON_SETS + (place % sets);
  const isReady = at % (2 * atOnce) >= atOnce;
  if (isReady) unready.delete(pod);
  else unready.add(pod);
  if (rates.sampleEvery > 0 && at % rates.sampleEvery === 0)
    samples.push({ ...placeOf(pod), isReady, atMs: performance.timeOrigin + performance.now() });
  return podToldAgain(isReady ? "MODIFIED" : "UNREADY", pod);
}
const frameOf = {
  nodes: () => ({ frame: nodeFrame("MODIFIED", (beat * 7919) % NODES, version++), uid: "" }),
  pods: () => podToldAgain("MODIFIED", (beat * 7919) % PODS),
  changes: change,
};
let lastMs = performance.now();
setInterval(() => {
  const nowMs = performance.now();
  const passedMs = Math.min(MOST_OWED_MS, nowMs - lastMs);
  lastMs = nowMs;
  for (const kind of ["nodes", "pods", "changes"] as const) {
    owed[kind] += ((rates[kind] ?? 0) * passedMs) / 1000;
    const told: { readonly frame: Buffer; readonly uid: string }[] = [];
    for (; owed[kind] >= 1; owed[kind]--, beat++) told.push(frameOf[kind]());
    if (told.length === 0) continue;
    for (const [each, isMeant] of watchers[kind === "nodes" ? "nodes" : "pods"])
      each.write(Buffer.concat(told.flatMap(({ frame, uid }) => (isMeant(uid) ? [frame] : []))));
    sent[kind] += told.length;
  }
}, TURN_MS);

createInterface({ input: process.stdin })
  .on("line", (line) => {
    rates = { ...QUIET, ...(JSON.parse(line) as Partial<typeof rates>) };
    process.stdout.write(`${JSON.stringify({ ...sent, samples, ...(rates.tellUnready ? { unready: [...unready].map(placeOf) } : {}) })}\n`);
    samples = [];
  })
  .on("close", () => process.exit(0));
server.listen(0, "127.0.0.1", () => process.stdout.write(`${JSON.stringify({ port: (server.address() as AddressInfo).port })}\n`));
