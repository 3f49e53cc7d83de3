// `BENCH_ONLY=idle npm run bench`: heartbeats that change nothing, at the rate of the largest supported cluster. The
// whole server and the pinned client's informers receive them at the same time. Also the bytes that a reader gets
// meanwhile.
// BENCH_NODES (existing nodes, default 5000), BENCH_BEATS (a second, default 333: of 100,000 nodes), BENCH_SECONDS (a
// round, default 10), BENCH_PAIRS (rounds).
import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ratioOf, round, spread } from "../harness/measure.mjs";
import { asked, end, MAIN, ready, started, usedBy, wait } from "../harness/processes.mjs";
import { keepResult } from "../harness/report.mjs";

const here = join(import.meta.dirname, "..");
const NODES = Number(process.env.BENCH_NODES ?? 5000);
const BEATS = Number(process.env.BENCH_BEATS ?? 333);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 10);
const DAEMON_SETS = 12;
const MIN_RATE_SHARE = 0.99;
/** Percent of a core, at the heartbeats of 100,000 nodes. */
const GOAL_PERCENT = 1;

export async function measureIdle({ pairs }) {
  const source = asked([join(here, "dist/fleet-source.js"), String(NODES), String(DAEMON_SETS)]);
  const { port } = await source.nextLine();
  const kubeconfig = join(tmpdir(), `bench-idle-${process.pid}.yaml`);
  writeFileSync(
    kubeconfig,
    `apiVersion: v1\nkind: Config\ncurrent-context: x\nclusters: [{name: c, cluster: {server: "http://127.0.0.1:${port}", insecure-skip-tls-verify: true}}]\nusers: [{name: u, user: {}}]\ncontexts: [{name: x, context: {cluster: c, user: u}}]\n`,
  );
  const { child: server, found } = await started(
    process.execPath,
    [MAIN, "serve", "--kubeconfig", kubeconfig, "--no-open", "--port", "0", "--history-memory", "0"],
    /(http:\/\/127\.0\.0\.1:\d+)/,
  );
  await ready(found[1]);
  const informer = asked(["--max-old-space-size=4000", join(here, "dist/cluster-informer.js"), kubeconfig]);
  await informer.nextLine();
  const readers = Object.fromEntries(
    ["plain", "packed"].map((form) => [form, asked([join(here, "dist/stream-bytes.js"), found[1], form])]),
  );
  for (const each of Object.values(readers)) await each.nextLine();
  await wait(4000);

  /** Sends the given number of heartbeats a second for some seconds; all subjects receive them at the same time. */
  const during = async (beats) => {
    for (const each of Object.values(readers)) await each.ask({});
    const [seenBefore, sentBefore] = [await informer.ask({}), await source.ask({ nodes: beats })];
    const before = [usedBy(server), usedBy(informer.child)];
    const fromMs = performance.now();
    await wait(SECONDS * 1000);
    const after = [usedBy(server), usedBy(informer.child)];
    const seconds = (performance.now() - fromMs) / 1000;
    const sent = (await source.ask({ nodes: 0 })).nodes - sentBefore.nodes;
    await wait(300);
    const percent = (at) => ((after[at].cpuS - before[at].cpuS) / seconds) * 100;
    const read = Object.fromEntries(await Promise.all(Object.entries(readers).map(async ([form, each]) => [form, await each.ask({})])));
    return {
      serverPercent: percent(0),
      informer: percent(1),
      kept: beats === 0 ? 1 : sent / seconds / beats,
      informerSaw: (await informer.ask({})).seen - seenBefore.seen,
      sent,
      frames: read.plain.frames,
      bytesPerMinute: { plain: (read.plain.bytes / seconds) * 60, packed: (read.packed.bytes / seconds) * 60 },
    };
  };
  const runs = { idle: [], beats: [] };
  await during(BEATS);
  for (let at = 0; at < pairs; at++)
    for (const kind of at % 2 === 0 ? ["idle", "beats"] : ["beats", "idle"]) runs[kind].push(await during(kind === "idle" ? 0 : BEATS));
  for (const each of Object.values(readers)) each.child.stdin.end();
  await Promise.all([end(server), end(informer.child)]);
  source.child.stdin.end();
  rmSync(kubeconfig);

  const all = (list, read) => list.map(read);
  const row = (list) => ({
    "events a second": round(Math.max(...all(list, ({ sent }) => sent)) / SECONDS, 0),
    "rate kept": list.every(({ kept }) => kept >= MIN_RATE_SHARE)
      ? "yes"
      : `no: ${round(Math.min(...all(list, ({ kept }) => kept)) * 100)} %`,
    "server, % of a core": spread(
      all(list, ({ serverPercent }) => serverPercent),
      2,
    ),
    informers: spread(
      all(list, ({ informer }) => informer),
      2,
    ),
    "frames sent": Math.max(...all(list, ({ frames }) => frames)),
    "bytes a minute and reader, plain, packed": `${spread(
      all(list, ({ bytesPerMinute }) => bytesPerMinute.plain),
      0,
    )}, ${spread(
      all(list, ({ bytesPerMinute }) => bytesPerMinute.packed),
      0,
    )}`,
  });
  const ratios = {
    "informers ÷ server, heartbeats": ratioOf(
      runs.beats.map(({ informer: informerPercent, serverPercent }) => informerPercent / serverPercent),
    ),
  };
  console.log(
    `\nIdle, ${NODES} nodes × ${DAEMON_SETS}, ${SECONDS} s a round, ${pairs} rounds each; aimed at ${GOAL_PERCENT} % of a core and 0 frames; median (least–most)`,
  );
  console.table({ "nothing happens": row(runs.idle), "heartbeats of nodes": row(runs.beats) });
  console.table(ratios);
  const result = { nodes: NODES, beats: BEATS, runs, ratios };
  keepResult("idle", result);
  return result;
}
