// `BENCH_ONLY=verdict npm run bench`: the time from navigation to the verdict on the fleet page of a warm server, over
// a very wide cluster. By the clock, and by CPU of page and server.
// BENCH_NODES (default 100000), BENCH_LOADS (default 5), BENCH_NAMES ("sequence", or "random", of nodes and uids;
// default random).
import { newPage, noteLongTasks, noteVerdict, verdictOn } from "../harness/browser.mjs";
import { wait } from "../harness/processes.mjs";
import { choice, number } from "../harness/settings.mjs";
import { openWide } from "../harness/wide.mjs";

const NODES = number("BENCH_NODES", 100_000);
const LOADS = number("BENCH_LOADS", 5);
const NAMES = choice("BENCH_NAMES", ["sequence", "random"], "random");

function timesOfPage() {
  const keyframe = performance.getEntriesByType("resource").find(({ name }) => name.includes("/api/keyframe"));
  const longest = (tasks) => Math.max(0, ...tasks.map(({ duration }) => duration));
  return {
    "keyframe requested": keyframe?.requestStart ?? keyframe?.fetchStart,
    "first byte": keyframe?.responseStart,
    "last byte": keyframe?.responseEnd,
    KB: (keyframe?.encodedBodySize ?? 0) / 1000,
    verdict: window.verdictAtMs,
    "all nodes": window.wholeAtMs,
    "longest task before the verdict": longest(window.longTasks.filter(({ startTime }) => startTime < window.verdictAtMs)),
    "longest task": longest(window.longTasks),
    heading: window.heading.slice(0, 40),
  };
}

async function loadOnce({ browser, server, url }) {
  const { page, metrics, close } = await newPage(browser, [noteVerdict, noteLongTasks]);
  const before = server.used().cpuS;
  await page.goto(url, { waitUntil: "commit" });
  await verdictOn(page);
  const atVerdict = await metrics();
  await page.waitForFunction(() => window.wholeAtMs !== undefined, undefined, { timeout: 120_000, polling: 20 });
  const serverMs = (server.used().cpuS - before) * 1000;
  await wait(3000);
  const later = await metrics();
  const times = await page.evaluate(timesOfPage);
  await close();
  const row = {
    ...times,
    "page CPU": atVerdict.taskMs,
    "script of it": atVerdict.scriptMs,
    "server CPU": serverMs,
    "page CPU 3 s later": later.taskMs,
  };
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, typeof value === "number" ? Math.round(value) : value]));
}

export default {
  name: "verdict",
  async measure() {
    const wide = await openWide(NODES, NAMES);
    // The server encodes its keyframe for the first client.
    await (await fetch(`${wide.url}api/keyframe`, { headers: { "accept-encoding": "br" } })).arrayBuffer();
    const rows = [];
    for (let load = 0; load < LOADS; load++) rows.push(await loadOnce(wide));
    console.log(`${NODES} nodes × 12, names and uids: ${NAMES}; milliseconds`);
    console.table(rows);
    return rows;
  },
};
