import { PassThrough } from "node:stream";
import { putDaemonSet, putRevision } from "@daemonscope/daemonset/model/cluster-event";
import { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import type { KubeDaemonSet } from "@daemonscope/kube/objects";
import { applyObserved } from "@daemonscope/server/feed/event-observer";
import { EventQueue } from "@daemonscope/server/feed/event-queue";
import { headerOf } from "@daemonscope/server/history/log/log-entry";
import { LogWriter, memoryStore } from "@daemonscope/server/history/log/log-writer";
import { replayTo } from "@daemonscope/server/history/replay/replay-to";
import { tuneV8 } from "@daemonscope/server/platform/v8-settings";
import { loopMs } from "./program.ts";
import { liveOf } from "./settled-live.ts";
import { ownRevision, putWideCluster } from "./wide-cluster.ts";

/**
 * The event loop turns of a change to all nodes, and the delay of heartbeats and probes meanwhile. Both are CPU time of
 * the loop's own thread, as the kernel counts it, independent of other programs. With `BENCH_LOG=memory` the event log
 * is written too, and played.
 */
const NODES = Number(process.argv[2] ?? 100_000);
const DAEMON_SETS = Number(process.argv[3] ?? 12);
const isLogged = process.env.BENCH_LOG === "memory";

tuneV8();
const cluster = { context: "turns", server: "http://127.0.0.1:1", version: "v1.36.0", simulated: true };
const model = new ClusterModel({ nowMs: Date.now(), objects: "columns" });
const sets = putWideCluster(model, NODES, DAEMON_SETS);
const writer = isLogged
  ? new LogWriter({ header: headerOf({ log: "turns", cluster }), model, store: memoryStore, maxBytes: 1e9 })
  : undefined;
const queue = new EventQueue();
queue.connect((event, nowMs) => applyObserved(model, event, nowMs, writer));
const live = liveOf(model, cluster.context, { tap: writer, queue });

let turns: number[] = [];
/** The CPU time of the turns while the stream is paused, because received events wait for the end of a tick. */
let pausedMs = 0;
let beganMs = loopMs();
/** The start times of turns, by the clock and in CPU time. */
let marks: { readonly wallMs: number; readonly cpuMs: number }[] = [];
function turn(): void {
  const nowMs = loopMs();
  turns.push(nowMs - beganMs);
  if (queue.isPaused) pausedMs += nowMs - beganMs;
  beganMs = nowMs;
  marks.push({ wallMs: performance.now(), cpuMs: nowMs });
  setImmediate(turn);
}

const PROBE_INTERVAL_MS = 20;
const PROBES_PER_CLOCK = 25;
/** For each timer, the CPU time from the turn in which it was due until it fired: at least the time that it waited. */
let late: number[] = [];
let probeCount = 0;
function probe(dueMs: number): void {
  const due = marks.findLast(({ wallMs }) => wallMs <= dueMs);
  if (due !== undefined) late.push(loopMs() - due.cpuMs);
  if (probeCount++ % PROBES_PER_CLOCK === 0) live.sendClock();
  const nextMs = performance.now() + PROBE_INTERVAL_MS;
  setTimeout(() => probe(nextMs), PROBE_INTERVAL_MS);
}
const wait = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));
const rows: Record<string, Record<string, number>> = {};
/** Measures turns from `happen` until the loop is idle again. */
async function during(name: string, happen: () => unknown, ms = 2500): Promise<void> {
  await wait(300);
  turns = [];
  pausedMs = 0;
  marks = marks.slice(-1);
  late = [];
  const before = live.log.state.seq;
  await happen();
  await wait(ms);
  const longest = turns.toSorted((a, b) => b - a).slice(0, 4);
  rows[name] = {
    "longest turn, ms": Math.round(longest[0] ?? 0),
    second: Math.round(longest[1] ?? 0),
    third: Math.round(longest[2] ?? 0),
    "over 50 ms": turns.filter((each) => each > 50).length,
    "latest timer, ms": Math.round(Math.max(0, ...late)),
    "timers over 50 ms late": late.filter((each) => each > 50).length,
    "CPU of turns over 5 ms": Math.round(turns.filter((each) => each > 5).reduce((sum, each) => sum + each, 0)),
    "of it while the stream is paused": Math.round(pausedMs),
    frames: live.log.state.seq - before,
    "RSS, MB": Math.round(process.memoryUsage.rss() / 1e6),
  };
}
setImmediate(turn);
setTimeout(() => probe(performance.now()), PROBE_INTERVAL_MS);
live.attach(new PassThrough().resume(), undefined);
await during("first sync", () => live.settled());
await during("marks and log begin", () => live.beginMarks(), isLogged ? 6000 : 2500);
await during("a keyframe", async () => {
  for await (const chunk of (await live.keyframes.at()).packed("br")) if (chunk.length === 0) return;
});
await during("the hash of a heartbeat", () => live.sendClock());

let generation = 1;
function applyTemplate(set: KubeDaemonSet, template: Partial<KubeDaemonSet["spec"]["template"]>): KubeDaemonSet {
  generation++;
  const next: KubeDaemonSet = {
    ...set,
    metadata: { ...set.metadata, generation },
    spec: { ...set.spec, template: { ...set.spec.template, ...template } },
    templateHash: `template-${generation}`,
  };
  for (const event of [putDaemonSet(next), putRevision(ownRevision(next))]) queue.push(event, Date.now());
  live.wake();
  return next;
}
let [first] = sets;
if (first === undefined) throw new Error("there is no DaemonSet");
const change = (template: Partial<KubeDaemonSet["spec"]["template"]>) => () => {
  if (first !== undefined) first = applyTemplate(first, template);
};
await during("another image", change({}));
await during("toleration of a pool's taint", change({ tolerations: [{ key: "gpu", operator: "Exists" }] }));
await during("selector of a label that few nodes have", change({ nodeSelector: { pool: "pool-7" } }));
await during("selector of a label that is new to all templates", change({ nodeSelector: { "kubernetes.io/arch": "amd64" } }));
await during("selector of a label that no node has", change({ nodeSelector: { disk: "ssd" } }));
await during("no selector", change({ nodeSelector: {} }));
if (writer !== undefined) {
  await during(
    "a checkpoint of the log",
    () => {
      writer.checkpointNext();
      live.wake();
    },
    6000,
  );
  await writer.flush();
  const whole = writer.segments.findLastIndex(({ isWhole }) => isWhole);
  const { fromMs = 0 } = writer.segments[Math.max(0, whole - 1)] ?? {};
  await during("replay from a checkpoint", () => replayTo(writer, { fromMs, toMs: Number.POSITIVE_INFINITY }));
}
console.log(
  `${NODES} nodes × ${DAEMON_SETS}${isLogged ? ", with a log in memory" : ""}, ${Math.round(process.memoryUsage.rss() / 1e6)} MB`,
);
console.table(rows);
process.exit(0);
