// A browser, its pages, and notes that a page takes of itself. Times inside a page are milliseconds since the epoch
// where they are compared with those of other processes.
import { createRequire } from "node:module";
import { join } from "node:path";
import { browserEnvironment, noBrowser } from "../../e2e/browser.mjs";
import { atEnd, ROOT } from "./processes.mjs";
import { fail } from "./settings.mjs";

const { chromium } = createRequire(join(ROOT, "e2e/package.json"))("playwright");
const VIEWPORT = { width: 1440, height: 900 };
const TIMEOUT_MS = 120_000;

/** The pages that suites measure, by name. */
export const PAGES = (namespace, daemonSet) => [
  { name: "fleet", path: "" },
  { name: "DaemonSet", path: `daemonsets/${namespace}/${daemonSet}` },
  { name: "nodes", path: "nodes" },
  { name: "nodes, table", path: "nodes?view=table" },
  { name: "taints", path: "taints" },
  { name: "labels", path: "labels" },
];

/** Starts a browser, which ends with the suite. Ends the run if there is none. */
export async function openBrowser() {
  const environment = await browserEnvironment();
  if (!environment) fail(noBrowser);
  Object.assign(process.env, environment);
  const { E2E_CHROME } = process.env;
  const browser = await chromium.launch({ args: ["--no-sandbox"], ...(E2E_CHROME === undefined ? {} : { executablePath: E2E_CHROME }) });
  atEnd(() => browser.close());
  return browser;
}

/**
 * Opens a page in a separate context, with the given notes. `metrics` returns the main thread's own CPU milliseconds,
 * independent of other programs, and its memory.
 */
export async function newPage(browser, notes = [], options = {}) {
  const context = await browser.newContext({ viewport: VIEWPORT, ...options });
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await client.send("Performance.enable", { timeDomain: "threadTicks" });
  for (const [note, argument] of notes.map((each) => [each].flat())) await page.addInitScript(note, argument);
  const metrics = async () => {
    const { metrics: list } = await client.send("Performance.getMetrics");
    const value = (name) => list.find((each) => each.name === name)?.value ?? 0;
    return {
      scriptMs: value("ScriptDuration") * 1000,
      taskMs: value("TaskDuration") * 1000,
      layoutMs: (value("LayoutDuration") + value("RecalcStyleDuration")) * 1000,
      heapMb: value("JSHeapUsedSize") / 1e6,
      elements: value("Nodes"),
    };
  };
  return { page, client, metrics, close: () => context.close() };
}

/** Counts the requests of a page and their bytes on the wire. */
export async function countRequests(client) {
  const counted = { requests: 0, bytes: 0 };
  client.on("Network.requestWillBeSent", () => {
    counted.requests++;
  });
  client.on("Network.loadingFinished", ({ encodedDataLength }) => {
    counted.bytes += encodedDataLength;
  });
  await client.send("Network.enable");
  return counted;
}

/** Notes when the page shows the verdict, and when it has read all nodes. */
export function noteVerdict() {
  window.hasVerdict = () => {
    const heading = document.querySelector("main h1")?.textContent ?? "";
    return heading !== "" && !heading.startsWith("Connecting");
  };
  new MutationObserver((_, observer) => {
    if (!window.hasVerdict()) return;
    window.heading ??= document.querySelector("main h1").textContent;
    window.verdictAtMs ??= performance.now();
    if (document.querySelector("[data-nodes-read]") !== null) return;
    observer.disconnect();
    window.wholeAtMs = performance.now();
  }).observe(document, { childList: true, subtree: true, characterData: true });
}
export const verdictOn = (page) => page.waitForFunction(() => window.verdictAtMs !== undefined, undefined, { timeout: TIMEOUT_MS });

export function noteLongTasks() {
  window.longTasks = [];
  new PerformanceObserver((list) =>
    window.longTasks.push(...list.getEntries().map(({ startTime, duration }) => ({ startTime, duration }))),
  ).observe({ type: "longtask", buffered: true });
}

/** Notes frames that the page requests, and calls that draw on a canvas with this `data-layer`, or on any. */
export function noteDrawings(layer = "") {
  window.drawings = 0;
  window.framesAsked = 0;
  window.onDrawing = () => undefined;
  for (const name of ["drawImage", "putImageData", "fillRect", "fill", "stroke", "fillText"]) {
    const original = CanvasRenderingContext2D.prototype[name];
    CanvasRenderingContext2D.prototype[name] = function (...args) {
      if (layer === "" || this.canvas.dataset?.layer === layer) {
        window.drawings++;
        window.onDrawing();
      }
      return original.apply(this, args);
    };
  }
  window.nativeFrame = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (draw) => {
    window.framesAsked++;
    return window.nativeFrame(draw);
  };
}

/**
 * Notes when the page receives a frame of the stream and when it has drawn it; needs `noteDrawings` before. A frame
 * counts as drawn when the first script that draws after its arrival has ended. That is the next animation frame, which
 * applies all received frames.
 */
export function noteReceived() {
  const nowMs = () => performance.timeOrigin + performance.now();
  window.receivedFrames = [];
  let waiting = [];
  let isStamping = false;
  const noteFrame = ({ data }) => {
    if (data?.kind !== "message" || data.name !== "frame") return;
    const frame = { seq: data.data.seq, receivedMs: nowMs(), drawnMs: undefined };
    window.receivedFrames.push(frame);
    waiting.push(frame);
  };
  const NativeSharedWorker = window.SharedWorker;
  window.SharedWorker = class extends NativeSharedWorker {
    constructor(...args) {
      super(...args);
      this.port.addEventListener("message", noteFrame);
    }
  };
  const stamp = () => {
    isStamping = false;
    for (const frame of waiting) frame.drawnMs = nowMs();
    waiting = [];
  };
  window.onDrawing = () => {
    if (waiting.length === 0 || isStamping) return;
    isStamping = true;
    queueMicrotask(stamp);
  };
}
export const STREAM_NOTES = (layer = "") => [[noteDrawings, layer], noteReceived, noteVerdict];

/**
 * Returns the frames that a page received and drew since the last call; frames that are not drawn yet come with a later
 * call.
 */
export const takeReceivedFrames = (page) =>
  page.evaluate(() => {
    const received = window.receivedFrames;
    window.receivedFrames = received.filter(({ drawnMs }) => drawnMs === undefined);
    return received.filter(({ drawnMs }) => drawnMs !== undefined);
  });

/** Returns the first drawn frame with at least this seq, from frames in the order of their arrival. */
export function frameAt(received, seq) {
  let [low, high] = [0, received.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (received[middle].seq < seq) low = middle + 1;
    else high = middle;
  }
  return received[low];
}

/** Counts the page's animation frames and the gaps between them from now on. */
export const countFrames = (page) =>
  page.evaluate(() => {
    const requestFrame = window.nativeFrame ?? window.requestAnimationFrame.bind(window);
    window.gapsMs = [];
    window.stopCounting?.();
    let isOver = false;
    window.stopCounting = () => {
      isOver = true;
    };
    let lastMs;
    const frame = (ms) => {
      if (isOver) return;
      if (lastMs !== undefined) window.gapsMs.push(ms - lastMs);
      lastMs = ms;
      requestFrame(frame);
    };
    requestFrame(frame);
  });
export const takeGaps = (page) =>
  page.evaluate(() => {
    window.stopCounting();
    return window.gapsMs;
  });
