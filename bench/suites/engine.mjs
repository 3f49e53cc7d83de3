// `BENCH_ONLY=engine npm run bench`: an event log in an engine, with clients. BENCH_VIEWERS (3) viewer processes follow
// the log of a generated cluster of BENCH_NODES (1000) × 12 pods. BENCH_EVENTS (200) pods change a second for
// BENCH_SECONDS (20). Each viewer has BENCH_READERS (1000) clients of its stream in another process. Measures the CPU
// of each process per event, and the engine's storage per event. NATS_SERVER names a nats-server; otherwise it is
// built.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { DAEMON_SETS, fleet, load, MAIN, program, ROOT, run, serve, started, temporaryFolder, wait } from "../harness/processes.mjs";
import { number } from "../harness/settings.mjs";

const NODES = number("BENCH_NODES", 1000);
const VIEWERS = number("BENCH_VIEWERS", 3);
const READERS = number("BENCH_READERS", 1000);
const EVENTS = number("BENCH_EVENTS", 200);
const SECONDS = number("BENCH_SECONDS", 20);

async function startEngine() {
  const binary = run(join(ROOT, "e2e/engine/build.mjs"));
  const folder = temporaryFolder();
  const port = 20_000 + (process.pid % 20_000);
  const config = join(folder, "n.conf");
  writeFileSync(config, `listen: "127.0.0.1:${port}"\njetstream { store_dir: "${folder}" }\nhttp: "127.0.0.1:${port + 1}"\n`);
  const engine = await started(binary, ["-c", config], [/Server is ready/]);
  const stored = async () => {
    const page = await (await fetch(`http://127.0.0.1:${port + 1}/jsz?streams=1`)).json();
    const { bytes, messages } = page.account_details[0].stream_detail[0].state;
    return { bytes, messages };
  };
  return { ...engine, url: `nats://127.0.0.1:${port}`, stored };
}

export default {
  name: "engine",
  async measure() {
    const engine = await startEngine();
    const { source, kubeconfig } = await fleet(NODES);
    const collect = ["collect", "--to", engine.url, "--cluster", "prod", "--kubeconfig", kubeconfig];
    const collector = await started(process.execPath, [MAIN, ...collect], [/prod: writing/]);
    const [viewers, readers] = [[], []];
    for (let at = 0; at < VIEWERS; at++) {
      const viewer = await serve(["--from", engine.url]);
      await viewer.ready();
      viewers.push(viewer);
      readers.push(program("stream-readers", [viewer.url, READERS]));
    }
    await Promise.all(readers.map((each) => each.nextLine()));
    const change = () => source.ask({ changes: EVENTS });
    // The first events warm up the code.
    await change();
    await wait(5000);
    const readUsage = async () => ({
      sent: await change(),
      stored: await engine.stored(),
      read: await Promise.all(readers.map((each) => each.ask({}))),
      engine: engine.used(),
      collector: collector.used(),
      viewers: viewers.map((each) => each.used()),
    });
    const before = await readUsage();
    await wait(SECONDS * 1000);
    const after = await readUsage();
    const events = after.sent.changes - before.sent.changes;
    const framesOf = (at) => (after.read[at].frames - before.read[at].frames) / READERS;
    const frames = framesOf(0);
    const us = (to, from) => ((to.cpuS - from.cpuS) * 1e6) / events;
    const ofViewers = (read, digits) => after.viewers.map((each, at) => read(each, at).toFixed(digits)).join(", ");
    const row = {
      "bytes stored per event": ((after.stored.bytes - before.stored.bytes) / events).toFixed(1),
      "messages per event": ((after.stored.messages - before.stored.messages) / events).toFixed(2),
      "engine, CPU µs per event": us(after.engine, before.engine).toFixed(0),
      "collector, CPU µs per event": us(after.collector, before.collector).toFixed(0),
      "viewers with their clients, CPU µs per event": ofViewers((each, at) => us(each, before.viewers[at]), 0),
      "viewers, CPU µs per client and frame": ofViewers(
        (each, at) => ((each.cpuS - before.viewers[at].cpuS) * 1e6) / frames / Math.max(1, READERS),
        1,
      ),
      "received frames ÷ those of the first viewer": ofViewers((_, at) => framesOf(at) / frames, 3),
      "streams that ended": after.read.map(({ ends }) => ends).join(", "),
      "RSS MB: engine, collector, viewers": [after.engine, after.collector, ...after.viewers]
        .map(({ rssMb }) => rssMb.toFixed(0))
        .join(", "),
    };
    console.log(
      `\n${NODES} × ${DAEMON_SETS}, ${events} pod events in ${SECONDS} s, ${frames.toFixed(0)} frames, ${VIEWERS} viewers × ${READERS} clients; load ${load()}`,
    );
    console.table(row);
    return { nodes: NODES, events, frames, row };
  },
};
