// `BENCH_ONLY=joiners npm run bench`: the server's CPU for each of a thousand readers that join within a second and get
// the whole state. Compared with a server that serialises and compresses its pods for each, and one that writes the
// same bytes over bare node:http. The joiners are a separate process.
// BENCH_SIZES (nodes, default 5000), BENCH_JOINERS (default 1000), BENCH_NAIVE_JOINERS (default 5), BENCH_PAIRS.
import { join } from "node:path";
import { inTurn, pairsOf, ratioOf, round, spread } from "../harness/measure.mjs";
import { asked, usedBy } from "../harness/processes.mjs";
import { keepResult } from "../harness/report.mjs";

const here = join(import.meta.dirname, "..");
const DAEMON_SETS = 12;
const JOINERS = Number(process.env.BENCH_JOINERS ?? 1000);
const NAIVE_JOINERS = Number(process.env.BENCH_NAIVE_JOINERS ?? 5);
/** The goal in milliseconds of CPU for each joiner, measured on a warm server. */
const GOAL_MS = 0.1;

/** Warms up a server, has `joiners` readers join it within a second over separate connections, and ends it. */
async function joinedOnce(server, path, joiners) {
  const { port } = await server.nextLine();
  const clients = asked([join(here, "dist/joiners.js"), String(port), path]);
  await clients.nextLine();
  // The warm-up makes the server encode the shared state.
  await clients.ask({ count: 3, withinMs: 300 });
  const before = usedBy(server.child);
  const joined = await clients.ask({ count: joiners, withinMs: 1000 });
  const after = usedBy(server.child);
  clients.child.stdin.end();
  server.child.stdin.end();
  await new Promise((done) => server.child.once("exit", done));
  return { ...joined, cpuMsEach: ((after.cpuS - before.cpuS) * 1000) / joiners, rssMb: after.rssMb };
}

export async function measureJoiners({ pairs, sizes }) {
  const results = [];
  for (const nodes of sizes) {
    const start = (name, before = [], after = []) =>
      asked(["--max-old-space-size=3600", join(here, `dist/${name}.js`), ...before, String(nodes), String(DAEMON_SETS), ...after]);
    const measureServer = (joiners) => joinedOnce(start("wide-server"), "/api/keyframe", joiners);
    const { bytes, joined } = await measureServer(1);
    const runs = await inTurn(
      {
        ours: () => measureServer(JOINERS),
        "bare writes of as many bytes": () => joinedOnce(start("naive-snapshot", ["bare"], [String(bytes / joined)]), "/", JOINERS),
        "JSON and gzip for each": () => joinedOnce(start("naive-snapshot", ["stringify"]), "/", NAIVE_JOINERS),
      },
      pairs,
    );
    const cpu = ({ cpuMsEach }) => cpuMsEach;
    const row = (list) => ({
      joiners: list[0].joined,
      "CPU ms each": spread(list.map(cpu), 3),
      "KB each": round(list[0].bytes / list[0].joined / 1024),
      "p50 ms": spread(list.map(({ p50 }) => p50)),
      "p99 ms": spread(list.map(({ p99 }) => p99)),
      "last came ms late": round(Math.max(...list.map(({ lateMs }) => lateMs))),
      failed: Math.max(...list.map(({ failed }) => failed)),
    });
    const ratios = {
      "JSON and gzip for each ÷ ours": ratioOf(pairsOf(runs["JSON and gzip for each"], runs.ours, cpu)),
      "ours ÷ bare writes": ratioOf(pairsOf(runs.ours, runs["bare writes of as many bytes"], cpu)),
    };
    // The cost of a connection and its bytes is the same for any encoding.
    const beyond = runs.ours.map((each, at) => cpu(each) - cpu(runs["bare writes of as many bytes"][at]));
    console.log(
      `\nJoiners of ${nodes} nodes × ${DAEMON_SETS}, within a second, ${pairs} rounds in turn; of ours beyond bare writes ${spread(beyond, 3)} CPU ms each, aimed at ${GOAL_MS}; median (least–most)`,
    );
    console.table(Object.fromEntries(Object.entries(runs).map(([name, list]) => [name, row(list)])));
    console.table(ratios);
    results.push({ nodes, runs, beyond, ratios });
  }
  keepResult("joiners", { results });
  return results;
}
