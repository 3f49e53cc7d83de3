// `BENCH_ONLY=simulator npm run bench`: the simulator's start, rollout, memory and watches, each with a baseline of the
// same run. BENCH_PAIRS (rounds), BENCH_LARGE=1 (also 100,000 nodes; takes minutes of CPU), BENCH_NODES (of the start,
// default 5000).
import { compare } from "../harness/measure.mjs";
import { program, resultOf, wait } from "../harness/processes.mjs";
import { choice, number, PAIRS } from "../harness/settings.mjs";

const NODES = number("BENCH_NODES", 5000);
const IS_LARGE = choice("BENCH_LARGE", ["0", "1"], "0") === "1";
const RATE = 10_000;
const SECONDS = 3;
const WATCHES = {
  "no watcher": ["simulator", 0],
  "1 watcher": ["simulator", 1],
  "4 watchers": ["simulator", 4],
  "4, each encoded separately": ["naive", 4],
};

async function watchOnce(kind, watchers) {
  const source = program("watch-source", [kind, RATE, SECONDS]);
  const { port, resourceVersion } = await source.nextLine();
  const readers = program("watch-readers", [port, resourceVersion, watchers, RATE * SECONDS]);
  await readers.nextLine();
  source.child.stdin.write("go\n");
  if (watchers > 0) await readers.nextLine();
  else await wait(SECONDS * 1000 + 500);
  const result = await source.ask("done");
  await Promise.all([readers.end(), source.end()]);
  return result;
}

/** Starts a simulated cluster, and runs it for `minutes` of its time. */
async function startOnce(scenario, nodes, minutes) {
  const each = await resultOf("simulator-start", [scenario, nodes, minutes]);
  const { startS, startJsonS, writesOfStart, runS, runJsonS, writesOfRun } = each;
  return minutes === 0
    ? { ...each, cpuS: startS, jsonS: startJsonS, writes: writesOfStart, isDone: each.pods === nodes * 12 }
    : { ...each, cpuS: runS, jsonS: runJsonS, writes: writesOfRun, isDone: each.isRolledOut };
}

async function measureLarge() {
  const large = await resultOf("simulator-start", ["big-cluster", 100_000], { nodeArgs: ["--max-old-space-size=3600"] });
  console.log("\n100,000 nodes × 12 DaemonSets, with a heap of at most 3,600 MB");
  const { startS, liveMb, maxRssMb, pods } = large;
  console.table({
    "1,200,000 pods": { "CPU s": Math.round(startS), "heap MB": liveMb, "RSS MB": maxRssMb, done: pods === 1_200_000 },
  });
  return large;
}

export default {
  name: "simulator",
  async measure() {
    const starts = await compare({
      title: "The simulator",
      subjects: {
        [`start: ${NODES} nodes × 12 DaemonSets`]: () => startOnce("big-cluster", NODES, 0),
        "image-update on 3,000 nodes, two hours": () => startOnce("image-update", 3000, 120),
      },
      columns: {
        "CPU s": [(each) => each.cpuS],
        writes: ([{ writes }]) => writes,
        "÷ as many pods to JSON and back": [(each) => each.cpuS / each.jsonS, 2],
        "heap MB": [(each) => each.liveMb, 0],
        "RSS MB": [(each) => each.maxRssMb, 0],
        done: (list) => list.every(({ isDone }) => isDone),
      },
    });
    const large = IS_LARGE ? await measureLarge() : undefined;
    const watches = await compare({
      title: (runs) => `Watches: ${RATE} pod events a second of ${runs["4 watchers"][0].bytes} bytes for ${SECONDS} s`,
      rounds: PAIRS,
      subjects: Object.fromEntries(Object.entries(WATCHES).map(([name, args]) => [name, () => watchOnce(...args)])),
      columns: {
        "CPU µs per event, with the write": [(each) => each.cpuUsPerEvent],
        "written in s": [(each) => each.wroteInS, 2],
        "received by all in s": [(each) => each.doneInS, 2],
      },
      ratios: { "encoded separately ÷ ours": ["4, each encoded separately", "4 watchers", (each) => each.cpuUsPerEvent] },
    });
    return { starts, large, watches };
  },
};
