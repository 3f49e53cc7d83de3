// `BENCH_ONLY=drawn npm run bench`: the time from a pod's event at the API server to the drawing of its cell, over a
// very wide cluster. Also the cost of heartbeats for server and page, and a final check of all cells. The source, the
// server, Chromium and a second client are separate processes. The client reports the frame of each event.
// BENCH_NODES (default 100000), BENCH_RATES (events a second, and of how many of the 12 DaemonSets, default
// 1000:1,10000:1,10000:12), BENCH_SECONDS (of each, default 15), BENCH_PAGE (path, default the fleet),
// BENCH_SHOTS=FOLDER.
import { frameAt, newPage, openBrowser, STREAM_NOTES, takeReceivedFrames, verdictOn } from "../harness/browser.mjs";
import { groupBy, quantile, rateKept, round } from "../harness/measure.mjs";
import { DAEMON_SETS, fleet, load, program, serveReady, usedDuring, wait } from "../harness/processes.mjs";
import { takeShot } from "../harness/report.mjs";
import { number, rates, text } from "../harness/settings.mjs";

/** Nodes send their status once in five minutes. */
const BEAT_S = 300;
/** Events per second whose drawing time is measured. */
const SAMPLED = 200;
/** On average an event waits half a tick of 16 ms and half a frame of 60 a second, if nothing else took any time. */
const BOUND_MS = 16 / 2 + 1000 / 60 / 2;
const nameOf = ({ node, daemonSet }) => `${node} ${daemonSet}`;

/**
 * Returns the times from each event to the arrival and to the drawing of its frame. `unseen` counts events without a
 * drawn frame: the pod changed back before the tick, or the frame is not drawn yet.
 */
function delaysOf(samples, cells, received) {
  const byCell = groupBy(cells, nameOf);
  const [toDrawn, toReceived] = [[], []];
  for (const sample of samples) {
    const matches = ({ state }) => (state === "ready" || state === "available") === sample.isReady;
    const list = byCell.get(nameOf(sample)) ?? [];
    const at = list.findIndex(matches);
    const frame = at < 0 ? undefined : frameAt(received, list[at].seq);
    if (frame === undefined) continue;
    // The pod may change again. The search for its next sample starts after this one.
    list.splice(0, at + 1);
    toDrawn.push(frame.drawnMs - sample.atMs);
    toReceived.push(frame.receivedMs - sample.atMs);
  }
  return { toDrawn, toReceived, unseen: samples.length - toDrawn.length };
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
async function differingPixels(page, lived, fresh) {
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
      return { canvases: `${lived.length}, ${fresh.length}`, "pixels compared": all, "pixels that differ": differ };
    },
    [lived, fresh],
  );
}

/**
 * Measures idle time, each rate of events, and the final cells and pixels. `rates`: events a second, and of how many of
 * the DaemonSets.
 */
