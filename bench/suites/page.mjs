// `npm run bench:page`: the page's cost for a browser, at three sizes in one run; the smallest is the baseline.
// BENCH_SIZES (nodes, default 48,5000,20000), BENCH_LOADS (of each page, default 3), BENCH_WATCH_MS (default 8000),
// BENCH_PAGES (names, by ;). BENCH_BASE=FOLDER: another built checkout, measured before this one at each size.
// BENCH_PROFILE=FOLDER: where CPU profiles of the watched time are written.
import { join } from "node:path";
import {
  countFrames,
  countRequests,
  newPage,
  noteLongTasks,
  noteVerdict,
  openBrowser,
  PAGES,
  takeGaps,
  verdictOn,
} from "../harness/browser.mjs";
import { max, round, rowOf } from "../harness/measure.mjs";
import { ROOT, serveSimulated, setImage, wait } from "../harness/processes.mjs";
import { keepProfile } from "../harness/report.mjs";
import { named, number, numbers, text } from "../harness/settings.mjs";

const SIZES = numbers("BENCH_SIZES", [48, 5000, 20_000]);
const LOADS = number("BENCH_LOADS", 3);
const WATCH_MS = number("BENCH_WATCH_MS", 8000);
const ROLLED = "fluent-bit";
const SELECTED = named("BENCH_PAGES", PAGES("kube-system", ROLLED));
/** Pages on which the timeline's handle is dragged. */
const DRAGGED = ["fleet", "DaemonSet", "nodes"];
/** The delay after which the rollout is in progress. */
const ROLL_MS = 4000;
const BASE = text("BENCH_BASE");
const PROFILE = text("BENCH_PROFILE");
const CHECKOUTS = [...(BASE === undefined ? [] : [{ checkout: "base", root: BASE }]), { checkout: "this", root: ROOT }];

let version = 0;
/**
 * Gives the DaemonSet another image and waits for `ROLL_MS`, so that each page is watched in a separate rollout.
 */
async function roll(simulator) {
  await setImage(simulator, "kube-system", ROLLED, `registry.example/${ROLLED}:bench-${++version}`);
  await wait(ROLL_MS);
}

/** Returns the time until the page shows the verdict, and the main thread's work and the received bytes until then. */
async function loadOnce(browser, url) {
  const { page, client, metrics, close } = await newPage(browser, [noteVerdict]);
  const counted = await countRequests(client);
  await page.goto(url);
  await verdictOn(page);
  const verdictMs = await page.evaluate(() => window.verdictAtMs);
  const used = await metrics();
  await close();
  return { ...used, verdictMs, kilobytes: counted.bytes / 1024 };
}

/** Returns the frames and the main thread's work during the rollout. */
async function watch({ page, client, metrics }, name) {
  await page.evaluate(() => {
    window.longTasks.length = 0;
  });
  await countFrames(page);
  if (PROFILE !== undefined) {
    await client.send("Profiler.enable");
    await client.send("Profiler.start");
  }
  const before = await metrics();
  await wait(WATCH_MS);
  const after = await metrics();
  if (PROFILE !== undefined) await keepProfile(client, PROFILE, name);
  const gapsMs = await takeGaps(page);
  const { tasks, elements } = await page.evaluate(() => ({
    tasks: window.longTasks.length,
    elements: document.querySelectorAll("*").length,
  }));
  const scriptMs = after.scriptMs - before.scriptMs;
  return {
    frames: gapsMs.length,
    "frames missed": gapsMs.reduce((sum, gap) => sum + Math.max(0, Math.round(gap / (1000 / 60)) - 1), 0),
    "worst gap ms": Math.round(max(gapsMs)),
    "tasks over 50 ms": tasks,
    "script CPU ms per frame": round(scriptMs / gapsMs.length, 2),
    "script CPU ms per second": Math.round(scriptMs / (WATCH_MS / 1000)),
    "main thread CPU %": Math.round(((after.taskMs - before.taskMs) / WATCH_MS) * 100),
    elements,
  };
}

