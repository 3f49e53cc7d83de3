// `BENCH_ONLY=hour npm run bench`: whether memory is constant over an hour of cluster time with continuous rollouts.
// The cluster's clock runs faster than real time. Server and simulator are one process with two pages; a simulator
// alone plays the same, so that growth in both is the simulator's. Memory is read after a garbage collection. An API
// server keeps Events for an hour, and so does the simulator: the second hour counts.
// BENCH_NODES (default 1000), BENCH_SPEED (cluster seconds per real second, default 40), BENCH_MINUTES (of the cluster,
// default 120).
import { newPage, openBrowser, PAGES, STREAM_NOTES, takeReceivedFrames, verdictOn } from "../harness/browser.mjs";
import { round } from "../harness/measure.mjs";
import { daemonSetOf, daemonSetsOf, load, serveSimulated, setImage, simulate, wait } from "../harness/processes.mjs";
import { number } from "../harness/settings.mjs";

const NODES = number("BENCH_NODES", 1000);
const SPEED = number("BENCH_SPEED", 40);
const MINUTES = number("BENCH_MINUTES", 120);
const NAMESPACE = "kube-system";
/** Number of readings. The first is after a tenth of the time, when one-time allocations are done. */
const READINGS = 9;
const MS_PER_MINUTE = 60_000;

/** Rolls out one DaemonSet after the other; the next starts when one is complete. */
async function keepRolling(simulator, isOver) {
  const names = (await daemonSetsOf(simulator, NAMESPACE)).map(({ metadata }) => metadata.name);
  let rollouts = 0;
  while (!isOver()) {
    const name = names[rollouts % names.length];
    const generation = await setImage(simulator, NAMESPACE, name, `registry.example/${name}:bench-${++rollouts}`);
    const isDone = ({ status }) =>
      status.observedGeneration >= generation &&
      status.updatedNumberScheduled === status.desiredNumberScheduled &&
      status.numberAvailable === status.desiredNumberScheduled;
    while (!isOver() && !isDone(await daemonSetOf(simulator, NAMESPACE, name))) await wait(250);
  }
  return rollouts;
}

/** Returns the growth over the run, by least squares over the readings of the second half. */
function slopeOf(values) {
  const kept = values.map((value, at) => [at / (values.length - 1), value]).filter(([at]) => at >= 0.5);
  const mean = (read) => kept.reduce((sum, each) => sum + read(each), 0) / kept.length;
  const [meanAt, meanValue] = [mean(([at]) => at), mean(([, value]) => value)];
  return (
    kept.reduce((sum, [at, value]) => sum + (at - meanAt) * (value - meanValue), 0) /
    kept.reduce((sum, [at]) => sum + (at - meanAt) ** 2, 0)
  );
}

async function openPage(browser, url, { name, path }) {
  const { page, client, metrics } = await newPage(browser, STREAM_NOTES());
  await page.goto(`${url}/${path}`);
  await verdictOn(page);
  return { name: `${name} page`, page, client, metrics, frames: 0 };
}

/** Returns megabytes after a garbage collection, of the processes and of each page. */
async function readMemory(server, alone, pages) {
  const { heapMb, buffersMb } = await server.probe();
  const row = {
    "server and simulator": heapMb,
    "server and simulator, buffers": buffersMb,
    "a simulator alone": (await alone.probe()).heapMb,
  };
  for (const each of pages) {
    each.frames += (await takeReceivedFrames(each.page)).length;
    await each.client.send("HeapProfiler.collectGarbage");
    row[each.name] = round((await each.metrics()).heapMb, 2);
    row[`${each.name}, elements`] = await each.page.evaluate(() => document.querySelectorAll("*").length);
  }
  console.log(JSON.stringify(row));
  return row;
}

export default {
  name: "hour",
  result: `hour-${NODES}`,
  async measure() {
    const browser = await openBrowser();
    const sizes = ["--nodes", String(NODES), "--speed", String(SPEED)];
    const server = await serveSimulated(sizes, { probe: "memory" });
    const alone = await simulate(sizes, { probe: "memory" });
    await server.ready();
    const pages = [];
    for (const each of PAGES(NAMESPACE, "fluent-bit").slice(0, 2)) pages.push(await openPage(browser, server.url, each));
    let isOver = false;
    const rolling = [server, alone].map(({ simulator }) => keepRolling(simulator, () => isOver));
    const readings = [];
    const allMs = (MINUTES * MS_PER_MINUTE) / SPEED;
    const began = performance.now();
    for (let at = 0; at < READINGS; at++) {
      const dueMs = allMs * (0.1 + (0.9 * at) / (READINGS - 1));
      await wait(Math.max(0, dueMs - (performance.now() - began)));
      readings.push(await readMemory(server, alone, pages));
    }
    isOver = true;
    const [rollouts] = await Promise.all(rolling);
    const rows = Object.fromEntries(
      Object.keys(readings[0]).map((what) => {
        const values = readings.map((each) => each[what]);
        const at = (share) => values[Math.round(share * (values.length - 1))];
        const quarters = { start: at(0), quarter: at(0.25), half: at(0.5), "three quarters": at(0.75), end: at(1) };
        return [what, { ...quarters, "growth per run, second half": round(slopeOf(values), 2) }];
      }),
    );
    const frames = pages.map((each) => `${each.name} ${each.frames}`).join(", ");
    console.log(
      `\n${MINUTES} minutes of the cluster in ${Math.round(allMs / 1000)} s, ${NODES} nodes × 12, ${rollouts} rollouts; frames received: ${frames}; load ${load()}. MB after a garbage collection`,
    );
    console.table(rows);
    return { nodes: NODES, minutes: MINUTES, speed: SPEED, rollouts, frames, rows, readings };
  },
};
