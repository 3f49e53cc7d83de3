// `BENCH_ONLY=replay npm run bench`: a whole rollout at 10 % over a very wide cluster, as a fixed trace. The server and
// a page receive it. At the end every cell is compared, byte by byte, with a server that starts then and lists the
// objects.
// BENCH_NODES (default 100000), BENCH_PODS_A_SECOND (default 1000), BENCH_PAGE (path, default that of the DaemonSet),
// BENCH_SHOTS=FOLDER.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { browserEnvironment, noBrowser } from "../../e2e/browser.mjs";
import { noteFrames, takeReceivedFrames, verdictOn } from "../harness/browser.mjs";
import { quantile, round } from "../harness/measure.mjs";
import { asked, end, load, MAIN, ready, started, usedBy, wait } from "../harness/processes.mjs";
import { keepResult } from "../harness/report.mjs";

const here = join(import.meta.dirname, "..");
const { chromium } = createRequire(join(here, "../e2e/package.json"))("playwright");
const NODES = Number(process.env.BENCH_NODES ?? 100_000);
const PODS_PER_SECOND = Number(process.env.BENCH_PODS_A_SECOND ?? 1000);
const PATH = process.env.BENCH_PAGE ?? "daemonsets/kube-system/agent-00";
const { BENCH_SHOTS } = process.env;
const DAEMON_SETS = 12;
const SETTLE_MS = 5000;
/**
 * A server that has sent everything sends nothing for `QUIET_S` seconds; on a busy machine this may take up to
 * `MOST_S`.
 */
const QUIET_S = 3;
const MOST_S = 180;
/** The source kept the times of the trace if no turn was later than this. */
const LATE_MS = 100;

/** Notes the page's frames and the gaps between them, inside the page. */
const countFrames = () => {
  const requestFrame = window.requestAnimationFrame.bind(window);
  window.gaps = [];
  let lastMs;
  const frame = (ms) => {
    if (lastMs !== undefined) window.gaps.push(ms - lastMs);
    lastMs = ms;
    requestFrame(frame);
  };
  requestFrame(frame);
};

function serve(kubeconfig) {
  return started(
    process.execPath,
    [MAIN, "serve", "--kubeconfig", kubeconfig, "--no-open", "--port", "0", "--history-memory", "0"],
    /(http:\/\/127\.0\.0\.1:\d+)/,
  );
}
/** Waits until a reader receives no new frames: a first sync, or the end of a rollout, is sent in time slices. */
async function untilQuiet(reader) {
  for (let [quietS, atS] = [0, 0]; quietS < QUIET_S; atS++) {
    if (atS > MOST_S) throw new Error("the server does not come to an end with what it tells");
    await wait(1000);
    quietS = (await reader.ask({})).frames === 0 ? quietS + 1 : 0;
  }
}
/** Returns the cells of a server by DaemonSet: one byte per node, in the order of the nodes' names. */
async function cellsOf(reader) {
  return Object.fromEntries((await reader.ask({ cells: true })).columns.map(([key, bytes]) => [key, Buffer.from(bytes, "base64")]));
}
/** Starts a server, and waits until it has sent everything that it lists. */
async function startFreshServer(kubeconfig) {
  const { child: fresh, found } = await serve(kubeconfig);
  await ready(found[1]);
  const freshReader = asked([join(here, "dist/frame-reader.js"), found[1], "kube-system/agent-00"]);
  await freshReader.nextLine();
  await untilQuiet(freshReader);
  return { fresh, freshReader };
}
function differing(patched, fresh) {
  let [cells, differ] = [0, 0];
  for (const [key, column] of Object.entries(fresh))
    for (const [at, byte] of column.entries()) {
      cells++;
      if (patched[key]?.[at] !== byte) differ++;
    }
  return { cells, differ, columns: [Object.keys(patched).length, Object.keys(fresh).length] };
}

/**
 * Prints the end of each phase, and stores its duration. At 100,000 nodes the run takes minutes, and a user who
 * interrupts it sees the phase.
 */
function phases() {
  const seconds = {};
  let fromMs = performance.now();
  return {
    seconds,
    endPhase(name) {
      const nowMs = performance.now();
      seconds[name] = round((nowMs - fromMs) / 1000);
      fromMs = nowMs;
      console.log(`${name}: ${seconds[name]} s; load ${load()}`);
    },
  };
}

