// `BENCH_ONLY=shards npm run bench`: the load that `--pod-workers` removes from the model's thread, and its cost, by
// shards. Uses the product's own watch.
// BENCH_NODES (default 20000) × 12 pods, BENCH_EVENTS changes a second (5000), BENCH_PAIRS alternating rounds.
import { alternate, compare } from "../harness/measure.mjs";
import { fleet, program } from "../harness/processes.mjs";
import { number } from "../harness/settings.mjs";

const NODES = number("BENCH_NODES", 20_000);
const EVENTS_PER_SECOND = number("BENCH_EVENTS", 5000);
const THREADS = { "in the model's thread": 0, "in one other": 1, "in two others": 2 };

async function readOnce({ source, url }, threads) {
  const subject = program("pods-in-threads", [url, threads]);
  const list = await subject.nextLine();
  await source.ask({ changes: EVENTS_PER_SECOND });
  const events = await subject.nextLine();
  await source.ask({ changes: 0 });
  await subject.end();
  return { list, events };
}

export default {
  name: "shards",
  async measure() {
    const cluster = await fleet(NODES);
    const runs = await alternate(
      Object.fromEntries(Object.entries(THREADS).map(([name, threads]) => [name, () => readOnce(cluster, threads)])),
    );
    const table = (title, part, unit) =>
      compare({
        title,
        runs,
        columns: {
          [`model's thread, CPU µs ${unit}`]: [(each) => each[part].threadUsPerPod],
          [`process, CPU µs ${unit}`]: [(each) => each[part].processUsPerPod],
          "longest turn, ms": [(each) => each[part].longestTurnMs, 0],
          "RSS MB": [(each) => each[part].rssMb, 0],
          pods: [(each) => each[part].pods, 0],
        },
      });
    await table(`First list of ${NODES * 12} pods into a model`, "list", "per pod");
    await table(`Then ${EVENTS_PER_SECOND} changes of pods a second, for 8 s`, "events", "per change");
    return runs;
  },
};
