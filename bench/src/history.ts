import { type ClusterEvent, dropObject, putDaemonSet, putNode, putPod, putRevision } from "@daemonscope/daemonset/model/cluster-event";
import { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import { MODEL_SOURCES } from "@daemonscope/daemonset/records/records";
import { decodeControllerRevision } from "@daemonscope/kube-client/decode/decode-controller-revision";
import { decodeDaemonSet } from "@daemonscope/kube-client/decode/decode-daemon-set";
import { decodeNode } from "@daemonscope/kube-client/decode/decode-node";
import { decodePod } from "@daemonscope/kube-client/decode/decode-pod";
import { applyObserved, type EventObserver } from "@daemonscope/server/feed/event-observer";
import { buildFrame } from "@daemonscope/server/frames/build-frame";
import { BLOCK, isCheckpointBlock } from "@daemonscope/server/history/log/block";
import { headerOf } from "@daemonscope/server/history/log/log-entry";
import { LogWriter, memoryStore } from "@daemonscope/server/history/log/log-writer";
import { replayTo } from "@daemonscope/server/history/replay/replay-to";
import { applyFrame } from "@daemonscope/shared/apply-frame";
import { emptyState } from "@daemonscope/shared/state/empty-state";
import { stateHash } from "@daemonscope/shared/state/state-hash";
import { findScenario } from "@daemonscope/simulator/scenarios/scenarios";
import { createSimulator } from "@daemonscope/simulator/simulator";
import { setImage } from "@daemonscope/simulator/staging/manifests";

/**
 * Bytes and CPU of the event log during rollouts in the simulator, and the time to load a past moment from memory. With
 * `BENCH_HISTORY_LOG=none` the same without a log; the difference is its CPU cost.
 */
const nodes = Number(process.argv[2] ?? 1000);
const WATCHED_MS = Number(process.env.BENCH_HISTORY_MS ?? 120_000);
const TICK_MS = Number(process.env.BENCH_TICK_MS ?? 50);
const found = findScenario("big-cluster");
if ("problem" in found) throw new Error(found.problem);
const { store, clock } = createSimulator({ scenario: found.scenario, seed: 1, nowMs: Date.UTC(2026, 0, 1), nodes, manualSteps: true });
const beganAtMs = clock.nowMs();
const cluster = { context: "bench", server: "", version: undefined, simulated: true };
const model = new ClusterModel({ nowMs: beganAtMs, unread: MODEL_SOURCES });
const cost = process.env.BENCH_CHECKPOINT_COST;
const isLogged = process.env.BENCH_HISTORY_LOG !== "none";
const writer = new LogWriter({
  header: headerOf({ log: "bench", cluster }),
  model,
  store: memoryStore,
  maxBytes: Number(process.env.BENCH_HISTORY_BYTES ?? 1e9),
  ...(cost === undefined ? {} : { checkpointCost: Number(cost) }),
});
let noteUs = 0;
let podEvents = 0;
let events = 0;
const tap: EventObserver = {
  note(nowMs, input) {
    const before = performance.now();
    writer.note(nowMs, input);
    noteUs += (performance.now() - before) * 1000;
    events++;
    if (input.do !== "read" && input.do !== "beginMarks" && input.kind === "pods") podEvents++;
  },
};
const consumer = (event: ClusterEvent) => applyObserved(model, event, clock.nowMs(), isLogged ? tap : undefined);
const kinds = [
  ["nodes", decodeNode, (object: never) => consumer(putNode(object)), (_uid: string, name: string) => consumer(dropObject("nodes", name))],
  [
    "daemonsets",
    decodeDaemonSet,
    (object: never) => consumer(putDaemonSet(object)),
    (uid: string) => consumer(dropObject("daemonsets", uid)),
  ],
  [
    "controllerrevisions",
    decodeControllerRevision,
    (object: never) => consumer(putRevision(object)),
    (uid: string) => consumer(dropObject("controllerrevisions", uid)),
  ],
  ["pods", decodePod, (object: never) => consumer(putPod(object)), (uid: string) => consumer(dropObject("pods", uid))],
] as const;
let decodeUs = 0;
let eventBytes = 0;
for (const [resource, decode, put, drop] of kinds) {
  const take = (text: string) => {
    const before = performance.now();
    const decoded = decode(JSON.parse(text));
    decodeUs += (performance.now() - before) * 1000;
    if ("object" in decoded) put(decoded.object as never);
  };
  for (const object of store.list(resource)) take(JSON.stringify(object));
  store.subscribe(resource, ({ type, object }) => {
    if (type === "DELETED") return drop(object.metadata.uid, object.metadata.name);
    const text = JSON.stringify(object);
    eventBytes += text.length;
    take(text);
  });
}
for (const source of MODEL_SOURCES) {
  model.apply({ do: "read", source: source });
  writer.note(model.reading.nowMs, { do: "read", source });
}
let state = emptyState("bench", cluster, beganAtMs);
let tickUs = 0;
let tapUs = 0;
function tick(): void {
  const started = performance.now();
  const atMs = clock.nowMs();
  model.tick(atMs);
  const changes = model.takeChanges();
  const frame = buildFrame(state, changes, undefined, atMs);
  const applied = frame === undefined ? undefined : applyFrame(state, frame);
  if (applied?.kind === "applied") state = applied.state;
  const ended = performance.now();
  tickUs += (ended - started) * 1000;
  if (!isLogged) return;
  const { nowMs } = model.reading;
  const nextWakeAtMs = model.nextWakeAtMs();
  writer.ticked({ atMs, nowMs, sources: undefined, gaps: [], frame, nextWakeAtMs, state });
  tapUs += (performance.now() - ended) * 1000;
}
tick();
model.apply({ do: "beginMarks" });
writer.beganMarks(model.reading.nowMs);
tick();
await writer.flush();
const entryBytesNow = () =>
  writer.segments.flatMap(({ blocks }) => blocks).reduce((sum, { kind, bytes }) => sum + (kind === BLOCK.entries ? bytes : 0), 0);
const firstBytes = entryBytesNow();
noteUs = podEvents = events = decodeUs = tickUs = tapUs = eventBytes = 0;
const cpuBefore = process.cpuUsage();
const marks: { readonly atMs: number; readonly hash: string }[] = [];
let longestTapMs = 0;
const HOUR_MS = 3_600_000;
/** MB of the whole process and of the log, for each hour of cluster time. */
const memory: { readonly mb: number; readonly logMb: number; readonly keptHours: number }[] = [];
function recordMemory(): void {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  const [first] = writer.segments;
  const round = (value: number) => Number(value.toFixed(1));
  memory.push({
    mb: round((heapUsed + arrayBuffers) / 1_048_576),
    logMb: round(writer.bytes / 1_048_576),
    keptHours: round((clock.nowMs() - (first?.fromMs ?? clock.nowMs())) / HOUR_MS),
  });
}
const AGENTS = model.reading.daemonSetKeys().map((key) => key.split("/") as [string, string]);
const ROLLOUT_EVERY_MS = Number(process.env.BENCH_ROLLOUT_EVERY_MS ?? 300_000);
for (let ms = 0; ms < WATCHED_MS; ms += TICK_MS) {
  const [namespace, name] = AGENTS[(ms / ROLLOUT_EVERY_MS) % AGENTS.length] ?? [];
  if (namespace !== undefined && name !== undefined) setImage(store, namespace, name, `registry.example/${name}:bench-${ms}`);
  clock.advance(TICK_MS);
  const tapBefore = tapUs;
  tick();
  longestTapMs = Math.max(longestTapMs, (tapUs - tapBefore) / 1000);
  // Packing and storing run between two ticks, as in a server.
  await new Promise((done) => setImmediate(done));
  if ((ms + TICK_MS) % HOUR_MS === 0) recordMemory();
  if (ms % (WATCHED_MS / 40) === 0) marks.push({ atMs: state.at, hash: stateHash(state) });
}
const cpu = process.cpuUsage(cpuBefore);
await writer.flush();
const checkpoints = writer.segments;
let checkpointBytes = 0;
const seen = new Set<Buffer>();
for (const { blocks } of checkpoints)
  for (const { kind, bytes, packed } of blocks) {
    if (!isCheckpointBlock(kind)) continue;
    const buffer = await packed();
    if (!seen.has(buffer)) checkpointBytes += bytes;
    seen.add(buffer);
  }
const seeks: number[] = [];
let wrong = 0;
const oldestMs = writer.segments.find(({ isWhole }) => isWhole)?.fromMs ?? Number.POSITIVE_INFINITY;
for (const { atMs, hash } of marks.filter((mark) => mark.atMs >= oldestMs)) {
  const began = performance.now();
  const { state: replayed } = await replayTo(
    { header: writer.header, segments: writer.segments, openText: writer.openText },
    { fromMs: atMs, toMs: atMs },
  );
  seeks.push(performance.now() - began);
  if (stateHash(replayed) !== hash) wrong++;
}
seeks.sort((a, b) => a - b);
const quantileMs = (share: number) => Math.round(seeks[Math.floor((seeks.length - 1) * share)] ?? 0);
process.stdout.write(
  `${JSON.stringify({
    nodes,
    pods: model.reading.podCount,
    podEvents,
    events,
    entryBytes: entryBytesNow() - firstBytes,
    bytesPerPodEvent: Number(((entryBytesNow() - firstBytes) / Math.max(1, podEvents)).toFixed(1)),
    eventJsonBytes: Math.round(eventBytes / Math.max(1, events)),
    logBytes: writer.bytes,
    checkpoints: checkpoints.length,
    bytesPerCheckpoint: Math.round(checkpointBytes / Math.max(1, checkpoints.length)),
    noteUsPerEvent: Number((noteUs / Math.max(1, events)).toFixed(2)),
    decodeUsPerEvent: Number((decodeUs / Math.max(1, events)).toFixed(2)),
    tapUsPerTick: Number((tapUs / (WATCHED_MS / TICK_MS)).toFixed(1)),
    tickUsPerTick: Number((tickUs / (WATCHED_MS / TICK_MS)).toFixed(1)),
    longestTapMs: Number(longestTapMs.toFixed(1)),
    cpuMs: Math.round((cpu.user + cpu.system) / 1000),
    seekMs: { median: quantileMs(0.5), p90: quantileMs(0.9), worst: quantileMs(1) },
    seeks: seeks.length,
    wrong,
    ...(memory.length === 0 ? {} : { memory }),
  })}\n`,
);
process.exit(0);
