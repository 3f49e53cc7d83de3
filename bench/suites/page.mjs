// `npm run bench:page`: the page's cost for a browser, at three sizes in one run; the smallest is the baseline. Needs
// the build. BENCH_BASE=FOLDER: another built checkout, measured before this one at each size.
// BENCH_PROFILE=FOLDER: where CPU profiles of the watched time are written.
import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { browserEnvironment, noBrowser } from "../../e2e/browser.mjs";

// The browser and its driver are those of the e2e tests.
const { chromium } = createRequire(join(import.meta.dirname, "../../e2e/package.json"))("playwright");
const SIZES = (process.env.BENCH_SIZES ?? "48,5000,20000").split(",");
const LOADS = Number(process.env.BENCH_LOADS ?? 3);
const WATCH_MS = Number(process.env.BENCH_WATCH_MS ?? 8000);
/** CPU time of the page's main thread, independent of other programs. */
const CPU_TIME = { timeDomain: "threadTicks" };
const ROLLED = "fluent-bit";
const PAGES = [
  { name: "fleet", path: "" },
  { name: "DaemonSet", path: `daemonsets/kube-system/${ROLLED}` },
  { name: "nodes", path: "nodes" },
  { name: "nodes, table", path: "nodes?view=table" },
  { name: "taints", path: "taints" },
  { name: "labels", path: "labels" },
].filter(({ name }) => process.env.BENCH_PAGES === undefined || process.env.BENCH_PAGES.split(";").includes(name));
/** Pages on which the timeline's handle is dragged. */
const DRAGGED = ["fleet", "DaemonSet", "nodes"];
/** The delay after which the rollout is in progress. */
const ROLL_MS = 4000;

const { BENCH_BASE, BENCH_PROFILE } = process.env;
const CHECKOUTS = [
  ...(BENCH_BASE === undefined ? [] : [{ checkout: "base", root: BENCH_BASE }]),
  { checkout: "this", root: join(import.meta.dirname, "../..") },
];

const environment = await browserEnvironment();
if (!environment) {
  console.error(noBrowser);
  process.exit(1);
}
Object.assign(process.env, environment);

/** Starts a server with a simulated cluster, and waits until its pods are read. */
async function serve(root, nodes) {
  const main = join(root, "apps/server/dist/main.js");
  const child = spawn(process.execPath, [main, "serve", "--simulate=big-cluster", "--nodes", nodes, "--no-open", "--port", "0"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  const url = await new Promise((done, failed) => {
    child.stdout.on("data", (chunk) => {
      output += chunk;
      const [, found] = /(http:\/\/127\.0\.0\.1:\d+)\/?\s*(?:\n|$)/m.exec(output.replace(/^simulator .*$/gm, "")) ?? [];
      if (found !== undefined && /^simulator \S+$/m.test(output)) done(found);
    });
    child.once("exit", (code) => failed(new Error(`daemonscope ended with ${code} before it listened: ${output}`)));
  });
  while (!(await fetch(`${url}/readyz`)).ok) await new Promise((done) => setTimeout(done, 200));
  const [, simulator] = /^simulator (\S+)$/m.exec(output) ?? [];
  return { url, simulator, stop: () => child.kill("SIGTERM") };
}

let version = 0;
/**
 * Gives the DaemonSet another image and waits for `ROLL_MS`, so that each page is watched in a separate rollout.
 */
async function roll(simulator) {
  const image = `registry.example/${ROLLED}:bench-${++version}`;
  const answer = await fetch(`${simulator}/apis/apps/v1/namespaces/kube-system/daemonsets/${ROLLED}`, {
    method: "PATCH",
    headers: { "content-type": "application/strategic-merge-patch+json" },
    body: JSON.stringify({ spec: { template: { spec: { containers: [{ name: ROLLED, image }] } } } }),
  });
  if (!answer.ok) throw new Error(`the image could not be changed: ${answer.status} ${await answer.text()}`);
  await new Promise((done) => setTimeout(done, ROLL_MS));
}

async function metricsOf(client) {
  const { metrics } = await client.send("Performance.getMetrics");
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
}

/** Adds a function to the page that reports whether it shows a verdict; before, it shows that it connects. */
const withVerdict = (page) =>
  page.addInitScript(() => {
    window.hasVerdict = () => {
      const heading = document.querySelector("main h1")?.textContent ?? "";
      return heading !== "" && !heading.startsWith("Connecting");
    };
  });

/**
 * Returns the time until the page shows the verdict, and the main thread's work and the received bytes until then.
 */
async function load(browser, url) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await client.send("Performance.enable", CPU_TIME);
  await withVerdict(page);
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!window.hasVerdict()) return;
      observer.disconnect();
      window.verdictAtMs = performance.now();
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
  let bytes = 0;
  await client.send("Network.enable");
  client.on("Network.loadingFinished", ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await page.goto(url);
  await page.waitForFunction(() => window.verdictAtMs !== undefined);
  const verdictMs = await page.evaluate(() => window.verdictAtMs);
  const { ScriptDuration, TaskDuration } = await metricsOf(client);
  await context.close();
  return { verdictMs, scriptMs: ScriptDuration * 1000, taskMs: TaskDuration * 1000, kilobytes: bytes / 1024 };
}

/** Returns the frames and the main thread's work during the rollout. */
async function watch(page, client, name) {
  await page.evaluate(() => {
    window.gapsMs = [];
    window.longTasks = [];
    new PerformanceObserver((list) => window.longTasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: "longtask",
    });
    let last = performance.now();
    const frame = (now) => {
      window.gapsMs.push(now - last);
      last = now;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
  if (BENCH_PROFILE !== undefined) {
    await client.send("Profiler.enable");
    await client.send("Profiler.start");
  }
  const before = await metricsOf(client);
  await new Promise((done) => setTimeout(done, WATCH_MS));
  const after = await metricsOf(client);
  const profile = BENCH_PROFILE === undefined ? undefined : (await client.send("Profiler.stop")).profile;
  const { gapsMs, longTasks, elements } = await page.evaluate(() => ({
    gapsMs: window.gapsMs,
    longTasks: window.longTasks,
    elements: document.querySelectorAll("*").length,
  }));
  const frames = gapsMs.length;
  if (profile !== undefined) {
    mkdirSync(BENCH_PROFILE, { recursive: true });
    writeFileSync(join(BENCH_PROFILE, `${name}.cpuprofile`), JSON.stringify(profile));
  }
  return {
    frames,
    "frames missed": gapsMs.reduce((sum, gap) => sum + Math.max(0, Math.round(gap / (1000 / 60)) - 1), 0),
    "worst gap ms": Math.round(Math.max(0, ...gapsMs)),
    "tasks over 50 ms": longTasks.length,
    "script CPU ms per frame": Number((((after.ScriptDuration - before.ScriptDuration) * 1000) / frames).toFixed(2)),
    "script CPU ms per second": Math.round((after.ScriptDuration - before.ScriptDuration) * (1e6 / WATCH_MS)),
    "main thread CPU %": Math.round(((after.TaskDuration - before.TaskDuration) / (WATCH_MS / 1000)) * 100),
    elements,
  };
}

/**
 * Drags the timeline's handle to and fro over the past rollout, one move per frame, and returns what `watch` measures.
 */
async function drag(page, client, name) {
  await new Promise((done) => setTimeout(done, ROLL_MS));
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
      slider.dispatchEvent(
        new PointerEvent("pointermove", {
          bubbles: true,
          pointerId: 1,
          buttons: 1,
          clientX: left + width * part,
          clientY: top + height / 2,
        }),
      );
      requestAnimationFrame(move);
    };
    requestAnimationFrame(move);
  }, kept);
  const watched = await watch(page, client, name);
  await page.evaluate(() => {
    window.isDropped = true;
  });
  await page.mouse.up();
  return watched;
}

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
const spread = (values) => `${Math.round(median(values))} (${Math.round(Math.min(...values))}–${Math.round(Math.max(...values))})`;

