// `node bench/fleet.mjs`, after the build: a whole server against a generated large cluster, whose API server is a
// separate process. Measures the first sync, heartbeats that change nothing, and pod events.
// BENCH_NODES (default 1000,5000), BENCH_DAEMONSETS, BENCH_READERS, BENCH_HISTORY_MB (default 0), BENCH_SECONDS.
import { spawn, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import http from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { usedBy, wait } from "../harness/processes.mjs";

const here = join(import.meta.dirname, "..");
const SIZES = (process.env.BENCH_NODES ?? "1000,5000").split(",").map(Number);
const DAEMON_SETS = Number(process.env.BENCH_DAEMONSETS ?? 12);
const READERS = Number(process.env.BENCH_READERS ?? 0);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 20);
const PROBE_MS = 5;
/** Nodes send their status once in five minutes. */
const BEAT_S = 300;

const built = spawnSync(process.execPath, [join(here, "node_modules/vite/bin/vite.js"), "build", "--logLevel", "error"], {
  cwd: here,
  stdio: "inherit",
});
if (built.status !== 0) process.exit(built.status ?? 1);

/** Measures repeatedly the latency of an answer that needs no data; its delay is that of the event loop. */
function probe(port) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const waits = [];
  let stopped = false;
  const measureOnce = () =>
    new Promise((done) => {
      const began = performance.now();
      http
        .get({ host: "127.0.0.1", port, path: "/livez", agent }, (response) => {
          response.resume().on("end", () => done(performance.now() - began));
        })
        .on("error", () => done(undefined));
    });
  const running = (async () => {
    while (!stopped) {
      const took = await measureOnce();
      if (took !== undefined) waits.push(took);
      await wait(PROBE_MS);
    }
  })();
  return {
    async stop() {
      stopped = true;
      await running;
      waits.sort((a, b) => a - b);
      const at = (share) => Number((waits[Math.min(waits.length - 1, Math.floor(waits.length * share))] ?? 0).toFixed(1));
      return { probes: waits.length, p50: at(0.5), p99: at(0.99), most: at(1), over50ms: waits.filter((ms) => ms > 50).length };
    },
  };
}

/** Opens streams and counts their frames and bytes. */
function read(port, count) {
  const counted = { frames: 0, bytes: 0 };
  const requests = Array.from({ length: count }, () => {
    const request = http.get({ host: "127.0.0.1", port, path: "/api/stream", headers: { accept: "text/event-stream" } }, (response) => {
      response.on("data", (chunk) => {
        counted.bytes += chunk.length;
        counted.frames += chunk.toString("latin1").split("event:frame").length - 1;
      });
    });
    request.on("error", () => undefined);
    return request;
  });
  const stop = () => {
    for (const request of requests) request.destroy();
  };
  return { counted, stop };
}

async function measure(nodes) {
  const source = spawn(process.execPath, [join(here, "dist/fleet-source.js"), String(nodes), String(DAEMON_SETS)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface({ input: source.stdout })[Symbol.asyncIterator]();
  const { port: sourcePort } = JSON.parse((await lines.next()).value);
  const rate = async (rates) => {
    source.stdin.write(`${JSON.stringify(rates)}\n`);
    return JSON.parse((await lines.next()).value);
  };
  const kubeconfig = join(tmpdir(), `bench-fleet-${process.pid}.yaml`);
  writeFileSync(
    kubeconfig,
    `apiVersion: v1\nkind: Config\ncurrent-context: x\nclusters: [{name: c, cluster: {server: "http://127.0.0.1:${sourcePort}"}}]\nusers: [{name: u, user: {}}]\ncontexts: [{name: x, context: {cluster: c, user: u}}]\n`,
  );
  const port = 20_000 + (process.pid % 20_000);
  const nodeArgs = (process.env.BENCH_NODE_ARGS ?? "").split(" ").filter((each) => each !== "");
  const server = spawn(
    process.execPath,
    [
      ...nodeArgs,
      join(here, "../apps/server/dist/main.js"),
      "serve",
      "--kubeconfig",
      kubeconfig,
      "--no-open",
      "--port",
      String(port),
      "--history-memory",
      process.env.BENCH_HISTORY_MB ?? "0",
    ],
    { stdio: ["ignore", "ignore", "inherit"] },
  );
  const statusOf = (path) =>
    new Promise((done) => {
      http
        .get({ host: "127.0.0.1", port, path }, (response) => response.resume().on("end", () => done(response.statusCode)))
        .on("error", () => done(0));
    });
  while ((await statusOf("/livez")) !== 200) await wait(50);
  const began = performance.now();
  const first = usedBy(server);
  const syncProbe = probe(port);
  while ((await statusOf("/readyz")) !== 200) await wait(100);
  const syncS = (performance.now() - began) / 1000;
  const synced = usedBy(server);
  await wait(3000);
  const sync = {
    nodes,
    pods: nodes * DAEMON_SETS,
    s: syncS,
    cpuS: synced.cpuS - first.cpuS,
    usPerPod: ((synced.cpuS - first.cpuS) * 1e6) / (nodes * DAEMON_SETS),
    loop: await syncProbe.stop(),
    ...{ mostMb: usedBy(server).mostMb },
  };
  console.log(JSON.stringify(sync));
  const phase = async (name, rates) => {
    const readers = read(port, Math.max(1, READERS));
    await wait(2000);
    const sentBefore = await rate(rates);
    const before = usedBy(server);
    const framesBefore = readers.counted.frames;
    // Without probes, because two hundred requests a second cost more than everything that is measured here.
    await wait(SECONDS * 1000);
    const after = usedBy(server);
    const sentAfter = await rate({ nodes: 0, pods: 0 });
    readers.stop();
    const events = sentAfter.nodes + sentAfter.pods - sentBefore.nodes - sentBefore.pods;
    const cpuS = after.cpuS - before.cpuS;
    return {
      name,
      events,
      "of a core, %": Number(((cpuS / SECONDS) * 100).toFixed(2)),
      frames: readers.counted.frames - framesBefore,
      rssMb: Math.round(after.rssMb),
    };
  };
  const phases = [
    await phase("nothing", { nodes: 0, pods: 0 }),
    await phase("heartbeats", { nodes: Math.max(1, Math.round(nodes / BEAT_S)), pods: 0 }),
    await phase("pods told again, 1,000 a second", { nodes: 0, pods: 1000 }),
  ];
  server.kill("SIGTERM");
  source.stdin.end();
  await new Promise((done) => server.once("exit", done));
  return phases;
}

for (const nodes of SIZES) console.table(await measure(nodes));
process.exit(0);
