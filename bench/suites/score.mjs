// `BENCH_ONLY=score npm run bench`: the performance score of Lighthouse for the fleet page, with an empty cache and a
// throttled CPU. Also with Lighthouse's slow mobile network, as DevTools applies it.
// BENCH_NODES (default 1000), BENCH_LOADS (default 5), BENCH_CPU (slowdown of the page's CPU, default 4).
import { newPage, noteLongTasks, noteVerdict, openBrowser, verdictOn } from "../harness/browser.mjs";
import { cumulativeLayoutShift, performanceScore, speedIndex, totalBlockingTime } from "../harness/lighthouse-score.mjs";
import { rowOf } from "../harness/measure.mjs";
import { load, serveSimulated, wait } from "../harness/processes.mjs";
import { number } from "../harness/settings.mjs";

const NODES = number("BENCH_NODES", 1000);
const LOADS = number("BENCH_LOADS", 5);
const CPU = number("BENCH_CPU", 4);
/** Time after the verdict in which later shifts, tasks and pictures count. */
const SETTLE_MS = 5000;
const KILOBIT = 1000 / 8;
/** `mobileSlow4G` of Lighthouse's constants.js. */
const SLOW_4G = { offline: false, latency: 562.5, downloadThroughput: 1474.56 * KILOBIT, uploadThroughput: 675 * KILOBIT };
const DESKTOP = { viewport: { width: 1350, height: 940 } };
const MOBILE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };
const CASES = [
  { name: "desktop, loopback", formFactor: "desktop", options: DESKTOP },
  { name: "mobile, loopback", formFactor: "mobile", options: MOBILE },
  { name: "mobile, slow 4G", formFactor: "mobile", options: MOBILE, network: SLOW_4G },
];

function notePaints() {
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { startTime, value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.shifts.push({ startTime, value });
  }).observe({ type: "layout-shift", buffered: true });
  new PerformanceObserver((list) => {
    window.lcp = list.getEntries().at(-1).startTime;
  }).observe({ type: "largest-contentful-paint", buffered: true });
}

/** Returns how much of the change from the first to the last picture each picture has, by histograms of its colours. */
function progressOf(pictures) {
  const histogram = async (data) => {
    const image = new Image();
    image.src = `data:image/jpeg;base64,${data}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const pen = canvas.getContext("2d");
    pen.drawImage(image, 0, 0);
    const counts = new Float64Array(3 * 256);
    const { data: pixels } = pen.getImageData(0, 0, image.width, image.height);
    for (let at = 0; at < pixels.length; at++) if (at % 4 < 3) counts[(at % 4) * 256 + pixels[at]]++;
    return counts;
  };
  return Promise.all(pictures.map(histogram)).then((all) => {
    const [first, last] = [all[0], all.at(-1)];
    return all.map((counts) => {
      let [match, total] = [0, 0];
      for (let at = 0; at < counts.length; at++) {
        const wanted = Math.abs(last[at] - first[at]);
        match += Math.min(Math.abs(counts[at] - first[at]), wanted);
        total += wanted;
      }
      return total === 0 ? 1 : match / total;
    });
  });
}

async function loadOnce(browser, url, { options, network, formFactor }) {
  const { page, client, close } = await newPage(browser, [noteVerdict, noteLongTasks, notePaints], options);
  await client.send("Emulation.setCPUThrottlingRate", { rate: CPU });
  if (network !== undefined) {
    await client.send("Network.enable");
    await client.send("Network.emulateNetworkConditions", network);
  }
  const pictures = [];
  client.on("Page.screencastFrame", ({ data, metadata, sessionId }) => {
    pictures.push({ data, atMs: metadata.timestamp * 1000 });
    client.send("Page.screencastFrameAck", { sessionId }).catch(() => undefined);
  });
  await client.send("Page.startScreencast", { format: "jpeg", quality: 60, maxWidth: 480, maxHeight: 480 });
  await page.goto(url, { waitUntil: "commit" });
  await verdictOn(page);
  await wait(SETTLE_MS);
  await client.send("Page.stopScreencast");
  await client.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  const { beganMs, fcp, lcp, shifts, tasks, verdictMs } = await page.evaluate(() => ({
    beganMs: performance.timeOrigin,
    fcp: performance.getEntriesByName("first-contentful-paint")[0].startTime,
    lcp: window.lcp,
    shifts: window.shifts,
    tasks: window.longTasks,
    verdictMs: window.verdictAtMs,
  }));
  const shown = pictures.filter(({ atMs }) => atMs >= beganMs);
  const progress = await page.evaluate(
    progressOf,
    shown.map(({ data }) => data),
  );
  await close();
  const frames = shown.map(({ atMs }, at) => ({ atMs: atMs - beganMs, progress: progress[at] }));
  const metrics = { fcp, lcp, si: speedIndex(frames), tbt: totalBlockingTime(tasks, fcp), cls: cumulativeLayoutShift(shifts) };
  return { ...metrics, verdictMs, score: performanceScore(metrics, formFactor) };
}

export default {
  name: "score",
  async measure() {
    const browser = await openBrowser();
    const server = await serveSimulated(["--nodes", String(NODES)]);
    await server.ready();
    const rows = [];
    for (const each of CASES) {
      const loads = [];
      for (let at = 0; at < LOADS; at++) loads.push(await loadOnce(browser, `${server.url}/`, each));
      const columns = {
        score: [({ score }) => score, 0],
        "FCP ms": [({ fcp }) => fcp, 0],
        "LCP ms": [({ lcp }) => lcp, 0],
        "SI ms": [({ si }) => si, 0],
        "TBT ms": [({ tbt }) => tbt, 0],
        CLS: [({ cls }) => cls, 3],
        "verdict ms": [({ verdictMs }) => verdictMs, 0],
      };
      rows.push({ case: each.name, ...rowOf(loads, columns) });
    }
    console.log(`Fleet page of ${NODES} nodes, CPU ÷ ${CPU}, median (least–most); load ${load()}`);
    console.table(rows);
    return { nodes: NODES, cpu: CPU, rows };
  },
};
