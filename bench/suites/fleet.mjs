// `BENCH_ONLY=fleet npm run bench`: a whole server against a generated large cluster, whose API server is a separate
// process. Measures the first sync, heartbeats that change nothing, and pod events.
// BENCH_NODES (default 1000,5000), BENCH_DAEMONSETS (default 12), BENCH_READERS (clients of the stream, default 1),
// BENCH_HISTORY_MB (default 0), BENCH_SECONDS (of each phase, default 20), BENCH_NODE_ARGS (of the server).
// BENCH_NODE_ARGS="--require ./bench/harness/server-probe.cjs" prints the server's longest turns at its end.
import { max, quantile, round } from "../harness/measure.mjs";
import { fleet, probeLiveness, program, serve, usedDuring, wait } from "../harness/processes.mjs";
import { number, numbers, text } from "../harness/settings.mjs";

const SIZES = numbers("BENCH_NODES", [1000, 5000]);
const DAEMON_SETS = number("BENCH_DAEMONSETS", 12);
const READERS = number("BENCH_READERS", 1);
const SECONDS = number("BENCH_SECONDS", 20);
const HISTORY_MB = number("BENCH_HISTORY_MB", 0);
const NODE_ARGS = text("BENCH_NODE_ARGS", "")
  .split(" ")
  .filter((each) => each !== "");
/** Nodes send their status once in five minutes. */
const BEAT_S = 300;

async function measureSync(server, nodes) {
  const began = performance.now();
  const first = server.used();
  const endProbe = probeLiveness(server.port);
  await server.ready();
  const s = (performance.now() - began) / 1000;
  const cpuS = server.used().cpuS - first.cpuS;
  await wait(3000);
  const latencies = await endProbe();
  const pods = nodes * DAEMON_SETS;
  return {
    nodes,
    pods,
    s: round(s, 2),
    "CPU s": round(cpuS, 2),
    "CPU µs per pod": round((cpuS * 1e6) / pods),
    "peak RSS MB": round(server.used().mostMb, 0),
    "/livez p50 ms": round(quantile(latencies, 0.5)),
    p99: round(quantile(latencies, 0.99)),
    longest: round(max(latencies)),
    "over 50 ms": latencies.filter((ms) => ms > 50).length,
  };
}

async function measurePhase({ source, server }, name, rates) {
  const readers = program("stream-readers", [server.url, Math.max(1, READERS)]);
  await readers.nextLine();
  await wait(2000);
  const [sentBefore, readBefore] = [await source.ask(rates), await readers.ask({})];
  // Without probes, because two hundred requests a second cost more than everything that is measured here.
  const { percent, used } = await usedDuring([server.child], () => wait(SECONDS * 1000));
  const [sent, read] = [await source.ask({ nodes: 0, pods: 0 }), await readers.ask({})];
  await readers.end();
  return {
    name,
    events: sent.nodes + sent.pods - sentBefore.nodes - sentBefore.pods,
    "of a core, %": round(percent[0], 2),
    frames: read.frames - readBefore.frames,
    "RSS MB": round(used[0].rssMb, 0),
  };
}

async function measureSize(nodes) {
  const { source, kubeconfig } = await fleet(nodes, DAEMON_SETS);
  const server = await serve(["--kubeconfig", kubeconfig, "--history-memory", String(HISTORY_MB)], { nodeArgs: NODE_ARGS });
  const sync = await measureSync(server, nodes);
  console.table([sync]);
  const phases = [];
  for (const [name, rates] of Object.entries({
    "no events": { nodes: 0, pods: 0 },
    heartbeats: { nodes: Math.max(1, Math.round(nodes / BEAT_S)), pods: 0 },
    "unchanged pods, 1,000 a second": { nodes: 0, pods: 1000 },
  }))
    phases.push(await measurePhase({ source, server }, name, rates));
  await Promise.all([server.end(), source.end()]);
  console.table(phases);
  return { sync, phases };
}

export default {
  name: "fleet",
  async measure() {
    const results = [];
    for (const nodes of SIZES) results.push(await measureSize(nodes));
    return results;
  },
};
