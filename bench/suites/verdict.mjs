// `node bench/verdict.mjs`, after the build: the time from navigation to the verdict on the fleet page of a warm
// server, over a very wide cluster. By the clock, and by CPU of page and server.
// BENCH_NODES (default 100000), BENCH_LOADS (default 5), BENCH_NAMES ("sequence", or "random", of nodes and uids;
// default random).
import { usedBy } from "../harness/processes.mjs";
import { openWide } from "../harness/wide-page.mjs";

const NODES = Number(process.env.BENCH_NODES ?? 100_000);
const LOADS = Number(process.env.BENCH_LOADS ?? 5);
const NAMES = process.env.BENCH_NAMES ?? "random";
const DAEMON_SETS = 12;
const { server, browser, url, close } = await openWide({ nodes: NODES, daemonSets: DAEMON_SETS, names: NAMES });
// The server encodes its keyframe for the first reader.
await (await fetch(`${url}api/keyframe`, { headers: { "accept-encoding": "br" } })).arrayBuffer();

const listen = () => {
  window.longTasks = [];
  new PerformanceObserver((list) =>
    window.longTasks.push(...list.getEntries().map(({ startTime, duration }) => ({ startTime, duration }))),
  ).observe({ type: "longtask", buffered: true });
  new MutationObserver((_, observer) => {
    const heading = document.querySelector("main h1")?.textContent ?? "";
    if (heading === "" || heading.startsWith("Connecting")) return;
    window.heading ??= heading;
    window.verdictAtMs ??= performance.now();
    if (document.querySelector("[data-nodes-read]") !== null) return;
    observer.disconnect();
    window.wholeAtMs = performance.now();
  }).observe(document, { childList: true, subtree: true, characterData: true });
};
const rows = [];
for (let load = 0; load < LOADS; load++) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await client.send("Performance.enable", { timeDomain: "threadTicks" });
  const cpuOf = async () => {
    const { metrics } = await client.send("Performance.getMetrics");
    const metric = (name) => metrics.find((each) => each.name === name)?.value ?? 0;
    return { script: metric("ScriptDuration") * 1000, all: metric("TaskDuration") * 1000 };
  };
  await page.addInitScript(listen);
  const before = usedBy(server).cpuS;
  await page.goto(url, { waitUntil: "commit" });
  await page.waitForFunction(() => window.verdictAtMs !== undefined, undefined, { timeout: 120_000, polling: 20 });
  const cpu = await cpuOf();
  await page.waitForFunction(() => window.wholeAtMs !== undefined, undefined, { timeout: 120_000, polling: 20 });
  const serverMs = (usedBy(server).cpuS - before) * 1000;
  const seen = await page.evaluate(() => {
    const entryOf = (part) => performance.getEntriesByType("resource").find(({ name }) => name.includes(part));
    const keyframe = entryOf("/api/keyframe");
    return {
      "keyframe asked": keyframe?.requestStart ?? keyframe?.fetchStart,
      "it begins to come": keyframe?.responseStart,
      "it is there": keyframe?.responseEnd,
      KB: (keyframe?.encodedBodySize ?? 0) / 1000,
      verdict: window.verdictAtMs,
      "all nodes": window.wholeAtMs,
      "longest task until then": Math.max(
        0,
        ...window.longTasks.filter(({ startTime }) => startTime < window.verdictAtMs).map(({ duration }) => duration),
      ),
      said: window.heading,
    };
  });
  await page.waitForTimeout(3000);
  const later = await cpuOf();
  const longest = await page.evaluate(() => Math.max(0, ...window.longTasks.map(({ duration }) => duration)));
  rows.push({
    ...Object.fromEntries(
      Object.entries(seen).map(([name, value]) => [name, typeof value === "number" ? Math.round(value) : value.slice(0, 40)]),
    ),
    "page CPU": Math.round(cpu.all),
    "of it script": Math.round(cpu.script),
    "server CPU": Math.round(serverMs),
    "3 s later: page CPU": Math.round(later.all),
    "longest task": Math.round(longest),
  });
  await context.close();
}
console.log(`${NODES} nodes × ${DAEMON_SETS}, names and uids: ${NAMES}; milliseconds`);
console.table(rows);
await close();
process.exit(0);
