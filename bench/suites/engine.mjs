// `node bench/engine.mjs`, after the build: a log in an engine, with readers. BENCH_VIEWERS (3) viewer processes follow
// the log of a generated cluster of BENCH_NODES (1000) × 12 pods. Each has BENCH_READERS (1000) readers of its stream
// in another process. Measures the CPU of each process per event, and the engine's storage per event. NATS_SERVER names
// a nats-server; otherwise it is built.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asked, end, load, MAIN, ready, started, usedBy, wait } from "../harness/processes.mjs";

const here = join(import.meta.dirname, "..");
const NODES = Number(process.env.BENCH_NODES ?? 1000);
const VIEWERS = Number(process.env.BENCH_VIEWERS ?? 3);
const READERS = Number(process.env.BENCH_READERS ?? 1000);
const EVENTS = Number(process.env.BENCH_EVENTS ?? 200);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 20);

for (const [command, args] of [[join(here, "node_modules/vite/bin/vite.js"), ["build", "--logLevel", "error"]]]) {
  const built = spawnSync(process.execPath, [command, ...args], { cwd: here, stdio: "inherit" });
  if (built.status !== 0) process.exit(built.status ?? 1);
}
const binary = spawnSync(process.execPath, [join(here, "../e2e/engine/build.mjs")], { encoding: "utf8" }).stdout.trim();
const folder = mkdtempSync(join(tmpdir(), "bench-engine-"));
const children = [];
const keep = (program) => {
  children.push(program.child);
  return program;
};
try {
  const port = 20_000 + (process.pid % 20_000);
  writeFileSync(
    join(folder, "n.conf"),
    `listen: "127.0.0.1:${port}"\njetstream { store_dir: "${folder}" }\nhttp: "127.0.0.1:${port + 1}"\n`,
  );
  const engine = keep(await started(binary, ["-c", join(folder, "n.conf")], /Server is ready/));
  const source = asked([join(here, "dist/fleet-source.js"), String(NODES), "12"]);
  children.push(source.child);
  const { port: sourcePort } = await source.nextLine();
  const kubeconfig = join(folder, "kubeconfig");
  writeFileSync(
    kubeconfig,
    `apiVersion: v1\nkind: Config\ncurrent-context: x\nclusters: [{name: c, cluster: {server: "http://127.0.0.1:${sourcePort}"}}]\nusers: [{name: u, user: {}}]\ncontexts: [{name: x, context: {cluster: c, user: u}}]\n`,
  );
  const url = `nats://127.0.0.1:${port}`;
  const collector = keep(
    await started(process.execPath, [MAIN, "collect", "--to", url, "--cluster", "prod", "--kubeconfig", kubeconfig], /prod: writing/),
  );
  const viewers = [];
  for (let at = 0; at < VIEWERS; at++) {
    const viewer = keep(
      await started(process.execPath, [MAIN, "serve", "--from", url, "--no-open", "--port", "0"], /(http:\/\/127\.0\.0\.1:\d+)/),
    );
    await ready(viewer.found[1]);
    viewers.push(viewer);
  }
  const readers = viewers.map(({ found }) => asked([join(here, "harness/stream-readers.mjs"), found[1], String(READERS)]));
  for (const { child } of readers) children.push(child);
  await wait(5000);
  const bytes = async () => {
    const page = await (await fetch(`http://127.0.0.1:${port + 1}/jsz?streams=1`)).json();
    const stream = page.account_details[0].stream_detail[0];
    return { bytes: stream.state.bytes, messages: stream.state.messages };
  };
  const readUsage = async () => ({
    sent: await source.ask({ nodes: 0, pods: 0, changes: EVENTS }),
    kept: await bytes(),
    read: await Promise.all(readers.map((each) => each.ask({}))),
    engine: usedBy(engine.child),
    collector: usedBy(collector.child),
    viewers: viewers.map(({ child }) => usedBy(child)),
  });
  // The first events warm up the code.
  await source.ask({ nodes: 0, pods: 0, changes: EVENTS });
  await wait(5000);
  const before = await readUsage();
  await wait(SECONDS * 1000);
  const after = await readUsage();
  const events = after.sent.changes - before.sent.changes;
  const frames = (after.read[0].frames - before.read[0].frames) / READERS;
  const us = (to, from) => ((to.cpuS - from.cpuS) * 1e6) / events;
  console.log(
    `\n${NODES} × 12, ${events} pod events in ${SECONDS} s, ${frames.toFixed(0)} frames, ${VIEWERS} viewers × ${READERS} readers; load ${load()}`,
  );
  console.table({
    "bytes kept an event": ((after.kept.bytes - before.kept.bytes) / events).toFixed(1),
    "messages an event": ((after.kept.messages - before.kept.messages) / events).toFixed(2),
    "engine, CPU µs an event": us(after.engine, before.engine).toFixed(0),
    "collector, CPU µs an event": us(after.collector, before.collector).toFixed(0),
    "a viewer, CPU µs an event, its readers among it": after.viewers.map((each, at) => us(each, before.viewers[at]).toFixed(0)).join(", "),
    "a viewer, CPU µs a reader and frame": after.viewers
      .map((each, at) => (((each.cpuS - before.viewers[at].cpuS) * 1e6) / frames / Math.max(1, READERS)).toFixed(1))
      .join(", "),
    "frames that readers got, of those of the first": after.read
      .map(({ frames: got }, at) => ((got - before.read[at].frames) / READERS / frames).toFixed(3))
      .join(", "),
    "streams that ended": after.read.map(({ ends }) => ends).join(", "),
    "resident MB: engine, collector, viewers": [after.engine, after.collector, ...after.viewers]
      .map(({ rssMb }) => rssMb.toFixed(0))
      .join(", "),
  });
} finally {
  for (const child of children) {
    child.stdin?.end();
    await end(child);
  }
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);
