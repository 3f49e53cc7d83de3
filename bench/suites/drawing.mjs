// `BENCH_ONLY=drawing npm run bench`: the cost of a frame in which 1 % of the cells change. Compares our drawing with
// one element per cell, in SVG and in React, alternately in one browser, by the main thread's CPU time.
// BENCH_NODES (of ours, in addition to the 5,000 that all have, default 100000), BENCH_SECONDS (of each, default 4),
// BENCH_PAIRS.
import { createRequire } from "node:module";
import { join } from "node:path";
import { build } from "vite";
import { browserEnvironment, noBrowser } from "../../e2e/browser.mjs";
import { inTurn, median, pairsOf, ratioOf, round, spread } from "../harness/measure.mjs";
import { asked, wait } from "../harness/processes.mjs";
import { keepResult } from "../harness/report.mjs";

const here = join(import.meta.dirname, "..");
const { chromium } = createRequire(join(here, "../e2e/package.json"))("playwright");
const NODES = 5000;
const WIDE_NODES = Number(process.env.BENCH_NODES ?? 100_000);
const DAEMON_SETS = 12;
const SHARE = 0.01;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 4);
const FRAMES_PER_SECOND = 60;
const SETTLE_MS = 3000;

/** Bundles `drawing-naive.mjs` as one script, with the React of `apps/web`. */
async function bundleNaive() {
  const web = createRequire(join(here, "../apps/web/package.json"));
  const resolved = ["react-dom/client", "react-dom", "react"].map((name) => ({
    find: new RegExp(`^${name}$`),
    replacement: web.resolve(name),
  }));
  const output = await build({
    configFile: false,
    logLevel: "error",
    root: here,
    define: { "process.env.NODE_ENV": JSON.stringify("production") },
    resolve: { alias: resolved },
    build: { write: false, lib: { entry: join(here, "suites/drawing-naive.mjs"), formats: ["iife"], name: "cells" } },
  });
  return [output].flat()[0].output[0].code;
}

async function measureFrames(page, begin) {
  const client = await page.context().newCDPSession(page);
  await client.send("Performance.enable", { timeDomain: "threadTicks" });
  await begin();
  await wait(1000);
  const metrics = async () =>
    Object.fromEntries((await client.send("Performance.getMetrics")).metrics.map(({ name, value }) => [name, value]));
  const [before, framesBefore] = [await metrics(), await page.evaluate(() => window.frames)];
  await wait(SECONDS * 1000);
  const [after, frames] = [await metrics(), (await page.evaluate(() => window.frames)) - framesBefore];
  const perFrame = (name) => ((after[name] - before[name]) * 1000) / Math.max(1, frames);
  await page.context().close();
  return {
    scriptMs: perFrame("ScriptDuration"),
    mainMs: perFrame("TaskDuration"),
    layoutMs: perFrame("LayoutDuration") + perFrame("RecalcStyleDuration"),
    framesPerSecond: frames / SECONDS,
    elements: after.Nodes,
  };
}

export async function measureDrawing({ pairs }) {
  const environment = await browserEnvironment();
  if (!environment) {
    console.error(noBrowser);
    process.exit(1);
  }
  Object.assign(process.env, environment);
  const script = await bundleNaive();
  const browser = await chromium.launch({
    args: ["--no-sandbox"],
    ...(process.env.E2E_CHROME === undefined ? {} : { executablePath: process.env.E2E_CHROME }),
  });
  const open = async () => (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  const naive = async (kind) => {
    const page = await open();
    await page.setContent("<body style='margin:0'></body>");
    await page.addScriptTag({ content: script });
    return measureFrames(page, () =>
      page.evaluate(([kind, nodes, each, share]) => window.beginCells(kind, nodes, each, share), [kind, NODES, DAEMON_SETS, SHARE]),
    );
  };
  const measurePage = async (nodes, path) => {
    const server = asked([join(here, "dist/wide-server.js"), String(nodes), String(DAEMON_SETS)]);
    const { port } = await server.nextLine();
    const page = await open();
    await page.addInitScript(() => {
      window.frames = 0;
      const requestFrame = window.requestAnimationFrame.bind(window);
      const frame = () => {
        window.frames++;
        requestFrame(frame);
      };
      requestFrame(frame);
    });
    await page.goto(`http://127.0.0.1:${port}/${path}`);
    await page.waitForFunction(
      () => !(document.querySelector("main h1")?.textContent ?? "Connecting").startsWith("Connecting"),
      undefined,
      { timeout: 120_000 },
    );
    await wait(SETTLE_MS);
    const cells = Math.round(nodes * DAEMON_SETS * SHARE);
    const result = await measureFrames(page, () => server.ask({ cells, framesPerSecond: FRAMES_PER_SECOND }));
    server.child.stdin.end();
    await new Promise((done) => server.child.once("exit", done));
    return result;
  };
  const names = {
    svg: `SVG, ${NODES} × ${DAEMON_SETS}`,
    react: `React, ${NODES} × ${DAEMON_SETS}`,
    fleet: `ours, fleet, ${NODES} × ${DAEMON_SETS}`,
    map: `ours, nodes, ${NODES} × ${DAEMON_SETS}`,
    wide: `ours, fleet, ${WIDE_NODES} × ${DAEMON_SETS}`,
  };
  const runs = await inTurn(
    {
      svg: () => naive("svg"),
      react: () => naive("react"),
      fleet: () => measurePage(NODES, ""),
      map: () => measurePage(NODES, "nodes"),
      wide: () => measurePage(WIDE_NODES, ""),
    },
    pairs,
  );
  await browser.close();
  const spreadOf = (list, read, digits) => spread(list.map(read), digits);
  console.log(
    `\n${SHARE * 100} % of the cells change with each frame, ${SECONDS} s each, ${pairs} rounds in turn; CPU ms of the main thread; median (least–most)`,
  );
  console.table(
    Object.fromEntries(
      Object.entries(runs).map(([kind, list]) => [
        names[kind],
        {
          "script a frame": spreadOf(list, ({ scriptMs }) => scriptMs, 2),
          "layout and style": spreadOf(list, ({ layoutMs }) => layoutMs, 2),
          "main thread a frame": spreadOf(list, ({ mainMs }) => mainMs, 1),
          "frames a second": spreadOf(list, ({ framesPerSecond }) => framesPerSecond, 0),
          "elements and texts": round(median(list.map(({ elements }) => elements)), 0),
        },
      ]),
    ),
  );
  const main = ({ mainMs }) => mainMs;
  const ratios = {
    "SVG ÷ ours, main thread a frame": ratioOf(pairsOf(runs.svg, runs.fleet, main)),
    "React ÷ ours, main thread a frame": ratioOf(pairsOf(runs.react, runs.fleet, main)),
    "ours at 100,000 ÷ SVG at 5,000": ratioOf(pairsOf(runs.wide, runs.svg, main)),
  };
  console.table(ratios);
  const result = { share: SHARE, runs, ratios };
  keepResult("drawing", result);
  return result;
}