/**
 * Drags the timeline's handle to and fro over the past rollout, one move per frame, and returns what `watch` measures.
 */
async function drag(opened, name) {
  const { page } = opened;
  await wait(ROLL_MS);
  const track = page.getByRole("slider", { name: "Moment shown" });
  const { x, y, width, height } = await track.boundingBox();
  // The handle is initially at the end of the history; the part to its right is the future.
  const kept = await track.evaluate((slider) => {
    const { left, width } = [...slider.querySelectorAll("svg > g")].at(-1).getBoundingClientRect();
    const box = slider.getBoundingClientRect();
    return (left + width / 2 - box.left) / box.width;
  });
  await page.mouse.move(x + width * kept * 0.6, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width * kept * 0.4, y + height / 2);
  await page.waitForFunction(() => document.querySelector("[data-freshness=past]") !== null, undefined, { timeout: 60_000 });
  await track.evaluate((slider, kept) => {
    const { left, top, width, height } = slider.getBoundingClientRect();
    const began = performance.now();
    const move = (now) => {
      if (window.isDropped) return;
      // To the left and back in four seconds, over the middle of the history.
      const part = kept * (0.6 + 0.3 * Math.cos(((now - began) / 4000) * 2 * Math.PI));
      const at = { clientX: left + width * part, clientY: top + height / 2 };
      slider.dispatchEvent(new PointerEvent("pointermove", { bubbles: true, pointerId: 1, buttons: 1, ...at }));
      requestAnimationFrame(move);
    };
    requestAnimationFrame(move);
  }, kept);
  const watched = await watch(opened, name);
  await page.evaluate(() => {
    window.isDropped = true;
  });
  await page.mouse.up();
  return watched;
}

/** Measures one checkout at one size: watches each page in a separate rollout, then loads each page. */
async function measureSize(browser, { checkout, root }, nodes, tables) {
  const server = await serveSimulated(["--nodes", String(nodes)], { main: join(root, "apps/server/dist/main.js") });
  const { url, simulator } = server;
  await server.ready();
  const opened = await newPage(browser, [noteVerdict, noteLongTasks]);
  const { page } = opened;
  for (const { name, path } of SELECTED) {
    const row = { nodes, checkout, page: name };
    await page.goto(`${url}/${path}`);
    await verdictOn(page);
    await roll(simulator);
    tables.rollouts.push({ ...row, ...(await watch(opened, `${checkout}-${nodes}-${name}`)) });
    if (!DRAGGED.includes(name)) continue;
    await page.reload();
    await verdictOn(page);
    tables.drags.push({ ...row, ...(await drag(opened, `${checkout}-${nodes}-${name}-dragged`)) });
  }
  await opened.close();
  for (const { name, path } of LOADS > 0 ? SELECTED : []) {
    const loads = [];
    for (let at = 0; at < LOADS; at++) loads.push(await loadOnce(browser, `${url}/${path}`));
    const columns = {
      "verdict after ms": [(each) => each.verdictMs, 0],
      "script CPU ms": [(each) => each.scriptMs, 0],
      "main thread CPU ms": [(each) => each.taskMs, 0],
      KB: [(each) => each.kilobytes, 0],
    };
    tables.loads.push({ nodes, checkout, page: name, ...rowOf(loads, columns) });
  }
  await server.end();
}

export default {
  name: "page",
  async measure() {
    const browser = await openBrowser();
    const tables = { loads: [], rollouts: [], drags: [] };
    for (const nodes of SIZES) for (const checkout of CHECKOUTS) await measureSize(browser, checkout, nodes, tables);
    console.log(`\nUntil the verdict, over loopback, ${LOADS} loads with an empty cache; median (least–most)`);
    console.table(tables.loads);
    console.log(`\nDuring a 10 % rollout, ${WATCH_MS / 1000} s each; frames at 60 a second`);
    console.table(tables.rollouts);
    console.log(`\nWhile the timeline's handle is dragged over a rollout, a move per frame, ${WATCH_MS / 1000} s each`);
    console.table(tables.drags);
    return tables;
  },
};
