// `BENCH_ONLY=sync npm run bench`: the first list of a cluster's pods, streamed and decoded on arrival, compared with
// the pinned client's typed list of the same pods. CPU per pod, and memory per pod by slope.
// BENCH_PODS (default 12000,60000: the slope uses both, the times are those of the last), BENCH_PAIRS.
import { compare, round } from "../harness/measure.mjs";
import { DAEMON_SETS, fleet, resultOf } from "../harness/processes.mjs";
import { numbers } from "../harness/settings.mjs";

const PODS = numbers("BENCH_PODS", [12_000, 60_000]);
const nodeArgs = ["--max-old-space-size=6000"];

/** Starts a source and a reader that reads all of it once. */
async function listedOnce(subject, pods) {
  const { source, url } = await fleet(pods / DAEMON_SETS);
  const read = await resultOf("first-list", [subject, url], { nodeArgs });
  await source.end();
  if (read.pods !== pods) throw new Error(`${subject} read ${read.pods} of ${pods} pods`);
  return { ...read, subject, usPerPod: read.cpuUs / pods };
}

export default {
  name: "sync",
  async measure() {
    const most = PODS.at(-1);
    const few = { ours: await listedOnce("ours", PODS[0]), typed: await listedOnce("typed", PODS[0]) };
    const slopeOf = ([{ subject, heldBytes }]) => round((heldBytes - few[subject].heldBytes) / (most - PODS[0]), 0);
    const compared = await compare({
      title: `The first list of ${most} pods, plain HTTP over loopback`,
      subjects: { ours: () => listedOnce("ours", most), "typed list": () => listedOnce("typed", most) },
      columns: {
        "CPU µs per pod": [(each) => each.usPerPod],
        "bytes held per pod, by slope": slopeOf,
        "peak RSS MB": [(each) => each.rssMb, 0],
      },
      ratios: { "CPU per pod, typed list ÷ ours": ["typed list", "ours", (each) => each.usPerPod] },
    });
    return { pods: most, few, ...compared };
  },
};
