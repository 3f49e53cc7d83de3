// `node bench/bars.mjs`, after the build: script time of the count bars per frame. It profiles the main thread on the
// page of a DaemonSet of a very wide cluster while its cells change. The profile counts clock time, so it is multiplied
// by the share of busy time in which the main thread had the core.
// BENCH_NODES (default 100000), BENCH_SHARE (of the cells that a frame changes, default 0.01), BENCH_WATCH_MS.
import { openWide } from "../harness/wide-page.mjs";

const NODES = Number(process.env.BENCH_NODES ?? 100_000);
const DAEMON_SETS = 12;
const SHARE = Number(process.env.BENCH_SHARE ?? 0.01);
const WATCH_MS = Number(process.env.BENCH_WATCH_MS ?? 10_000);
const FRAMES_PER_SECOND = 60;
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

const { browser, url, change, close } = await openWide({ nodes: NODES, daemonSets: DAEMON_SETS });
const wait = (ms) => new Promise((done) => setTimeout(done, ms));
const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
const page = await context.newPage();
const client = await context.newCDPSession(page);
await client.send("Performance.enable", { timeDomain: "threadTicks" });
const cpuMs = async () => (await client.send("Performance.getMetrics")).metrics.find(({ name }) => name === "TaskDuration").value * 1000;
await page.goto(`${url}daemonsets/kube-system/agent-00`);
await page.waitForSelector("[data-part]", { timeout: 120_000, state: "attached" });
await wait(SETTLE_MS);
await page.evaluate(() => {
  window.writes = 0;
  window.moved = 0;
  window.frames = 0;
  const observer = new MutationObserver((changes) => {
    window.writes += changes.length;
    window.moved++;
  });
  for (const part of document.querySelectorAll("[data-part]")) observer.observe(part, { attributes: true, subtree: true });
  const frame = () => {
    window.frames++;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
});
await client.send("Profiler.enable");
await client.send("Profiler.setSamplingInterval", { interval: SAMPLE_US });
const cpuBefore = await cpuMs();
await client.send("Profiler.start");
await change(Math.round(NODES * DAEMON_SETS * SHARE), FRAMES_PER_SECOND);
await wait(WATCH_MS);
const { profile } = await client.send("Profiler.stop");
const cpuShare = Math.min(1, ((await cpuMs()) - cpuBefore) / busyTime(profile));
const { frames, writes, moved } = await page.evaluate(() => ({ frames: window.frames, writes: window.writes, moved: window.moved }));
await change(0, FRAMES_PER_SECOND);
const barsMs = timeInBars(profile);
const msPerFrame = (barsMs * cpuShare) / Math.max(1, moved);
console.log(`${NODES} nodes, ${Math.round(NODES * DAEMON_SETS * SHARE)} cells a frame`);
console.table({
  "frames drawn": frames,
  "frames in which a bar moved": moved,
  "styles written a frame": Number((writes / Math.max(1, moved)).toFixed(1)),
  "main thread had the core": Number(cpuShare.toFixed(2)),
  "script of the bars, CPU ms a frame": Number(msPerFrame.toFixed(3)),
});
await close();
if (moved === 0) console.error("bars: no bar moved");
if (moved === 0 || msPerFrame > LIMIT_MS) process.exit(1);
process.exit(0);