export async function measureReplay() {
  const { seconds: phaseSeconds, endPhase } = phases();
  const environment = await browserEnvironment();
  if (!environment) {
    console.error(noBrowser);
    process.exit(1);
  }
  Object.assign(process.env, environment);
  const source = asked([join(here, "dist/fleet-source.js"), String(NODES), String(DAEMON_SETS)]);
  const { port } = await source.nextLine();
  const kubeconfig = join(tmpdir(), `bench-replay-${process.pid}.yaml`);
  writeFileSync(
    kubeconfig,
    `apiVersion: v1\nkind: Config\ncurrent-context: x\nclusters: [{name: c, cluster: {server: "http://127.0.0.1:${port}"}}]\nusers: [{name: u, user: {}}]\ncontexts: [{name: x, context: {cluster: c, user: u}}]\n`,
  );
  const { child: server, found } = await serve(kubeconfig);
  const url = found[1];
  await ready(url);
  endPhase("the first list");
  const browser = await chromium.launch({
    args: ["--no-sandbox"],
    ...(process.env.E2E_CHROME === undefined ? {} : { executablePath: process.env.E2E_CHROME }),
  });
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const client = await page.context().newCDPSession(page);
  await client.send("Performance.enable", { timeDomain: "threadTicks" });
  const scriptMs = async () =>
    (await client.send("Performance.getMetrics")).metrics.find(({ name }) => name === "ScriptDuration").value * 1000;
  await noteFrames(page);
  await page.goto(`${url}/${PATH}`);
  await verdictOn(page);
  const reader = asked([join(here, "dist/frame-reader.js"), url, "kube-system/agent-00"]);
  await reader.nextLine();
  await wait(SETTLE_MS);
  await untilQuiet(reader);
  endPhase("the page, and all that the list brought told");

  await Promise.all([reader.ask({}), takeReceivedFrames(page)]);
  await page.evaluate(countFrames);
  const loads = [load()];
  const [before, scriptBefore, fromMs] = [usedBy(server), await scriptMs(), performance.now()];
  await source.ask({ rollout: PODS_PER_SECOND });
  let [sent, frames, bytes, drawnFrames] = [{ isOver: false }, 0, 0, 0];
  while (!sent.isOver) {
    await wait(1000);
    const [progress, read, drawn] = await Promise.all([source.ask({}), reader.ask({}), takeReceivedFrames(page)]);
    sent = progress;
    frames += read.frames;
    bytes += read.bytes;
    drawnFrames += drawn.length;
    if (BENCH_SHOTS !== undefined && drawnFrames > 0 && performance.now() - fromMs < SETTLE_MS * 2) {
      mkdirSync(BENCH_SHOTS, { recursive: true });
      await page.screenshot({ path: join(BENCH_SHOTS, "rolling.png") });
    }
  }
  endPhase("the rollout");
  const seconds = (performance.now() - fromMs) / 1000;
  const [after, scriptAfter] = [usedBy(server), await scriptMs()];
  const gaps = await page.evaluate(() => window.gaps);
  loads.push(load());
  const played = {
    nodes: NODES,
    podsPerSecond: PODS_PER_SECOND,
    loads,
    trace: {
      seconds: round(seconds),
      events: sent.rollout,
      "events a second": round(sent.rollout / seconds, 0),
      "kept its times": sent.lateMs <= LATE_MS ? "yes" : `no: ${round(sent.lateMs, 0)} ms late`,
    },
    page: {
      "frames a second": round(gaps.length / seconds),
      "later than 25 ms": gaps.filter((ms) => ms > 25).length,
      "p99 gap ms": round(quantile(gaps, 0.99)),
      "worst gap ms": round(Math.max(...gaps), 0),
      "script CPU ms a frame": round((scriptAfter - scriptBefore) / gaps.length, 2),
    },
    stream: { frames, "frames a second": round(frames / seconds), "bytes a frame, plain": round(bytes / Math.max(1, frames), 0) },
    server: {
      "CPU s": round(after.cpuS - before.cpuS),
      "of a core, %": round(((after.cpuS - before.cpuS) / seconds) * 100),
      "most RSS MB": round(after.mostMb, 0),
    },
  };
  console.log(
    `\nA rollout of one of ${DAEMON_SETS} DaemonSets on ${NODES} nodes, ${PODS_PER_SECOND} pods a second, to its end; load ${loads.join(" → ")}`,
  );
  for (const what of ["trace", "stream", "page", "server"]) console.table({ [what]: played[what] });
  if (BENCH_SHOTS !== undefined) await page.screenshot({ path: join(BENCH_SHOTS, "rolled.png") });
  await browser.close();
  // No pod changes any more: the second server lists while the first sends the rest.
  const [{ fresh, freshReader }] = await Promise.all([startFreshServer(kubeconfig), untilQuiet(reader)]);
  endPhase("all told, and listed by a second server");
  const oracle = differing(await cellsOf(reader), await cellsOf(freshReader));
  await end(server);
  for (const each of [reader, freshReader, source]) each.child.stdin.end();
  await end(fresh);
  rmSync(kubeconfig);

  const result = {
    ...played,
    "seconds of each part": phaseSeconds,
    oracle: { cells: oracle.cells, "cells that differ": oracle.differ, DaemonSets: oracle.columns.join(", ") },
  };
  console.table({ oracle: result.oracle });
  keepResult(`replay-${NODES}`, result);
  return result;
}
