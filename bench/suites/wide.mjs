// `node bench/wide.mjs`, after the build: the main thread's CPU time of each page over a very wide cluster. It covers
// the time until the verdict, the time while each frame changes a share of the cells, and idle time.
// BENCH_NODES (default 100000), BENCH_PAGES (names, by ;), BENCH_SHARE (of the cells that a frame changes, default
// 0.01), BENCH_WATCH_MS, BENCH_SHOTS=FOLDER, BENCH_PROFILE=FOLDER.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openWide } from "../harness/wide-page.mjs";

const { BENCH_SHOTS, BENCH_PROFILE } = process.env;
const NODES = Number(process.env.BENCH_NODES ?? 100_000);
const DAEMON_SETS = 12;
const SHARE = Number(process.env.BENCH_SHARE ?? 0.01);
const WATCH_MS = Number(process.env.BENCH_WATCH_MS ?? 5000);
const FRAMES_PER_SECOND = 60;
const SETTLE_MS = 3000;
const PAGES = [
  { name: "fleet", path: "" },
  { name: "DaemonSet", path: "daemonsets/kube-system/agent-00" },
  { name: "nodes", path: "nodes" },
  { name: "nodes, table", path: "nodes?view=table" },
  { name: "taints", path: "taints" },
  { name: "labels", path: "labels" },
].filter(({ name }) => process.env.BENCH_PAGES === undefined || process.env.BENCH_PAGES.split(";").includes(name));

for (const folder of [BENCH_SHOTS, BENCH_PROFILE]) if (folder !== undefined) mkdirSync(folder, { recursive: true });

const { browser, url, change: changeCells, close } = await openWide({ nodes: NODES, daemonSets: DAEMON_SETS });
const change = (share) => changeCells(Math.round(NODES * DAEMON_SETS * share), FRAMES_PER_SECOND);
const wait = (ms) => new Promise((done) => setTimeout(done, ms));
const metricsOf = async (client) =>
  Object.fromEntries((await client.send("Performance.getMetrics")).metrics.map(({ name, value }) => [name, value]));

/** Runs before the page's scripts: notes the time of the verdict, long tasks, frames and drawings. */
const listen = () => {
  window.longTasks = [];
  window.framesAsked = 0;
  window.drawn = 0;
  new PerformanceObserver((list) =>
    window.longTasks.push(...list.getEntries().map(({ startTime, duration }) => ({ startTime, duration }))),
  ).observe({ type: "longtask", buffered: true });
  for (const name of ["drawImage", "putImageData", "fillRect", "fill", "stroke", "fillText"]) {
    const original = CanvasRenderingContext2D.prototype[name];
    CanvasRenderingContext2D.prototype[name] = function (...args) {
      window.drawn++;
      return original.apply(this, args);
    };
  }
  const requestFrame = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (run) => {
    window.framesAsked++;
    return requestFrame(run);
  };
  window.askFrame = requestFrame;
  new MutationObserver((_, observer) => {
    const heading = document.querySelector("main h1")?.textContent ?? "";
    if (heading === "" || heading.startsWith("Connecting")) return;
    observer.disconnect();
    window.verdictAtMs = performance.now();
  }).observe(document, { childList: true, subtree: true, characterData: true });
};

/**
 * Returns the longest task of the page's main thread, by its own CPU time in milliseconds, independent of other
 * programs. `traced`: the browser's trace.
 */
function longestTurn(traced) {
  const { traceEvents } = JSON.parse(traced.toString());
  const mainThreads = new Set(
    traceEvents.filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain").map(({ pid, tid }) => `${pid}/${tid}`),
  );
  const turns = traceEvents.filter(
    ({ name, ph, pid, tid, tdur }) => ph === "X" && tdur !== undefined && name.endsWith("RunTask") && mainThreads.has(`${pid}/${tid}`),
  );
  return Math.round(turns.reduce((most, { tdur }) => Math.max(most, tdur), 0) / 1000);
}

