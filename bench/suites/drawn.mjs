// `BENCH_ONLY=drawn npm run bench`: the time from a pod's event at the API server to the drawing of its cell, over a
// very wide cluster. Also the cost of heartbeats for server and page, and a final check of all cells. The source, the
// server, Chromium and a second reader are separate processes. The reader reports the frame of each event.
// BENCH_NODES (default 100000), BENCH_RATES (events a second, and of how many of the 12 DaemonSets, default
// 1000:1,10000:1,10000:12), BENCH_SECONDS (of each, default 15), BENCH_PAGE (path, default the fleet),
// BENCH_SHOTS=FOLDER.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { browserEnvironment, noBrowser } from "../../e2e/browser.mjs";
import { drawnAt, noteFrames, quantile, takeReceivedFrames, verdictOn } from "../harness/browser.mjs";
import { asked, end, load, MAIN, ready, started, usedBy, wait } from "../harness/processes.mjs";
import { keepResult } from "../harness/report.mjs";

const here = join(import.meta.dirname, "..");
const { chromium } = createRequire(join(here, "../e2e/package.json"))("playwright");
const NODES = Number(process.env.BENCH_NODES ?? 100_000);
const DAEMON_SETS = 12;
const RATES = (process.env.BENCH_RATES ?? "1000:1,10000:1,10000:12").split(",").map((each) => each.split(":").map(Number));
const SECONDS = Number(process.env.BENCH_SECONDS ?? 15);
const PATH = process.env.BENCH_PAGE ?? "";
const { BENCH_SHOTS } = process.env;
/** Nodes send their status once in five minutes. */
const BEAT_S = 300;
/**
 * This number of pods changes before the first of them changes back. Both changes are therefore never in one tick, even
 * if the server is late.
 */
const AT_ONCE = Math.min(5000, NODES / 2);
/** Events per second whose drawing time is measured. */
const SAMPLED = 200;
/** The required share of the intended rate. */
const MIN_RATE_SHARE = 0.99;
/** On average an event waits half a tick of 16 ms and half a frame of 60 a second, if nothing else took any time. */
const BOUND_MS = 16 / 2 + 1000 / 60 / 2;
const round = (value, digits = 1) => (value === undefined ? undefined : Number(value.toFixed(digits)));
const nameOf = ({ node, daemonSet }) => `${node} ${daemonSet}`;

/**
 * Returns the times from each event to the arrival and to the drawing of its frame. `unseen` counts events without a
 * drawn frame: the pod changed back before the tick, or the frame is not drawn yet.
 */
function delaysOf(samples, cells, received) {
  const byCell = new Map();
  for (const cell of cells) byCell.set(nameOf(cell), [...(byCell.get(nameOf(cell)) ?? []), cell]);
  const [toDrawn, toReceived] = [[], []];
  let unseen = 0;
  for (const sample of samples) {
    const matches = ({ state }) => (state === "ready" || state === "available") === sample.isReady;
    const list = byCell.get(nameOf(sample)) ?? [];
    const at = list.findIndex(matches);
    const frame = received.find(({ seq }) => seq >= (list[at]?.seq ?? Number.POSITIVE_INFINITY));
    const drawnMs = at < 0 ? undefined : drawnAt(received, list[at].seq);
    if (drawnMs === undefined || frame === undefined) unseen++;
    else {
      // The pod may change again. The search for its next sample starts after this one.
      list.splice(0, at + 1);
      toDrawn.push(drawnMs - sample.atMs);
      toReceived.push(frame.receivedMs - sample.atMs);
    }
  }
  return { toDrawn, toReceived, unseen };
}

/** Returns every canvas of a page as pixels, in order. */
const pixelsOf = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("main canvas")].map((canvas) => ({
      width: canvas.width,
      height: canvas.height,
      url: canvas.toDataURL(),
    })),
  );
