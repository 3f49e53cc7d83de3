import type { Buffer } from "node:buffer";
import { putNode } from "@daemonscope/daemonset/model/cluster-event";
import { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import { decodeNode } from "@daemonscope/kube-client/decode/decode-node";
import { NODE_DECODER } from "@daemonscope/kube-client/fast/protobuf/decoders";
import { encodedNode, enveloped, watchFrame } from "@daemonscope/kube-client/fast/protobuf/encode-message.fixture";
import { WATCHED } from "@daemonscope/kube-client/http/resources";
import { DeltaFilter } from "@daemonscope/kube-client/list-watch/delta-filter";
import { decodeWatchFrame } from "@daemonscope/kube-client/list-watch/watch-event";
import { NodeQuickCheck } from "@daemonscope/server/watch/fast/node-quick-check";
import { collectGarbage, cpuUsSince, print, rounded } from "./program.ts";

/** The cost of a heartbeat that changes nothing, once its bytes have arrived: CPU µs, and whether the model changes. */
const NODES = Number(process.argv[2] ?? 5000);
const ROUNDS = Number(process.argv[3] ?? 12);

const fields = Object.fromEntries(Array.from({ length: 60 }, (_value, at) => [`f:field${at}`, { "f:inner": {} }]));
function heartbeatOf(at: number, round: number): Buffer {
  const name = `node-${String(at).padStart(6, "0")}`;
  const heartbeatTime = `${new Date(1_760_000_000_000 + round * 300_000).toISOString().slice(0, -5)}Z`;
  const node = encodedNode({
    metadata: {
      name,
      uid: `00000000-0000-4000-8000-${String(at).padStart(12, "0")}`,
      resourceVersion: String(round * NODES + at + 1),
      creationTimestamp: "2026-01-01T00:00:00Z",
      labels: { "kubernetes.io/hostname": name, "topology.kubernetes.io/zone": `zone-${at % 3}`, pool: `pool-${at % 5}` },
      managedFields: [
        { manager: "kubelet", operation: "Update", apiVersion: "v1", time: heartbeatTime, fieldsType: "FieldsV1", fieldsV1: fields },
      ],
    },
    spec: { podCIDR: "10.0.0.0/24" },
    status: {
      conditions: ["MemoryPressure", "DiskPressure", "PIDPressure", "Ready"].map((type) => ({
        type,
        status: type === "Ready" ? "True" : "False",
        reason: `Kubelet${type}`,
        message: `kubelet says so of ${type}`,
        lastHeartbeatTime: heartbeatTime,
        lastTransitionTime: "2026-01-01T00:00:20Z",
      })),
      images: Array.from({ length: 35 }, (_value, n) => ({
        names: [`registry.example/image-${n}@sha256:${"0".repeat(64)}`],
        sizeBytes: 1e8 + n,
      })),
      nodeInfo: { kubeletVersion: "v1.36.3" },
    },
  });
  return watchFrame("MODIFIED", enveloped("Node", node)).subarray(4);
}

const model = new ClusterModel({ nowMs: Date.now(), objects: "columns" });
const intake = new DeltaFilter({
  resource: WATCHED.nodes,
  decode: decodeNode,
  sink: { put: (node) => model.apply(putNode(node)), drop: () => undefined, problem: (text) => process.stderr.write(`${text}\n`) },
  counts: { replays: 0, unusable: 0 },
  leftOut: () => undefined,
});
const quickCheck = new NodeQuickCheck();
/** As in the product; with `BENCH_WHOLE=1` each object is decoded completely. */
const quickCheckAt =
  process.env.BENCH_WHOLE === "1"
    ? undefined
    : (bytes: Buffer, from: number, to: number) => quickCheck.read(bytes, from, to) && intake.takeQuickCheck(quickCheck) !== undefined;
const tookUs: number[] = [];
const heapMb: number[] = [];
let news = 0;
for (let round = 0; round < ROUNDS; round++) {
  const frames = Array.from({ length: NODES }, (_value, at) => heartbeatOf(at, round));
  collectGarbage();
  const before = process.cpuUsage();
  for (const frame of frames) {
    const event = decodeWatchFrame(NODE_DECODER, frame, 0, frame.length, quickCheckAt);
    if (event.kind === "read") intake.takeRead(event.object);
  }
  tookUs.push(cpuUsSince(before) / NODES);
  if (round > 0 && model.hasNews) news++;
  model.takeChanges();
  frames.length = 0;
  collectGarbage();
  heapMb.push(process.memoryUsage().heapUsed / 1e6);
}
print({
  nodes: NODES,
  bytes: heartbeatOf(0, 0).length,
  usPerHeartbeat: tookUs.map((us) => rounded(us, 2)),
  roundsWithNews: news,
  heapMb: heapMb.map((mb) => rounded(mb, 2)),
});