export async function measureDrawn({ nodes, rates: phaseRates, seconds: phaseSeconds, path = "", shots }) {
  const browser = await openBrowser();
  const { source, kubeconfig } = await fleet(nodes, DAEMON_SETS, "rolling");
  const beganMs = performance.now();
  const server = await serveReady(kubeconfig);
  console.log(
    `${nodes} nodes × ${DAEMON_SETS}: read after ${round((performance.now() - beganMs) / 1000)} s, ${round(server.used().cpuS)} s of CPU; load ${load()}`,
  );
  const open = async () => {
    const { page } = await newPage(browser, STREAM_NOTES(), { reducedMotion: "reduce" });
    await page.goto(`${server.url}/${path}`);
    await verdictOn(page);
    return page;
  };
  const page = await open();
  const verdictMs = await page.evaluate(() => window.verdictAtMs);
  const reader = program("frame-reader", [server.url]);
  await reader.nextLine();
  await wait(5000);

  // This number of pods changes before the first of them changes back. Both changes are therefore never in one tick,
  // even if the server is late.
  const still = { nodes: 0, pods: 0, changes: 0, atOnce: Math.min(5000, nodes / 2) };
  /** Runs these rates for some seconds, and returns what was used and drawn meanwhile. */
  const during = async (sentRates, everySecond = async () => undefined) => {
    await Promise.all([reader.ask({}), takeReceivedFrames(page)]);
    await page.evaluate(() => {
      window.drawings = 0;
      window.framesAsked = 0;
    });
    const before = await source.ask({ ...still, ...sentRates });
    const { seconds, percent, used, result } = await usedDuring([server.child, source.child], async () => {
      for (let second = 0; second < phaseSeconds; second++) {
        await wait(1000);
        await everySecond();
      }
      return source.ask(still);
    });
    const drew = await page.evaluate(() => ({ drawings: window.drawings, framesAsked: window.framesAsked }));
    const rateOf = (kind) => (result[kind] - before[kind]) / seconds;
    return {
      ...drew,
      seconds,
      rateOf,
      samples: result.samples,
      percent: percent.map((each) => round(each)),
      rssMb: round(used[0].rssMb, 0),
    };
  };

  const idle = [];
  for (const [name, sentRates] of Object.entries({
    "no events": {},
    "heartbeats of all nodes, each once in 300 s": { nodes: nodes / BEAT_S },
  })) {
    const { seconds, rateOf, drawings, framesAsked, percent, rssMb } = await during(sentRates);
    const read = await reader.ask({});
    idle.push({
      name,
      "events a second": round(rateOf("nodes")),
      "server, % of a core": percent[0],
      "frames sent": read.frames,
      "frames drawn": framesAsked,
      "draw calls": drawings,
      "bytes a minute and client, plain": round((read.bytes / seconds) * 60, 0),
      "RSS MB": rssMb,
    });
  }

  const drawn = [];
  for (const [rate, sets = DAEMON_SETS] of phaseRates) {
    const [cells, received] = [[], []];
    let frames = 0;
    const take = async () => {
      const [read, pageFrames] = await Promise.all([reader.ask({}), takeReceivedFrames(page)]);
      cells.push(...read.cells);
      received.push(...pageFrames);
      frames += read.frames;
    };
    const sampleEvery = Math.max(1, Math.round(rate / SAMPLED));
    const { seconds, rateOf, samples, percent, framesAsked, rssMb } = await during({ changes: rate, sets, sampleEvery }, take);
    await wait(2000);
    await take();
    const { toDrawn, toReceived, unseen } = delaysOf(samples, cells, received);
    drawn.push({
      "events a second": round(rateOf("changes"), 0),
      "of DaemonSets": sets,
      "rate kept": rateKept(rateOf("changes") / rate),
      sampled: toDrawn.length,
      "not drawn": unseen,
      "p50 ms": round(quantile(toDrawn, 0.5)),
      "p90 ms": round(quantile(toDrawn, 0.9)),
      "p99 ms": round(quantile(toDrawn, 0.99)),
      "until received, p50, p99": `${round(quantile(toReceived, 0.5))}, ${round(quantile(toReceived, 0.99))}`,
      "frames sent, drawn a second": `${round(frames / seconds, 0)}, ${round(framesAsked / seconds, 0)}`,
      "server, % of a core": percent[0],
      "source, % of a core": percent[1],
      "RSS MB": rssMb,
    });
  }

  // Final check: the client's cells equal the source's pods. The page shows, pixel by pixel, the same as a freshly
  // opened one.
  await wait(3000);
  const wanted = new Set((await source.ask({ ...still, listUnready: true })).unready.map(nameOf));
  const seen = new Set((await reader.ask({ notReady: true })).notReady.map(nameOf));
  const without = (all, others) => [...all].filter((each) => !others.has(each)).length;
  const lived = await pixelsOf(page);
  const fresh = await open();
  await wait(5000);
  const check = {
    cells: nodes * DAEMON_SETS,
    "not Ready at the source": wanted.size,
    "cells that differ": without(wanted, seen) + without(seen, wanted),
    ...(await differingPixels(page, lived, await pixelsOf(fresh))),
  };
  await takeShot(page, shots, "lived");
  await takeShot(fresh, shots, "fresh");
  console.log(`The page showed the verdict after ${round(verdictMs, 0)} ms; load ${load()}\nIdle, ${phaseSeconds} s each`);
  console.table(idle);
  console.log(
    `From an event at the API server to its drawing, ${phaseSeconds} s each; bound ${round(BOUND_MS)} ms on average, if nothing took any time`,
  );
  console.table(drawn);
  console.log("At the end");
  console.table([check]);
  return { nodes, daemonSets: DAEMON_SETS, verdictMs, idle, drawn, check };
}

const options = {
  nodes: number("BENCH_NODES", 100_000),
  rates: rates("BENCH_RATES", [
    [1000, 1],
    [10_000, 1],
    [10_000, 12],
  ]),
  seconds: number("BENCH_SECONDS", 15),
  path: text("BENCH_PAGE", ""),
  shots: text("BENCH_SHOTS"),
};

export default { name: "drawn", result: `drawn-${options.nodes}x12`, measure: () => measureDrawn(options) };
