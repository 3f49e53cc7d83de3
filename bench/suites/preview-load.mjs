// `node bench/preview.mjs`, after `npm run build`: the delay of /livez, heartbeats and frames while 12 clients
// continuously request previews of 100 steps with label selectors. Compared with the same server without them,
// alternately in the same run.
// BENCH_NODES (5000), BENCH_DAEMONSETS (12), BENCH_PAIRS (5), BENCH_SECONDS (15 a phase), BENCH_CLIENTS (12);
// BENCH_MAIN: the main.js of another build, to compare two.
import { spawnSync } from "node:child_process";
import http from "node:http";
import { join } from "node:path";
import { ask, latencyServer } from "../harness/latency-server.mjs";
import { inTurn, pairsOf, quantile, ratioOf, round, spread } from "../harness/measure.mjs";
import { load, wait } from "../harness/processes.mjs";
import { keepResult } from "../harness/report.mjs";

const here = join(import.meta.dirname, "..");
const NODES = Number(process.env.BENCH_NODES ?? 5000);
const DAEMON_SETS = Number(process.env.BENCH_DAEMONSETS ?? 12);
const PAIRS = Number(process.env.BENCH_PAIRS ?? 5);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 15);
const CLIENTS = Number(process.env.BENCH_CLIENTS ?? 12);
const PROBE_MS = 5;
const HEARTBEAT_MS = 5000;
/** Changing pods per second, so that there are frames. */
const CHANGES = 200;
const GOAL_MS = 200;

/** Half of the steps taint and half label. Each selects all nodes, by two requirements. */
const BODY = JSON.stringify({
  steps: Array.from({ length: 100 }, (_, at) => {
    const nodes = { kind: "selector", selector: `kubernetes.io/os notin (os-${at},other-os-${at}),!left-out-${at}` };
    return at % 2 === 0
      ? { kind: "taint", nodes, taints: [{ key: `example.com/t${at}`, value: "v", effect: "NoExecute" }] }
      : { kind: "label", nodes, labels: { [`example.com/label-${at}`]: "value" } };
  }),
});

const built = spawnSync(process.execPath, [join(here, "node_modules/vite/bin/vite.js"), "build", "--logLevel", "error"], {
  cwd: here,
  stdio: "inherit",
});
if (built.status !== 0) process.exit(built.status ?? 1);

/** Probes until the returned function is called; that returns the delay of each probe. */
function startProbes(port) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const late = [];
  let isOver = false;
  const running = (async () => {
    while (!isOver) {
      const { status, ms } = await ask(port, "/livez", { agent });
      if (status === 200) late.push(ms);
      await wait(PROBE_MS);
    }
    agent.destroy();
  })();
  return async () => {
    isOver = true;
    await running;
    return late;
  };
}

/** Reads the stream until the returned function is called; that returns the milliseconds between messages of a kind. */
function readStream(port) {
  const gaps = { heartbeat: [], frame: [] };
  const last = {};
  const request = http.get({ host: "127.0.0.1", port, path: "/api/stream", headers: { accept: "text/event-stream" } }, (response) => {
    response.setEncoding("latin1").on("data", (text) => {
      const now = performance.now();
      for (const kind of Object.keys(gaps)) {
        if (!text.includes(`event:${kind}`) && !text.includes(`event: ${kind}`)) continue;
        if (last[kind] !== undefined) gaps[kind].push(now - last[kind]);
        last[kind] = now;
      }
    });
  });
  request.on("error", () => undefined);
  return () => {
    request.destroy();
    return gaps;
  };
}

/** Starts clients that send the next request after each answer, and wait a second after a 429. */
function startPreviews(port, count) {
  const answers = {};
  let isOver = false;
  const client = async (at) => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1, localAddress: `127.0.0.${at + 1}` });
    while (!isOver) {
      const { status } = await ask(port, "/api/what-if", { method: "POST", body: BODY, agent });
      answers[status] = (answers[status] ?? 0) + 1;
      if (status === 429) await wait(1000);
    }
    agent.destroy();
  };
  const running = Promise.all(Array.from({ length: count }, (_, at) => client(at)));
  return async () => {
    isOver = true;
    await running;
    return answers;
  };
}

async function phase(server, clients) {
  await server.longestTurn();
  const [endProbes, endStream, endPreviews] = [startProbes(server.port), readStream(server.port), startPreviews(server.port, clients)];
  await wait(SECONDS * 1000);
  const gaps = endStream();
  const late = await endProbes();
  const turn = await server.longestTurn();
  const answers = await endPreviews();
  await wait(1000);
  const most = (values) => Math.max(0, ...values);
  return {
    livezMs: { p50: quantile(late, 0.5), p99: quantile(late, 0.99), most: most(late) },
    heartbeatLateMs: Math.max(0, most(gaps.heartbeat) - HEARTBEAT_MS),
    frameGapMs: { p99: quantile(gaps.frame, 0.99) ?? 0, most: most(gaps.frame) },
    turn,
    answers,
  };
}

const main = process.env.BENCH_MAIN;
const server = await latencyServer({ nodes: NODES, daemonSets: DAEMON_SETS, ...(main === undefined ? {} : { main }) });
await server.change(CHANGES);
// A warm-up phase, which is not measured.
await phase(server, CLIENTS);
const { without, under } = await inTurn({ without: () => phase(server, 0), under: () => phase(server, CLIENTS) }, PAIRS);
const rows = [
  ["/livez, p99", ({ livezMs }) => livezMs.p99],
  ["/livez, latest", ({ livezMs }) => livezMs.most],
  ["heartbeat, latest", ({ heartbeatLateMs }) => heartbeatLateMs],
  ["between two frames, longest", ({ frameGapMs }) => frameGapMs.most],
  ["longest turn, CPU", ({ turn }) => turn.loopMs],
  ["longest turn, wall", ({ turn }) => turn.wallMs],
];
console.table(
  rows.map(([name, read]) => ({
    name,
    "without, ms": spread(without.map(read)),
    "under previews, ms": spread(under.map(read)),
    "÷": ratioOf(pairsOf(under, without, (each) => Math.max(1, read(each)))).ratio,
    [`≤ ${GOAL_MS} ms`]: under.every((each) => read(each) <= GOAL_MS),
  })),
);
const answers = under.map((each) => JSON.stringify(each.answers));
console.log(
  JSON.stringify({
    nodes: NODES,
    daemonSets: DAEMON_SETS,
    clients: CLIENTS,
    bodyBytes: BODY.length,
    seconds: SECONDS,
    answers,
    load: load(),
  }),
);
keepResult("preview", { nodes: NODES, daemonSets: DAEMON_SETS, clients: CLIENTS, without, under, load: round(Number(load()), 1) });
await server.stop();
