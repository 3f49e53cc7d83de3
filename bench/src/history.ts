import { type ClusterEvent, dropObject } from "@daemonscope/daemonset/model/cluster-event";
import { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import { MODEL_SOURCES } from "@daemonscope/daemonset/records/records";
import { applyObserved, type EventObserver } from "@daemonscope/server/feed/event-observer";
import { buildFrame } from "@daemonscope/server/frames/build-frame";
import { BLOCK, isCheckpointBlock } from "@daemonscope/server/history/log/block";
import { headerOf } from "@daemonscope/server/history/log/log-entry";
import { LogWriter, memoryStore } from "@daemonscope/server/history/log/log-writer";
import { replayTo } from "@daemonscope/server/history/replay/replay-to";
import { applyFrame } from "@daemonscope/shared/apply-frame";
import { emptyState } from "@daemonscope/shared/state/empty-state";
import { stateHash } from "@daemonscope/shared/state/state-hash";
import { setImage } from "@daemonscope/simulator/staging/manifests";
import { collectGarbage, cpuUsSince, heldBytes, loopMs, printLast, quantile, rounded } from "./program.ts";
import { eventOf, RESOURCES, simulatedCluster } from "./simulated-cluster.ts";

/**
 * Bytes and CPU of the event log during rollouts in the simulator, and the time to load a past moment from memory. With
 * `BENCH_HISTORY_LOG=none` the same without a log; the difference is its CPU cost.
 */
const nodes = Number(process.argv[2] ?? 1000);
const WATCHED_MS = Number(process.env.BENCH_HISTORY_MS ?? 120_000);
const TICK_MS = Number(process.env.BENCH_TICK_MS ?? 50);
const HOUR_MS = 3_600_000;
const ROLLOUT_EVERY_MS = Number(process.env.BENCH_ROLLOUT_EVERY_MS ?? 300_000);
const cluster = { context: "bench", server: "", version: undefined, simulated: true };

/** Writes a log. Its simulator is garbage afterwards: in a server no collection of it delays a past moment. */
async function recorded() {
  const { store, clock } = simulatedCluster(nodes);
  const beganAtMs = clock.nowMs();
  const model = new ClusterModel({ nowMs: beganAtMs, unread: MODEL_SOURCES, objects: "columns" });
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
    before: (input) => writer.before(input),
    note(nowMs, input) {
      const before = performance.now();
      writer.note(nowMs, input);
      noteUs += (performance.now() - before) * 1000;
      events++;
      if (input.do !== "read" && input.do !== "beginMarks" && input.kind === "pods") podEvents++;
    },
  };
  const consumer = (event: ClusterEvent) => applyObserved(model, event, clock.nowMs(), isLogged ? tap : undefined);
  let decodeUs = 0;
  let eventBytes = 0;
  for (const resource of RESOURCES) {
    const take = (text: string) => {
      const before = performance.now();
      const event = eventOf(resource, JSON.parse(text));
      decodeUs += (performance.now() - before) * 1000;
      if (event !== undefined) consumer(event);
    };
    for (const object of store.list(resource)) take(JSON.stringify(object));
    store.subscribe(resource, ({ type, object }) => {
      const { name, uid } = object.metadata;
      if (type === "DELETED") return consumer(dropObject(resource, resource === "nodes" ? name : uid));
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
  /** MB of the whole process and of the log, for each hour of cluster time. */
  const memory: { readonly mb: number; readonly logMb: number; readonly keptHours: number }[] = [];
  function recordMemory(): void {
    const [first] = writer.segments;
    memory.push({
      mb: rounded(heldBytes() / 1_048_576, 1),
      logMb: rounded(writer.bytes / 1_048_576, 1),
      keptHours: rounded((clock.nowMs() - (first?.fromMs ?? clock.nowMs())) / HOUR_MS, 1),
    });
  }
  const AGENTS = model.reading.daemonSetKeys().map((key) => key.split("/") as [string, string]);
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
  const cpuUs = cpuUsSince(cpuBefore);
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
  const ticks = WATCHED_MS / TICK_MS;
  const perEvent = (us: number) => rounded(us / Math.max(1, events), 2);
  const entryBytes = entryBytesNow() - firstBytes;
  return {
    writer,
    marks,
    results: {
      nodes,
      pods: model.reading.podCount,
      podEvents,
      events,
      entryBytes,
      bytesPerPodEvent: rounded(entryBytes / Math.max(1, podEvents), 1),
      eventJsonBytes: Math.round(eventBytes / Math.max(1, events)),
      logBytes: writer.bytes,
      checkpoints: checkpoints.length,
      bytesPerCheckpoint: Math.round(checkpointBytes / Math.max(1, checkpoints.length)),
      noteUsPerEvent: perEvent(noteUs),
      decodeUsPerEvent: perEvent(decodeUs),
      tapUsPerTick: rounded(tapUs / ticks, 1),
      tickUsPerTick: rounded(tickUs / ticks, 1),
      longestTapMs: rounded(longestTapMs, 1),
      cpuMs: Math.round(cpuUs / 1000),
      ...(memory.length === 0 ? {} : { memory }),
    },
  };
}

const { writer, marks, results } = await recorded();
collectGarbage();
const seeks: number[] = [];
const cpuSeeks: number[] = [];
let wrong = 0;
const oldestMs = writer.segments.find(({ isWhole }) => isWhole)?.fromMs ?? Number.POSITIVE_INFINITY;
for (const { atMs, hash } of marks.filter((mark) => mark.atMs >= oldestMs)) {
  const began = performance.now();
  const beganCpuMs = loopMs();
  const { state: replayed } = await replayTo(
    { header: writer.header, segments: writer.segments, openText: writer.openText },
    { fromMs: atMs, toMs: atMs },
  );
  seeks.push(performance.now() - began);
  cpuSeeks.push(loopMs() - beganCpuMs);
  if (stateHash(replayed) !== hash) wrong++;
}
const seekMs = (share: number) => Math.round(quantile(seeks, share));
const seekCpuMs = (share: number) => Math.round(quantile(cpuSeeks, share));
printLast({
  ...results,
  seekMs: { median: seekMs(0.5), p90: seekMs(0.9), worst: seekMs(1) },
  seekCpuMs: { median: seekCpuMs(0.5), p90: seekCpuMs(0.9), worst: seekCpuMs(1) },
  seeks: seeks.length,
  wrong,
});
