import { brotliCompressSync, constants, deflateRawSync, gzipSync } from "node:zlib";
import { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import { decodeControllerRevision } from "@daemonscope/server/cluster/decode/decode-controller-revision";
import { decodeDaemonSet } from "@daemonscope/server/cluster/decode/decode-daemon-set";
import { decodeNode } from "@daemonscope/server/cluster/decode/decode-node";
import { decodePod } from "@daemonscope/server/cluster/decode/decode-pod";
import { cursorText } from "@daemonscope/server/frames/cursor";
import { frameOfChanges } from "@daemonscope/server/frames/frame-of-changes";
import { sseFrame } from "@daemonscope/server/frames/sse";
import { applyFrame } from "@daemonscope/shared/apply-frame";
import { daemonSetsOf, nodesOf } from "@daemonscope/shared/cluster-state";
import { encodeKeyframe } from "@daemonscope/shared/codec/keyframe";
import { frameText } from "@daemonscope/shared/codec/write-frame";
import { emptyState } from "@daemonscope/shared/empty-state";
import { countOf } from "@daemonscope/shared/slots";
import { findScenario } from "@daemonscope/simulator/scenarios/scenarios";
import { createSimulator } from "@daemonscope/simulator/simulator";
import { setImage } from "@daemonscope/simulator/staging/manifests";

/** Bytes and CPU of keyframes and frames during a rollout in the simulator, against the JSON of the same objects. */
const nodes = Number(process.argv[2] ?? 1000);
const found = findScenario("big-cluster");
if ("problem" in found) throw new Error(found.problem);
const { store, clock } = createSimulator({ scenario: found.scenario, seed: 1, nowMs: Date.UTC(2026, 0, 1), nodes, manualSteps: true });
const model = new ClusterModel({ nowMs: clock.nowMs() });
let state = emptyState("bench", { context: "bench", server: "", version: undefined, simulated: true }, clock.nowMs());
const decoders = [
  ["nodes", decodeNode, (object: never) => model.putNode(object)],
  ["daemonsets", decodeDaemonSet, (object: never) => model.putDaemonSet(object)],
  ["controllerrevisions", decodeControllerRevision, (object: never) => model.putRevision(object)],
  ["pods", decodePod, (object: never) => model.putPod(object)],
] as const;
let eventBytes = 0;
let events = 0;
let trimmedBytes = 0;
for (const [resource, decode, put] of decoders) {
  const take = (object: unknown) => {
    const decoded = decode(object);
    if ("object" in decoded) put(decoded.object as never);
    return decoded;
  };
  for (const object of store.list(resource)) take(object);
  store.subscribe(resource, ({ type, object }) => {
    if (resource === "pods") {
      events++;
      eventBytes += JSON.stringify({ type, object }).length;
    }
    if (type === "DELETED" && resource === "pods") model.dropPod(object.metadata.uid);
    else {
      const decoded = take(object);
      if (resource === "pods" && "object" in decoded) trimmedBytes += JSON.stringify(decoded.object).length;
    }
  });
}
let frames = 0;
let frameBytes = 0;
let cellBytes = 0;
let cells = 0;
let packedBytes = 0;
let window = Buffer.alloc(0);
const WINDOW_BYTES = 4096;
let cpuUs = 0;
function frame(): void {
  const before = process.cpuUsage();
  model.tick(clock.nowMs());
  const changes = model.takeChanges();
  const made = frameOfChanges(state, changes, undefined, clock.nowMs());
  if (made === undefined) return;
  const applied = applyFrame(state, made);
  if (applied.kind !== "applied") throw new Error(`a frame of ours was refused: ${applied.kind}`);
  const message = sseFrame(cursorText(made), frameText(made, state, applied.state));
  const used = process.cpuUsage(before);
  cpuUs += used.user + used.system;
  state = applied.state;
  frames++;
  frameBytes += message.length;
  packedBytes += deflateRawSync(message, {
    finishFlush: constants.Z_SYNC_FLUSH,
    ...(window.length === 0 ? {} : { dictionary: window }),
  }).length;
  window = Buffer.concat([window, message]).subarray(-WINDOW_BYTES);
  for (const { nodes } of changes.cells) cells += nodes.length;
  cellBytes += made.cells?.length ?? 0;
}
frame();
// As the server does after its first sync: what is remembered is part of the records.
model.beginMarks();
const whole = Buffer.from(JSON.stringify(encodeKeyframe(state)));
const naive = JSON.stringify({
  nodes: nodesOf(state),
  daemonSets: daemonSetsOf(state),
  pods: store.list("pods").map((pod) => decodePod(pod)),
});
const keyframe = {
  raw: whole.length,
  gzip: gzipSync(whole, { level: 6 }).length,
  brotli: brotliCompressSync(whole, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }).length,
  naiveRaw: naive.length,
  naiveGzip: gzipSync(naive, { level: 6 }).length,
};
frames = frameBytes = packedBytes = cells = cellBytes = cpuUs = 0;
setImage(store, "kube-system", "fluent-bit", "registry.example/fluent-bit:bench");
for (let at = 0; at < 400; at++) {
  clock.advance(50);
  frame();
}
process.stdout.write(
  `${JSON.stringify({
    nodes,
    cells: countOf(state.rows) * countOf(state.columns),
    keyframe,
    rollout: {
      frames,
      podEvents: events,
      changedCells: cells,
      frameBytes,
      cellBytesPerChangedCell: Number((cellBytes / Math.max(1, cells)).toFixed(2)),
      frameBytesPerFrame: Number((frameBytes / frames).toFixed(1)),
      otherBytesPerFrame: Number(((frameBytes - cellBytes) / frames).toFixed(1)),
      packedBytesPerFrame: Number((packedBytes / frames).toFixed(1)),
      frameBytesPerChangedCell: Number((frameBytes / Math.max(1, cells)).toFixed(1)),
      eventJsonBytesPerChangedCell: Math.round(eventBytes / Math.max(1, cells)),
      trimmedJsonBytesPerChangedCell: Math.round(trimmedBytes / Math.max(1, cells)),
      cpuMsPerFrame: Number((cpuUs / 1000 / Math.max(1, frames)).toFixed(2)),
    },
  })}\n`,
);
process.exit(0);