async function measure(browser, { name, path }) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await client.send("Performance.enable", { timeDomain: "threadTicks" });
  const problems = [];
  page.on("pageerror", (error) => problems.push(String(error)));
  await page.addInitScript(listen);
  if (BENCH_PROFILE !== undefined) {
    await client.send("Profiler.enable");
    await client.send("Profiler.start");
  }
  if (BENCH_PROFILE === undefined) await browser.startTracing(page, { categories: ["toplevel"] });
  await page.goto(`${url}${path}`);
  await page.waitForFunction(() => window.verdictAtMs !== undefined, undefined, { timeout: 120_000 });
  await wait(SETTLE_MS);
  const opened = await metricsOf(client);
  const turn = BENCH_PROFILE === undefined ? longestTurn(await browser.stopTracing()) : undefined;
  const profileOf = async (what) => {
    if (BENCH_PROFILE === undefined) return;
    const { profile } = await client.send("Profiler.stop");
    writeFileSync(join(BENCH_PROFILE, `${name}-${what}.cpuprofile`), JSON.stringify(profile));
    await client.send("Profiler.start");
  };
  await profileOf("opening");
  const { verdictMs, tasks } = await page.evaluate(() => ({
    verdictMs: window.verdictAtMs,
    tasks: window.longTasks.map(({ duration }) => duration),
  }));
  if (BENCH_SHOTS !== undefined) await page.screenshot({ path: join(BENCH_SHOTS, `${name}.png`) });
  const during = async (share) => {
    await page.evaluate(() => {
      window.longTasks.length = 0;
      window.framesAsked = 0;
      window.drawn = 0;
    });
    const before = await metricsOf(client);
    const sent = await change(share);
    await page.evaluate((isCounting) => {
      window.frames = 0;
      window.isCounting = isCounting;
      const frame = () => {
        window.frames++;
        if (window.isCounting) window.askFrame(frame);
      };
      if (isCounting) window.askFrame(frame);
    }, share > 0);
    await wait(WATCH_MS);
    const after = await metricsOf(client);
    const sentAfter = await change(0);
    const seen = await page.evaluate(() => {
      window.isCounting = false;
      return {
        frames: window.frames,
        framesAsked: window.framesAsked,
        drawn: window.drawn,
        tasks: window.longTasks.map(({ duration }) => duration),
      };
    });
    const scriptMs = (after.ScriptDuration - before.ScriptDuration) * 1000;
    return { ...seen, scriptMs, sent: sentAfter - sent, heapMb: Math.round(after.JSHeapUsedSize / 1e6) };
  };
  const idle = await during(0);
  const changing = await during(SHARE);
  await profileOf("changing");
  if (BENCH_SHOTS !== undefined) await page.screenshot({ path: join(BENCH_SHOTS, `${name}-changing.png`) });
  await context.close();
  const longest = (tasks) => Math.round(Math.max(0, ...tasks));
  return {
    name,
    "verdict, ms": Math.round(verdictMs),
    "script until it stands, CPU ms": Math.round(opened.ScriptDuration * 1000),
    "longest task, opening, by the clock": longest(tasks),
    "its CPU ms": turn,
    "idle: frames asked for": idle.framesAsked,
    "idle: drawings": idle.drawn,
    "frames sent a second": Math.round(changing.sent / (WATCH_MS / 1000)),
    "frames drawn a second": Math.round(changing.frames / (WATCH_MS / 1000)),
    "script CPU ms a frame": Number((changing.scriptMs / Math.max(1, changing.frames)).toFixed(2)),
    "drawings a frame": Number((changing.drawn / Math.max(1, changing.frames)).toFixed(1)),
    "longest task, changing": longest(changing.tasks),
    "heap, MB": changing.heapMb,
    ...(problems.length === 0 ? {} : { problems: problems.join("; ").slice(0, 200) }),
  };
}

const rows = [];
for (const each of PAGES) rows.push(await measure(browser, each));
console.log(`${NODES} nodes × ${DAEMON_SETS}, ${Math.round(NODES * DAEMON_SETS * SHARE)} cells a frame`);
console.table(Object.fromEntries(rows.map(({ name, ...row }) => [name, row])));
await close();
process.exit(0);
