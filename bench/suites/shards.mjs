// `node bench/shards.mjs`: the load that `--pod-workers` removes from the model's thread, and its cost, by shards. Uses
// the product's own watch.
// BENCH_NODES (default 20000) × 12 pods, BENCH_EVENTS changes a second (5000), BENCH_PAIRS alternating rounds.
import { spawn, spawnSync } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";

const here = join(import.meta.dirname, "..");
const NODES = Number(process.env.BENCH_NODES ?? 20_000);
const ROUNDS = Number(process.env.BENCH_PAIRS ?? 3);
const EVENTS_PER_SECOND = Number(process.env.BENCH_EVENTS ?? 5000);
const WAYS = { "in the model's thread": ["0"], "in one other": ["1"], "in two others": ["2"] };

const built = spawnSync(process.execPath, [join(here, "node_modules/vite/bin/vite.js"), "build", "--logLevel", "error"], {
  cwd: here,
  stdio: "inherit",
});
if (built.status !== 0) process.exit(built.status ?? 1);

function start(name, args) {
  const child = spawn(process.execPath, [join(here, "dist", `${name}.js`), ...args], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return { child, nextLine: async () => JSON.parse((await lines.next()).value) };
}

const source = start("fleet-source", [String(NODES), "12"]);
const { port } = await source.nextLine();
const setRates = async (rates) => {
  source.child.stdin.write(`${JSON.stringify({ nodes: 0, pods: 0, changes: 0, ...rates })}\n`);
  await source.nextLine();
};
const lists = Object.fromEntries(Object.keys(WAYS).map((way) => [way, []]));
const events = Object.fromEntries(Object.keys(WAYS).map((way) => [way, []]));
for (let round = 0; round < ROUNDS; round++) {
  const order = round % 2 === 0 ? Object.entries(WAYS) : Object.entries(WAYS).reverse();
  for (const [way, args] of order) {
    const subject = start("pods-in-threads", [`http://127.0.0.1:${port}`, ...args]);
    lists[way].push(await subject.nextLine());
    await setRates({ changes: EVENTS_PER_SECOND });
    events[way].push(await subject.nextLine());
    await setRates({});
  }
}
source.child.stdin.end();
const spread = (all, read, digits) => {
  const sorted = all.map(read).sort((a, b) => a - b);
  const [least, median, most] = [sorted[0], sorted[sorted.length >> 1], sorted.at(-1)].map((value) => value.toFixed(digits));
  return `${median} (${least}–${most})`;
};
const table = (runs, what) =>
  console.table(
    Object.fromEntries(
      Object.entries(runs).map(([way, all]) => [
        way,
        {
          [`model's thread, CPU µs ${what}`]: spread(all, ({ threadUsPerPod }) => threadUsPerPod, 1),
          [`process, CPU µs ${what}`]: spread(all, ({ processUsPerPod }) => processUsPerPod, 1),
          "longest turn, ms": spread(all, ({ longestTurnMs }) => longestTurnMs, 0),
          "resident MB": spread(all, ({ rssMb }) => rssMb, 0),
          pods: spread(all, ({ pods }) => pods, 0),
        },
      ]),
    ),
  );
console.log(`\n${ROUNDS} rounds in alternating order; median (least–most)\n${NODES * 12} pods read whole into a model…`);
table(lists, "a pod");
console.log(`…and then ${EVENTS_PER_SECOND} changes of pods a second, for 8 s`);
table(events, "a change");
