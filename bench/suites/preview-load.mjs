// `BENCH_ONLY=preview-load npm run bench`: the delay of /livez, heartbeats and frames while 12 clients continuously
// request previews of 100 steps with label selectors. Compared with the same server without them, alternately in the
// same run.
// BENCH_NODES (5000), BENCH_DAEMONSETS (12), BENCH_PAIRS (5), BENCH_SECONDS (15 a phase), BENCH_CLIENTS (12);
// BENCH_MAIN: the main.js of another build, to compare two.
import http from "node:http";
import { alternate, max, pairsOf, quantile, ratioOf, spread } from "../harness/measure.mjs";
import { ask, fleet, load, MAIN, probeLiveness, serveReady, wait } from "../harness/processes.mjs";
import { number, text } from "../harness/settings.mjs";

const NODES = number("BENCH_NODES", 5000);
const DAEMON_SETS = number("BENCH_DAEMONSETS", 12);
const SECONDS = number("BENCH_SECONDS", 15);
const CLIENTS = number("BENCH_CLIENTS", 12);
const main = text("BENCH_MAIN", MAIN);
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

/** Reads the stream until the returned function is called; that returns the milliseconds between messages of a kind. */
function readStream(port) {
  const gaps = { heartbeat: [], frame: [] };
  const last = {};
  const request = http.get({ host: "127.0.0.1", port, path: "/api/stream", headers: { accept: "text/event-stream" } }, (response) => {
    response.setEncoding("latin1").on("data", (chunk) => {
      const now = performance.now();
      for (const kind of Object.keys(gaps)) {
        if (!chunk.includes(`event:${kind}`) && !chunk.includes(`event: ${kind}`)) continue;
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

async function phase({ port, probe }, clients) {
  await probe();
  const [endProbes, endStream, endPreviews] = [probeLiveness(port), readStream(port), startPreviews(port, clients)];
  await wait(SECONDS * 1000);
  const gaps = endStream();
  const late = await endProbes();
  const turn = await probe();
  const answers = await endPreviews();
  await wait(1000);
  return {
    livezMs: { p50: quantile(late, 0.5), p99: quantile(late, 0.99), most: max(late) },
    heartbeatLateMs: Math.max(0, max(gaps.heartbeat) - HEARTBEAT_MS),
    frameGapMs: { p99: quantile(gaps.frame, 0.99) ?? 0, most: max(gaps.frame) },
    turn,
    answers,
  };
}

export default {
  name: "preview-load",
  async measure() {
    const { source, kubeconfig } = await fleet(NODES, DAEMON_SETS);
    const server = await serveReady(kubeconfig, [], { main, probe: "turns" });
    await wait(3000);
    await source.ask({ changes: CHANGES });
    // A warm-up phase, which is not measured.
    await phase(server, CLIENTS);
    const { without, under } = await alternate({ without: () => phase(server, 0), under: () => phase(server, CLIENTS) });
    const rows = Object.entries({
      "/livez, p99": ({ livezMs }) => livezMs.p99,
      "/livez, latest": ({ livezMs }) => livezMs.most,
      "heartbeat, latest": ({ heartbeatLateMs }) => heartbeatLateMs,
      "between two frames, longest": ({ frameGapMs }) => frameGapMs.most,
      "longest turn, CPU": ({ turn }) => turn.loopMs,
      "longest turn, wall": ({ turn }) => turn.wallMs,
    }).map(([name, read]) => ({
      name,
      "without, ms": spread(without.map(read)),
      "under previews, ms": spread(under.map(read)),
      "÷": ratioOf(pairsOf(under, without, (each) => Math.max(1, read(each)))).ratio,
      [`≤ ${GOAL_MS} ms`]: under.every((each) => read(each) <= GOAL_MS),
    }));
    console.log(`\n${NODES} nodes × ${DAEMON_SETS}, ${CLIENTS} clients, ${SECONDS} s a phase; load ${load()}`);
    console.table(rows);
    console.log(`Requests of ${BODY.length} bytes; answers by status: ${under.map((each) => JSON.stringify(each.answers)).join(", ")}`);
    return { nodes: NODES, daemonSets: DAEMON_SETS, clients: CLIENTS, without, under };
  },
};