/** Returns the number of differing pixels of two pages, and of all pixels. */
async function differingPixels(page, [lived, fresh]) {
  return page.evaluate(
    async ([lived, fresh]) => {
      const pixels = async ({ url, width, height }) => {
        const image = new Image();
        image.src = url;
        await image.decode();
        const canvas = new OffscreenCanvas(width, height);
        const pen = canvas.getContext("2d");
        pen.drawImage(image, 0, 0);
        return new Uint32Array(pen.getImageData(0, 0, width, height).data.buffer);
      };
      let [all, differ] = [0, 0];
      for (const [at, canvas] of lived.entries()) {
        const [a, b] = await Promise.all([canvas, fresh[at] ?? canvas].map(pixels));
        all += a.length;
        for (const [index, pixel] of a.entries()) if (pixel !== b[index]) differ++;
      }
      return { canvases: lived.length, freshCanvases: fresh.length, all, differ };
    },
    [lived, fresh],
  );
}

export async function measureDrawn() {
  const environment = await browserEnvironment();
  if (!environment) {
    console.error(noBrowser);
    process.exit(1);
  }
  Object.assign(process.env, environment);
  const source = asked([join(here, "dist/fleet-source.js"), String(NODES), String(DAEMON_SETS), "rolling"]);
  const { port } = await source.nextLine();
  const kubeconfig = join(tmpdir(), `bench-drawn-${process.pid}.yaml`);
  writeFileSync(
    kubeconfig,
    `apiVersion: v1\nkind: Config\ncurrent-context: x\nclusters: [{name: c, cluster: {server: "http://127.0.0.1:${port}"}}]\nusers: [{name: u, user: {}}]\ncontexts: [{name: x, context: {cluster: c, user: u}}]\n`,
  );
  const { child: server, found } = await started(
    process.execPath,
    [MAIN, "serve", "--kubeconfig", kubeconfig, "--no-open", "--port", "0", "--history-memory", "0"],
    /(http:\/\/127\.0\.0\.1:\d+)/,
  );
  const url = found[1];
  const beganMs = performance.now();
  await ready(url);
  console.log(
    `${NODES} nodes × ${DAEMON_SETS}: read after ${round((performance.now() - beganMs) / 1000)} s, ${round(usedBy(server).cpuS)} s of CPU; load ${load()}`,
  );
  const browser = await chromium.launch({
    args: ["--no-sandbox"],
    ...(process.env.E2E_CHROME === undefined ? {} : { executablePath: process.env.E2E_CHROME }),
  });
  const open = async () => {
    const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" })).newPage();
    await noteFrames(page);
    await page.goto(`${url}/${PATH}`);
    await verdictOn(page);
    return page;
  };
  const page = await open();
  const { verdictAtMs } = await page.evaluate(() => ({ verdictAtMs: window.verdictAtMs }));
  const reader = asked([join(here, "dist/frame-reader.js"), url]);
  await reader.nextLine();
  await wait(5000);

  const still = { nodes: 0, pods: 0, changes: 0, atOnce: AT_ONCE };
  /** Runs these rates for some seconds, and returns what was used and drawn meanwhile. */
  const during = async (rates, each = async () => undefined) => {
    await Promise.all([reader.ask({}), takeReceivedFrames(page)]);
    await page.evaluate(() => {
      window.drawings = 0;
      window.framesAsked = 0;
    });
    const [before, beforeSource] = [usedBy(server), usedBy(source.child)];
    const sentBefore = await source.ask({ ...still, ...rates });
    const fromMs = performance.now();
    for (let second = 0; second < SECONDS; second++) {
      await wait(1000);
      await each();
    }
    const sentAfter = await source.ask(still);
    const seconds = (performance.now() - fromMs) / 1000;
    const [after, afterSource] = [usedBy(server), usedBy(source.child)];
    const drew = await page.evaluate(() => ({ drawings: window.drawings, framesAsked: window.framesAsked }));
    return {
      ...drew,
      seconds,
      sent: Object.fromEntries(["nodes", "pods", "changes"].map((kind) => [kind, sentAfter[kind] - sentBefore[kind]])),
      samples: sentAfter.samples,
      serverPercent: round(((after.cpuS - before.cpuS) / seconds) * 100),
      sourcePercent: round(((afterSource.cpuS - beforeSource.cpuS) / seconds) * 100),
      rssMb: round(after.rssMb, 0),
    };
  };

  const idle = [];
  for (const [name, rates] of [
    ["nothing", {}],
    ["heartbeats of all nodes, each once in 300 s", { nodes: NODES / BEAT_S }],
  ]) {
    const { sent, seconds, drawings, framesAsked, serverPercent, rssMb } = await during(rates);
    const read = await reader.ask({});
    idle.push({
      name,
      "events a second": round(sent.nodes / seconds),
      "server, % of a core": serverPercent,
      "frames sent": read.frames,
      "frames drawn": framesAsked,
      drawings,
      "bytes a minute and reader, plain": round((read.bytes / seconds) * 60, 0),
      "RSS MB": rssMb,
    });
  }

  const drawn = [];
  for (const [rate, sets = DAEMON_SETS] of RATES) {
    const [cells, received] = [[], []];
    const take = async () => {
      const [read, pageFrames] = await Promise.all([reader.ask({}), takeReceivedFrames(page)]);
      cells.push(...read.cells);
      received.push(...pageFrames);
      frames += read.frames;
    };
    let frames = 0;
    const { sent, seconds, samples, serverPercent, sourcePercent, framesAsked, rssMb } = await during(
      { changes: rate, sets, sampleEvery: Math.max(1, Math.round(rate / SAMPLED)) },
      take,
    );
    await wait(2000);
    await take();
    const { toDrawn, toReceived, unseen } = delaysOf(samples, cells, received);
    const kept = sent.changes / seconds / rate;
    drawn.push({
      "events a second": round(sent.changes / seconds, 0),
      "of DaemonSets": sets,
      "rate kept": kept >= MIN_RATE_SHARE ? "yes" : `no: ${round(kept * 100)} %`,
      sampled: toDrawn.length,
      "not drawn": unseen,
      "p50 ms": round(quantile(toDrawn, 0.5)),
      "p90 ms": round(quantile(toDrawn, 0.9)),
      "p99 ms": round(quantile(toDrawn, 0.99)),
      "of it until received, p50, p99": `${round(quantile(toReceived, 0.5))}, ${round(quantile(toReceived, 0.99))}`,
      "frames sent, drawn a second": `${round(frames / seconds, 0)}, ${round(framesAsked / seconds, 0)}`,
      "server, source, % of a core": `${serverPercent}, ${sourcePercent}`,
      "RSS MB": rssMb,
    });
  }

  // Final check: the reader's cells equal the source's pods. The page shows, pixel by pixel, the same as a freshly
  // opened one.
  await wait(3000);
  const wanted = new Set((await source.ask({ ...still, listUnready: true })).unready.map(nameOf));
  const seen = new Set((await reader.ask({ notReady: true })).notReady.map(nameOf));
  const differ =
    wanted.symmetricDifference?.(seen).size ??
    [...wanted].filter((each) => !seen.has(each)).length + [...seen].filter((each) => !wanted.has(each)).length;
  const lived = await pixelsOf(page);
  const fresh = await open();
  await wait(5000);
  const pixels = await differingPixels(page, [lived, await pixelsOf(fresh)]);
  if (BENCH_SHOTS !== undefined) {
    mkdirSync(BENCH_SHOTS, { recursive: true });
    await page.screenshot({ path: join(BENCH_SHOTS, "lived.png") });
    await fresh.screenshot({ path: join(BENCH_SHOTS, "fresh.png") });
  }
  const oracle = {
    cells: NODES * DAEMON_SETS,
    "not Ready at the source": wanted.size,
    "cells that differ": differ,
    "pixels compared": pixels.all,
    "pixels that differ": pixels.differ,
    canvases: `${pixels.canvases}, ${pixels.freshCanvases}`,
  };
  await browser.close();
  reader.child.stdin.end();
  await end(server);
  source.child.stdin.end();
  rmSync(kubeconfig);

  console.log(`The page's verdict stood after ${round(verdictAtMs, 0)} ms; load ${load()}\nIdle, ${SECONDS} s each`);
  console.table(idle);
  console.log(
    `From an event at the API server to its drawing, ${SECONDS} s each; bound ${round(BOUND_MS)} ms on average, if nothing took any time`,
  );
  console.table(drawn);
  console.log("At the end");
  console.table([oracle]);
  const result = { nodes: NODES, daemonSets: DAEMON_SETS, verdictMs: verdictAtMs, idle, drawn, oracle };
  keepResult(`drawn-${NODES}x${DAEMON_SETS}`, result);
  return result;
}

if (process.argv[1] === import.meta.filename) {
  await measureDrawn();
  process.exit(0);
}
