// `BENCH_ONLY=drawing npm run bench`: the cost of a frame in which 1 % of the cells change. Compares our drawing with
// one element per cell, in SVG and in React, alternately in one browser, by the main thread's CPU time.
// BENCH_NODES (of ours, in addition to the 5,000 that all have, default 100000), BENCH_SECONDS (of each, default 4),
// BENCH_PAIRS.
import { createRequire } from "node:module";
import { join } from "node:path";
import { build } from "vite";
import { newPage, noteVerdict, openBrowser, verdictOn } from "../harness/browser.mjs";
import { compare, median, round } from "../harness/measure.mjs";
import { BENCH, DAEMON_SETS, program, ROOT, wait } from "../harness/processes.mjs";
import { number } from "../harness/settings.mjs";

const NODES = 5000;
const WIDE_NODES = number("BENCH_NODES", 100_000);
const SHARE = 0.01;
const SECONDS = number("BENCH_SECONDS", 4);
const FRAMES_PER_SECOND = 60;
const SETTLE_MS = 3000;

/** Bundles `drawing-naive.mjs` as one script, with the React of `apps/web`. */
async function bundleNaive() {
  const web = createRequire(join(ROOT, "apps/web/package.json"));
  const resolved = ["react-dom/client", "react-dom", "react"].map((name) => ({
    find: new RegExp(`^${name}$`),
    replacement: web.resolve(name),
  }));
  const output = await build({
    configFile: false,
    logLevel: "error",
    root: BENCH,
    define: { "process.env.NODE_ENV": JSON.stringify("production") },
    resolve: { alias: resolved },
    build: { write: false, lib: { entry: join(BENCH, "src/drawing-naive.mjs"), formats: ["iife"], name: "cells" } },
  });
  return [output].flat()[0].output[0].code;
}

function countFramesOfPage() {
  window.frames = 0;
  const requestFrame = window.requestAnimationFrame.bind(window);
  const frame = () => {
    window.frames++;
    requestFrame(frame);
  };
  requestFrame(frame);
}

async function measureFrames({ page, metrics, close }, begin) {
  await begin();
  await wait(1000);
  const [before, framesBefore] = [await metrics(), await page.evaluate(() => window.frames)];
  await wait(SECONDS * 1000);
  const [after, frames] = [await metrics(), (await page.evaluate(() => window.frames)) - framesBefore];
  const perFrame = (name) => (after[name] - before[name]) / Math.max(1, frames);
  await close();
  return {
    scriptMs: perFrame("scriptMs"),
    mainMs: perFrame("taskMs"),
    layoutMs: perFrame("layoutMs"),
    framesPerSecond: frames / SECONDS,
    elements: after.elements,
  };
}

export default {
  name: "drawing",
  async measure() {
    const browser = await openBrowser();
    const script = await bundleNaive();
    const naive = async (kind) => {
      const opened = await newPage(browser);
      await opened.page.setContent("<body style='margin:0'></body>");
      await opened.page.addScriptTag({ content: script });
      return measureFrames(opened, () =>
        opened.page.evaluate(([...args]) => window.beginCells(...args), [kind, NODES, DAEMON_SETS, SHARE]),
      );
    };
    const ours = async (nodes, path) => {
      const server = program("wide-server", [nodes, DAEMON_SETS]);
      const { port } = await server.nextLine();
      const opened = await newPage(browser, [countFramesOfPage, noteVerdict]);
      await opened.page.goto(`http://127.0.0.1:${port}/${path}`);
      await verdictOn(opened.page);
      await wait(SETTLE_MS);
      const cells = Math.round(nodes * DAEMON_SETS * SHARE);
      const result = await measureFrames(opened, () => server.ask({ cells, framesPerSecond: FRAMES_PER_SECOND }));
      await server.end();
      return result;
    };
    const main = ({ mainMs }) => mainMs;
    return compare({
      title: `${SHARE * 100} % of the cells change with each frame, ${SECONDS} s each; CPU ms of the main thread`,
      subjects: {
        svg: () => naive("svg"),
        react: () => naive("react"),
        fleet: () => ours(NODES, ""),
        map: () => ours(NODES, "nodes"),
        wide: () => ours(WIDE_NODES, ""),
      },
      names: {
        svg: `SVG, ${NODES} × ${DAEMON_SETS}`,
        react: `React, ${NODES} × ${DAEMON_SETS}`,
        fleet: `ours, fleet, ${NODES} × ${DAEMON_SETS}`,
        map: `ours, nodes, ${NODES} × ${DAEMON_SETS}`,
        wide: `ours, fleet, ${WIDE_NODES} × ${DAEMON_SETS}`,
      },
      columns: {
        "script per frame": [(each) => each.scriptMs, 2],
        "layout and style": [(each) => each.layoutMs, 2],
        "main thread per frame": [main],
        "frames a second": [(each) => each.framesPerSecond, 0],
        "elements and texts": (list) => round(median(list.map(({ elements }) => elements)), 0),
      },
      ratios: {
        "SVG ÷ ours, main thread per frame": ["svg", "fleet", main],
        "React ÷ ours, main thread per frame": ["react", "fleet", main],
        [`ours at ${WIDE_NODES} ÷ SVG at ${NODES}`]: ["wide", "svg", main],
      },
    });
  },
};
