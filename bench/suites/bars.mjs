// `BENCH_ONLY=bars npm run bench`: script time of the count bars per frame. It profiles the main thread on the page of
// a DaemonSet of a very wide cluster while its cells change. The profile counts clock time, so it is multiplied by the
// share of busy time in which the main thread had the core. Fails above 0.2 ms.
// BENCH_NODES (default 100000), BENCH_SHARE (of the cells that a frame changes, default 0.01), BENCH_WATCH_MS.
import { countFrames, newPage, takeGaps } from "../harness/browser.mjs";
import { round } from "../harness/measure.mjs";
import { wait } from "../harness/processes.mjs";
import { number } from "../harness/settings.mjs";
import { openWide } from "../harness/wide.mjs";

const NODES = number("BENCH_NODES", 100_000);
const SHARE = number("BENCH_SHARE", 0.01);
const WATCH_MS = number("BENCH_WATCH_MS", 10_000);
const SETTLE_MS = 3000;
const SAMPLE_US = 100;
const LIMIT_MS = 0.2;
/** Files that contain only the bars. The time of functions that they call counts too. */
const BARS_FILE = /\/(page-bars|SegmentBar|CountMeter)-[\w-]+\.js$/;

/** Time of all samples that have a function of the bars on their stack, in milliseconds. */
function timeInBars({ nodes, samples, timeDeltas }) {
  const barNodes = new Set();
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const visit = (node, isInBars) => {
    const isBar = isInBars || BARS_FILE.test(node.callFrame.url);
    if (isBar) barNodes.add(node.id);
    for (const child of node.children ?? []) visit(byId.get(child), isBar);
  };
  visit(nodes[0], false);
  return samples.reduce((sum, id, at) => (barNodes.has(id) ? sum + timeDeltas[at] : sum), 0) / 1000;
}

/** Time in which the main thread was not idle, in milliseconds. */
function busyTime({ nodes, samples, timeDeltas }) {
  const idle = new Set(nodes.filter(({ callFrame }) => callFrame.functionName === "(idle)").map(({ id }) => id));
  return samples.reduce((sum, id, at) => (idle.has(id) ? sum : sum + timeDeltas[at]), 0) / 1000;
}

function countWrites() {
  window.writes = 0;
  window.moved = 0;
  const observer = new MutationObserver((changes) => {
    window.writes += changes.length;
    window.moved++;
  });
  for (const part of document.querySelectorAll("[data-part]")) observer.observe(part, { attributes: true, subtree: true });
}

export default {
  name: "bars",
  async measure() {
    const { browser, url, cellsOf, change } = await openWide(NODES);
    const { page, client, metrics } = await newPage(browser);
    await page.goto(`${url}daemonsets/kube-system/agent-00`);
    await page.waitForSelector("[data-part]", { timeout: 120_000, state: "attached" });
    await wait(SETTLE_MS);
    await page.evaluate(countWrites);
    await countFrames(page);
    await client.send("Profiler.enable");
    await client.send("Profiler.setSamplingInterval", { interval: SAMPLE_US });
    const before = await metrics();
    await client.send("Profiler.start");
    await change(SHARE);
    await wait(WATCH_MS);
    const { profile } = await client.send("Profiler.stop");
    const cpuShare = Math.min(1, ((await metrics()).taskMs - before.taskMs) / busyTime(profile));
    const frames = (await takeGaps(page)).length;
    const { writes, moved } = await page.evaluate(() => ({ writes: window.writes, moved: window.moved }));
    await change(0);
    const msPerFrame = (timeInBars(profile) * cpuShare) / Math.max(1, moved);
    console.log(`${NODES} nodes, ${cellsOf(SHARE)} cells per frame`);
    const result = {
      "frames drawn": frames,
      "frames in which a bar moved": moved,
      "styles written per frame": round(writes / Math.max(1, moved)),
      "share of the core of the main thread": round(cpuShare, 2),
      "script of the bars, CPU ms per frame": round(msPerFrame, 3),
    };
    console.table(result);
    if (moved === 0) console.error("No bar moved.");
    if (moved === 0 || msPerFrame > LIMIT_MS) process.exitCode = 1;
    return result;
  },
};
