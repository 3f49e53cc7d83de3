// `BENCH_ONLY=wide npm run bench`: the main thread's CPU time of each page over a very wide cluster. It covers the time
// until the verdict, the time while each frame changes a share of the cells, and idle time.
// BENCH_NODES (default 100000), BENCH_PAGES (names, by ;), BENCH_SHARE (of the cells that a frame changes, default
// 0.01), BENCH_WATCH_MS, BENCH_SHOTS=FOLDER, BENCH_PROFILE=FOLDER.
import { countFrames, newPage, noteDrawings, noteLongTasks, noteVerdict, PAGES, takeGaps, verdictOn } from "../harness/browser.mjs";
import { max, round } from "../harness/measure.mjs";
import { wait } from "../harness/processes.mjs";
import { keepProfile, takeShot } from "../harness/report.mjs";
import { named, number, text } from "../harness/settings.mjs";
import { openWide } from "../harness/wide.mjs";

const SHOTS = text("BENCH_SHOTS");
const PROFILE = text("BENCH_PROFILE");
const NODES = number("BENCH_NODES", 100_000);
const SHARE = number("BENCH_SHARE", 0.01);
const WATCH_MS = number("BENCH_WATCH_MS", 5000);
const SETTLE_MS = 3000;
const SELECTED = named("BENCH_PAGES", PAGES("kube-system", "agent-00"));

/**
 * Returns the longest task of the page's main thread, by its own CPU time in milliseconds, independent of other
 * programs. `trace`: the browser's trace.
 */
function longestTurn(trace) {
  const { traceEvents } = JSON.parse(trace.toString());
  const mainThreads = new Set(
    traceEvents.filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain").map(({ pid, tid }) => `${pid}/${tid}`),
  );
  const turns = traceEvents.filter(
    ({ name, ph, pid, tid, tdur }) => ph === "X" && tdur !== undefined && name.endsWith("RunTask") && mainThreads.has(`${pid}/${tid}`),
  );
  return Math.round(turns.reduce((most, { tdur }) => Math.max(most, tdur), 0) / 1000);
}

/** Returns what the page does while each frame changes this share of the cells. */
async function measureWhile(share, { page, metrics }, change) {
  await page.evaluate(() => {
    window.longTasks.length = 0;
    window.framesAsked = 0;
    window.drawings = 0;
  });
  const before = await metrics();
  const sentBefore = await change(share);
  // An idle page is measured without a frame counter.
  if (share > 0) await countFrames(page);
  await wait(WATCH_MS);
  const after = await metrics();
  const sent = (await change(0)) - sentBefore;
  const frames = share > 0 ? (await takeGaps(page)).length : 0;
  const noted = await page.evaluate(() => ({
    framesAsked: window.framesAsked,
    drawings: window.drawings,
    longestTaskMs: Math.max(0, ...window.longTasks.map(({ duration }) => duration)),
  }));
  return { ...noted, frames, sent, scriptMs: after.scriptMs - before.scriptMs, heapMb: after.heapMb };
}

async function measurePage({ browser, url, change }, { name, path }) {
  const opened = await newPage(browser, [noteVerdict, noteLongTasks, noteDrawings]);
  const { page, client, metrics } = opened;
  const problems = [];
  page.on("pageerror", (error) => problems.push(String(error)));
  if (PROFILE === undefined) await browser.startTracing(page, { categories: ["toplevel"] });
  else {
    await client.send("Profiler.enable");
    await client.send("Profiler.start");
  }
  await page.goto(`${url}${path}`);
  await verdictOn(page);
  await wait(SETTLE_MS);
  const atVerdict = await metrics();
  const turn = PROFILE === undefined ? longestTurn(await browser.stopTracing()) : undefined;
  const nextProfile = async (what) => {
    if (PROFILE === undefined) return;
    await keepProfile(client, PROFILE, `${name}-${what}`);
    await client.send("Profiler.start");
  };
  await nextProfile("opening");
  const { verdictMs, tasks } = await page.evaluate(() => ({
    verdictMs: window.verdictAtMs,
    tasks: window.longTasks.map(({ duration }) => duration),
  }));
  await takeShot(page, SHOTS, name);
  const idle = await measureWhile(0, opened, change);
  const changing = await measureWhile(SHARE, opened, change);
  await nextProfile("changing");
  await takeShot(page, SHOTS, `${name}-changing`);
  await opened.close();
  const perFrame = (value, digits) => round(value / Math.max(1, changing.frames), digits);
  return {
    "verdict, ms": Math.round(verdictMs),
    "script of the opening, CPU ms": Math.round(atVerdict.scriptMs),
    "longest task, opening, by the clock": Math.round(max(tasks)),
    "its CPU ms": turn,
    "idle: frames requested": idle.framesAsked,
    "idle: draw calls": idle.drawings,
    "frames sent a second": Math.round(changing.sent / (WATCH_MS / 1000)),
    "frames drawn a second": Math.round(changing.frames / (WATCH_MS / 1000)),
    "script CPU ms per frame": perFrame(changing.scriptMs, 2),
    "draw calls per frame": perFrame(changing.drawings),
    "longest task, changing": Math.round(changing.longestTaskMs),
    "heap, MB": Math.round(changing.heapMb),
    ...(problems.length === 0 ? {} : { problems: problems.join("; ").slice(0, 200) }),
  };
}

export default {
  name: "wide",
  async measure() {
    const wide = await openWide(NODES);
    const rows = {};
    for (const each of SELECTED) rows[each.name] = await measurePage(wide, each);
    console.log(`${NODES} nodes × 12, ${wide.cellsOf(SHARE)} cells per frame`);
    console.table(rows);
    return rows;
  },
};
