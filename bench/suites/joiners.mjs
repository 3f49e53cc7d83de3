// `BENCH_ONLY=joiners npm run bench`: the server's CPU for each of a thousand clients that join within a second and get
// the whole state. Compared with a server that serialises and compresses its pods for each, and one that writes the
// same bytes over bare node:http. The clients are a separate process.
// BENCH_SIZES (nodes, default 5000), BENCH_JOINERS (default 1000), BENCH_NAIVE_JOINERS (default 5), BENCH_PAIRS.
import { alternate, compare, max, round, spread } from "../harness/measure.mjs";
import { DAEMON_SETS, program } from "../harness/processes.mjs";
import { number, numbers } from "../harness/settings.mjs";

const SIZES = numbers("BENCH_SIZES", [5000]);
const JOINERS = number("BENCH_JOINERS", 1000);
const NAIVE_JOINERS = number("BENCH_NAIVE_JOINERS", 5);
/** The goal in milliseconds of CPU for each client, measured on a warm server. */
const GOAL_MS = 0.1;
const BARE = "bare writes of as many bytes";
const NAIVE = "JSON and gzip for each";

/** Warms up a server, has `joiners` clients join it within a second over separate connections, and ends it. */
async function joinedOnce(server, path, joiners) {
  const { port } = await server.nextLine();
  const clients = program("joiners", [port, path]);
  await clients.nextLine();
  // The warm-up makes the server encode the shared state.
  await clients.ask({ count: 3, withinMs: 300 });
  const before = server.used();
  const joined = await clients.ask({ count: joiners, withinMs: 1000 });
  const after = server.used();
  await Promise.all([clients.end(), server.end()]);
  return { ...joined, cpuMsEach: ((after.cpuS - before.cpuS) * 1000) / joiners, rssMb: after.rssMb };
}

async function measureSize(nodes) {
  const start = (name, before, after = []) =>
    program(name, [...before, nodes, DAEMON_SETS, ...after], { nodeArgs: ["--max-old-space-size=3600"] });
  const measureServer = (joiners) => joinedOnce(start("wide-server", []), "/api/keyframe", joiners);
  const { bytes, joined } = await measureServer(1);
  const runs = await alternate({
    ours: () => measureServer(JOINERS),
    [BARE]: () => joinedOnce(start("naive-snapshot", ["bare"], [bytes / joined]), "/", JOINERS),
    [NAIVE]: () => joinedOnce(start("naive-snapshot", ["stringify"]), "/", NAIVE_JOINERS),
  });
  const cpu = ({ cpuMsEach }) => cpuMsEach;
  // The cost of a connection and its bytes is the same for any encoding.
  const beyond = runs.ours.map((each, at) => cpu(each) - cpu(runs[BARE][at]));
  const { ratios } = await compare({
    title: `${nodes} nodes × ${DAEMON_SETS}, joined within a second. Ours minus bare writes: ${spread(beyond, 3)} CPU ms each, goal ${GOAL_MS}`,
    runs,
    columns: {
      clients: ([each]) => each.joined,
      "CPU ms each": [cpu, 3],
      "KB each": ([each]) => round(each.bytes / each.joined / 1024),
      "p50 ms": [(each) => each.p50],
      "p99 ms": [(each) => each.p99],
      "latest start, ms late": (list) => round(max(list.map(({ lateMs }) => lateMs))),
      failed: (list) => max(list.map(({ failed }) => failed)),
    },
    ratios: { [`${NAIVE} ÷ ours`]: [NAIVE, "ours", cpu], "ours ÷ bare writes": ["ours", BARE, cpu] },
  });
  return { nodes, runs, beyond, ratios };
}

export default {
  name: "joiners",
  async measure() {
    const results = [];
    for (const nodes of SIZES) results.push(await measureSize(nodes));
    return results;
  },
};
