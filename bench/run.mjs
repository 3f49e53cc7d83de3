// `npm run bench`: subject and baseline in the same run, alternating, each in a separate process; ratios with their
// spread.
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { spread } from "./harness/measure.mjs";
import { keepResult } from "./harness/report.mjs";
import { measureFanOut } from "./suites/fanout.mjs";
import { measureIdle } from "./suites/idle.mjs";
import { measureJoiners } from "./suites/joiners.mjs";
import { measureSimulator } from "./suites/simulator.mjs";
import { measureFirstList } from "./suites/sync.mjs";

const here = import.meta.dirname;
const PAIRS = Number(process.env.BENCH_PAIRS ?? 5);
const EVENTS = process.env.BENCH_EVENTS ?? "20000";
const SIZES = (process.env.BENCH_SIZES ?? "100,1000,5000").split(",");
/** Sizes of synthetic states, for keyframes alone. */
const SYNTHETIC_SIZES = (process.env.BENCH_MADE_SIZES ?? "50000,100000").split(",");

const built = spawnSync(process.execPath, [join(here, "node_modules/vite/bin/vite.js"), "build", "--logLevel", "error"], {
  cwd: here,
  stdio: "inherit",
});
if (built.status !== 0) process.exit(built.status ?? 1);

function start(name, args, nodeArgs = [], environment = {}) {
  const child = spawn(process.execPath, ["--expose-gc", ...nodeArgs, join(here, "dist", `${name}.js`), ...args], {
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...process.env, ...environment },
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const nextLine = async () => {
    const { value, done } = await lines.next();
    if (done) throw new Error(`${name} ended without an answer`);
    return JSON.parse(value);
  };
  return { child, nextLine };
}

/** `BENCH_JSON`: the source does not support protobuf; `BENCH_TLS`: over TLS. */
async function ingestOnce(subject, environment = {}) {
  const source = start("ingest-source", [EVENTS], [], environment);
  const { port, tls, bytesPerEvent } = await source.nextLine();
  // The source uses the certificate of the tests.
  const trusting = { NODE_TLS_REJECT_UNAUTHORIZED: "0", NODE_NO_WARNINGS: "1" };
  const result = await start(subject, [`http${tls ? "s" : ""}://127.0.0.1:${port}`, EVENTS], [], trusting).nextLine();
  source.child.stdin.end();
  return { ...result, bytesPerEvent };
}

const fanOut = async () => {
  const measured = await measureFanOut({ start, pairs: PAIRS });
  keepResult("fanout", measured);
  return measured;
};
/** Numbers of nodes for the thousand joiners. */
const JOINED_SIZES = (process.env.BENCH_SIZES ?? "5000").split(",");
/** Parts that are selected by name. Parts that need a browser or a control plane are loaded only then. */
const PARTS = {
  fanout: fanOut,
  ingest: measureIngest,
  imagine: measurePreviews,
  sync: () => measureFirstList({ pairs: PAIRS }),
  joiners: () => measureJoiners({ pairs: PAIRS, sizes: JOINED_SIZES }),
  idle: () => measureIdle({ pairs: PAIRS }),
  simulator: () => measureSimulator({ start, spread, pairs: PAIRS }),
  cluster: async () => (await import("./suites/cluster.mjs")).measureRealCluster(),
  drawn: async () => (await import("./suites/drawn.mjs")).measureDrawn(),
  drawing: async () => (await import("./suites/drawing.mjs")).measureDrawing({ pairs: PAIRS }),
  naive: async () => (await import("./suites/naive.mjs")).measureNaive(),
  replay: async () => (await import("./suites/replay.mjs")).measureReplay(),
  hour: async () => (await import("./suites/hour.mjs")).measureHour(),
};
const { BENCH_ONLY } = process.env;
if (BENCH_ONLY !== undefined) {
  if (!Object.hasOwn(PARTS, BENCH_ONLY)) {
    console.error(`there is no part ${BENCH_ONLY}; there are ${Object.keys(PARTS).join(", ")}`);
    process.exit(1);
  }
  await PARTS[BENCH_ONLY]();
  process.exit(0);
}
const simulator = await PARTS.simulator();

const explain = await start("explain", []).nextLine();
const explainRatios = explain.proofMs.map((proof, at) => proof / explain.verdictMs[at]);
const perPair = (values) =>
  spread(
    values.map((ms) => (ms * 1e6) / explain.pairs),
    0,
  );
console.log(
  `\nPlacement of ${explain.daemonSets} DaemonSets on ${explain.nodes} nodes, ${explain.pairs} pairs, ${explain.verdictMs.length} alternating rounds; median (least–most)`,
);
console.table({
  "verdicts alone": { "CPU ns per pair": perPair(explain.verdictMs), "heap MB": "0.25 (a byte a pair)" },
  "all proofs": { "CPU ns per pair": perPair(explain.proofMs), "heap MB": explain.proofMb.toFixed(0) },
  ratio: { "CPU ns per pair": spread(explainRatios), "heap MB": "" },
});

const { ours, informer, ratios } = await measureIngest();

const wire = [];
for (const size of [...SIZES, ...SYNTHETIC_SIZES]) wire.push(await start("wire", [size]).nextLine());
console.log("\nWire: keyframes of a state that is made, against Shannon's bound of how it was made (12 DaemonSets, one half rolled out)");
console.table(
  wire.map(({ nodes, synthetic: { keyframe, bound, timesBound, withoutUids } }) => ({
    nodes,
    "keyframe B": keyframe.raw,
    gzip: keyframe.gzip,
    "brotli, as served": keyframe.served,
    "its head": keyframe.head,
    bound: bound.all,
    "× bound": timesBound,
    "without uids, brotli": withoutUids.brotli,
    "its × bound": withoutUids.timesBound,
    "encode, pack, decode CPU ms": `${keyframe.encodeMs}, ${keyframe.packMs}, ${keyframe.decodeMs}`,
  })),
);
console.log("\nWire: a rollout of one of 12 DaemonSets at 10 % in the simulator, a frame each 50 ms");
console.table(
  wire
    .filter(({ rollout }) => rollout !== undefined)
    .map(({ nodes, keyframe, rollout }) => ({
      nodes,
      "keyframe brotli": keyframe.brotli,
      "naive JSON gzip": keyframe.naiveGzip,
      "× smaller": Number((keyframe.naiveGzip / keyframe.gzip).toFixed(1)),
      frames: rollout.frames,
      "changed cells": rollout.changedCells,
      "cell B": rollout.cellBytesPerChangedCell,
      "frame B": rollout.plainBytesPerFrame,
      packed: rollout.packedBytesPerFrame,
      "packed without cells": rollout.packedWithoutCellsPerFrame,
      "packed B per cell": rollout.packedBytesPerChangedCell,
      "trimmed JSON B": rollout.trimmedJsonBytesPerChangedCell,
      "event JSON B": rollout.eventJsonBytesPerChangedCell,
      "CPU ms per frame": rollout.cpuMsPerFrame,
    })),
);
const firstList = await PARTS.sync();
const joiners = await PARTS.joiners();
const fanOutMeasured = await fanOut();
const idle = await PARTS.idle();

const history = [];
for (const size of SIZES) history.push(await start("history", [size]).nextLine());
console.log("\nThe log of inputs in memory, 12 DaemonSets rolled out one after the other, a tick each 50 ms");
console.table(
  history.map(
    ({ nodes, podEvents, bytesPerPodEvent, checkpoints, bytesPerCheckpoint, noteUsPerEvent, decodeUsPerEvent, seekMs, wrong }) => ({
      nodes,
      "pod events": podEvents,
      "B per pod event": bytesPerPodEvent,
      checkpoints,
      "B per checkpoint": bytesPerCheckpoint,
      "µs to write an event": noteUsPerEvent,
      "µs to decode it": decodeUsPerEvent,
      "past moment ms": `${seekMs.median} (p90 ${seekMs.p90}, worst ${seekMs.worst})`,
      "other than shown": wrong,
    }),
  ),
);
const imagine = await measurePreviews();
mkdirSync(join(here, "results"), { recursive: true });
writeFileSync(
  join(here, "results", "latest.json"),
  JSON.stringify(
    {
      node: process.version,
      ours,
      informer,
      ratios,
      firstList,
      wire,
      joiners,
      fanOut: fanOutMeasured,
      idle,
      history,
      explain,
      imagine,
      simulator,
    },
    null,
    2,
  ),
);

/** What-if questions, compared with a second model of the whole cluster after the change. */
async function measurePreviews() {
  const measured = [];
  for (const size of SIZES) measured.push(await start("preview", [size]).nextLine());
  for (const { nodes, daemonSets, pods, questions } of measured) {
    console.log(`\nWhat if: ${nodes} nodes × ${daemonSets} DaemonSets, ${pods} pods; CPU ms a question, median`);
    console.table(
      Object.fromEntries(
        questions.map(({ name, ours, baseline, bytes }) => [
          name,
          { "CPU ms": ours, "a second model, CPU ms": baseline, "÷": Number((baseline / ours).toFixed(1)), "answer B": bytes },
        ]),
      ),
    );
  }
  return measured;
}

/** Compares our ingest with the informer, over plain HTTP and over TLS, and measures the pod stores. */
async function measureIngest() {
  const subjects = {
    "ours (watch, decode, model)": ["ingest-ours", {}],
    "ours, from a server without protobuf": ["ingest-ours", { BENCH_JSON: "1" }],
    "client-node informer 2.0.1": ["ingest-informer", {}],
    "ours, TLS": ["ingest-ours", { BENCH_TLS: "1" }],
    "client-node informer 2.0.1, TLS": ["ingest-informer", { BENCH_TLS: "1" }],
  };
  const results = Object.fromEntries(Object.keys(subjects).map((name) => [name, []]));
  for (let pair = 0; pair < PAIRS; pair++) {
    // Alternates the order of the subjects, so that it favours neither.
    const order = Object.entries(subjects);
    for (const [name, [subject, environment]] of pair % 2 === 0 ? order : order.reverse())
      results[name].push(await ingestOnce(subject, environment));
  }
  const ours = results["ours (watch, decode, model)"];
  const informer = results["client-node informer 2.0.1"];
  const ratiosOf = (baselines, each, measure = "cpuUsPerEvent") => baselines.map((baseline, at) => baseline[measure] / each[at][measure]);
  const ratios = ratiosOf(informer, ours);
  const rows = Object.entries(results).map(([name, runs]) => [
    name,
    {
      "CPU µs per event": spread(runs.map((each) => each.cpuUsPerEvent)),
      "second half": spread(runs.map((each) => each.steadyUsPerEvent)),
      "RSS MB": spread(
        runs.map((each) => each.rssMb),
        0,
      ),
      "events seen": Math.min(...runs.map((each) => each.events)),
    },
  ]);
  console.log(
    `\nIngest, ${EVENTS} pod events of ${ours[0].bytesPerEvent} bytes as JSON on loopback, ${PAIRS} rounds in turn; median (least–most)`,
  );
  console.table({
    ...Object.fromEntries(rows),
    "informer ÷ ours": { "CPU µs per event": spread(ratios, 2) },
    "informer ÷ ours, TLS": {
      "CPU µs per event": spread(ratiosOf(results["client-node informer 2.0.1, TLS"], results["ours, TLS"]), 2),
      "second half": spread(ratiosOf(results["client-node informer 2.0.1, TLS"], results["ours, TLS"], "steadyUsPerEvent"), 2),
    },
  });
  const memory = {};
  for (const what of ["pods-in-columns", "pods-whole", "index-in-columns", "index-in-maps"]) {
    const few = await start("pod-memory", [what, "5000"]).nextLine();
    const many = await start("pod-memory", [what, "100000"], ["--max-old-space-size=6000"]).nextLine();
    memory[what] = { "bytes a pod": ((many.bytes - few.bytes) / (many.pods - few.pods)).toFixed(1) };
  }
  console.log("\nMemory of what is kept of a pod, by the slope from 60,000 to 1,200,000");
  console.table(memory);
  return { ours, informer, ratios };
}