const browser = await chromium.launch({
  args: ["--no-sandbox"],
  ...(process.env.E2E_CHROME === undefined ? {} : { executablePath: process.env.E2E_CHROME }),
});
const loads = [];
const rollouts = [];
const drags = [];

/** Measures one checkout at one size: watches each page in a separate rollout, then loads each page. */
async function measure({ checkout, root }, nodes) {
  const { url, simulator, stop } = await serve(root, nodes);
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    const client = await page.context().newCDPSession(page);
    await client.send("Performance.enable", CPU_TIME);
    await withVerdict(page);
    for (const { name, path } of PAGES) {
      await page.goto(`${url}/${path}`);
      await page.waitForFunction(() => window.hasVerdict(), undefined, { timeout: 60_000 });
      await roll(simulator);
      rollouts.push({ nodes, checkout, page: name, ...(await watch(page, client, `${checkout}-${nodes}-${name}`)) });
      if (!DRAGGED.includes(name)) continue;
      await page.reload();
      await page.waitForFunction(() => window.hasVerdict(), undefined, { timeout: 60_000 });
      drags.push({ nodes, checkout, page: name, ...(await drag(page, client, `${checkout}-${nodes}-${name}-dragged`)) });
    }
    await page.close();
    for (const { name, path } of LOADS > 0 ? PAGES : []) {
      const times = [];
      for (let at = 0; at < LOADS; at++) times.push(await load(browser, `${url}/${path}`));
      loads.push({
        nodes,
        checkout,
        page: name,
        "verdict after ms": spread(times.map((each) => each.verdictMs)),
        "script CPU ms": spread(times.map((each) => each.scriptMs)),
        "main thread CPU ms": spread(times.map((each) => each.taskMs)),
        KB: spread(times.map((each) => each.kilobytes)),
      });
    }
  } finally {
    stop();
  }
}

try {
  for (const nodes of SIZES) for (const checkout of CHECKOUTS) await measure(checkout, nodes);
} finally {
  await browser.close();
}
console.log(`\nUntil the verdict stands, loopback, ${LOADS} loads with an empty cache; median (least–most)`);
console.table(loads);
console.log(`\nDuring a 10 % rollout, ${WATCH_MS / 1000} s each; frames at 60 a second`);
console.table(rollouts);
console.log(`\nWhile the timeline's handle is dragged over a rollout, a move a frame, ${WATCH_MS / 1000} s each`);
console.table(drags);
