// `BENCH_ONLY=sync npm run bench`: the first list of a cluster's pods, streamed and decoded on arrival, compared with
// the pinned client's typed list of the same pods. CPU per pod, and memory per pod by slope.
// BENCH_PODS (default 12000,60000: the slope uses both, the times are those of the last), BENCH_PAIRS.
import { join } from "node:path";
import { inTurn, pairsOf, ratioOf, round, spread } from "../harness/measure.mjs";
import { asked } from "../harness/processes.mjs";
import { keepResult } from "../harness/report.mjs";

const here = join(import.meta.dirname, "..");
const DAEMON_SETS = 12;
const PODS = (process.env.BENCH_PODS ?? "12000,60000").split(",").map(Number);
const program = (name, ...args) => asked(["--expose-gc", "--max-old-space-size=6000", join(here, `dist/${name}.js`), ...args.map(String)]);

/** Starts a source and a reader that reads all of it once. */
async function listedOnce(subject, pods) {
  const source = program("fleet-source", pods / DAEMON_SETS, DAEMON_SETS);
  const { port } = await source.nextLine();
  const { child, nextLine } = program("first-list", subject, `http://127.0.0.1:${port}`);
  const read = await nextLine();
  child.kill();
  source.child.stdin.end();
  if (read.pods !== pods) throw new Error(`${subject} read ${read.pods} of ${pods} pods`);
  return { ...read, usPerPod: read.cpuUs / pods };
}

export async function measureFirstList({ pairs }) {
  const most = PODS.at(-1);
  const runs = await inTurn({ ours: () => listedOnce("ours", most), "typed list": () => listedOnce("typed", most) }, pairs);
  const slope = {};
  for (const [name, subject] of [
    ["ours", "ours"],
    ["typed list", "typed"],
  ]) {
    const few = await listedOnce(subject, PODS[0]);
    slope[name] = round((runs[name][0].heldBytes - few.heldBytes) / (most - PODS[0]), 0);
  }
  const ratios = {
    "CPU a pod, typed list ÷ ours": ratioOf(pairsOf(runs["typed list"], runs.ours, ({ usPerPod }) => usPerPod)),
  };
  console.log(`\nThe first list of ${most} pods, plain HTTP on loopback, ${pairs} rounds in turn; median (least–most)`);
  console.table(
    Object.fromEntries(
      Object.entries(runs).map(([name, list]) => [
        name,
        {
          "CPU µs a pod": spread(list.map(({ usPerPod }) => usPerPod)),
          "bytes held a pod, by slope": slope[name],
          "most RSS MB": spread(
            list.map(({ rssMb }) => rssMb),
            0,
          ),
        },
      ]),
    ),
  );
  console.table(ratios);
  const result = { pods: most, runs, slope, ratios };
  keepResult("first-list", result);
  return result;
}
