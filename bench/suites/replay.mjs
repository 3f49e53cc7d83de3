// `BENCH_ONLY=replay npm run bench`: a whole rollout at 10 % over a very wide cluster, as a fixed trace. The server and
// a page receive it. At the end every cell is compared, byte by byte, with a server that starts then and lists the
// objects.
// BENCH_NODES (default 100000), BENCH_PODS_A_SECOND (default 1000), BENCH_PAGE (path, default that of the DaemonSet),
// BENCH_SHOTS=FOLDER.
import { countFrames, newPage, openBrowser, STREAM_NOTES, takeGaps, takeReceivedFrames, verdictOn } from "../harness/browser.mjs";
import { max, quantile, round } from "../harness/measure.mjs";
import { DAEMON_SETS, fleet, load, program, serveReady, usedDuring, wait } from "../harness/processes.mjs";
import { takeShot } from "../harness/report.mjs";
import { number, text } from "../harness/settings.mjs";

const NODES = number("BENCH_NODES", 100_000);
const PODS_PER_SECOND = number("BENCH_PODS_A_SECOND", 1000);
const PATH = text("BENCH_PAGE", "daemonsets/kube-system/agent-00");
const SHOTS = text("BENCH_SHOTS");
const SETTLE_MS = 5000;
/**
 * A server that has sent everything sends nothing for `QUIET_S` seconds; on a busy machine this may take up to
 * `MOST_S`.
 */
const QUIET_S = 3;
const MOST_S = 180;
/** The source kept the times of the trace if no turn was later than this. */
const LATE_MS = 100;

/** Waits until a client receives no new frames: a first sync, or the end of a rollout, is sent in time slices. */
async function untilQuiet(reader) {
  for (let [quietS, atS] = [0, 0]; quietS < QUIET_S; atS++) {
    if (atS > MOST_S) throw new Error(`the server still sends frames after ${MOST_S} s`);
    await wait(1000);
    quietS = (await reader.ask({})).frames === 0 ? quietS + 1 : 0;
  }
}
async function readerOf(url) {
  const reader = program("frame-reader", [url, "kube-system/agent-00"]);
  await reader.nextLine();
  return reader;
}
/** Returns the cells of a server by DaemonSet: one byte per node, in the order of the nodes' names. */
async function cellsOf(reader) {
  return Object.fromEntries((await reader.ask({ cells: true })).columns.map(([key, bytes]) => [key, Buffer.from(bytes, "base64")]));
}
/** Starts a server, and returns a client of it once it has sent everything that it lists. */
async function freshReaderOf(kubeconfig) {
  const reader = await readerOf((await serveReady(kubeconfig)).url);
  await untilQuiet(reader);
  return reader;
}
function differing(patched, fresh) {
  let [cells, differ] = [0, 0];
  for (const [key, column] of Object.entries(fresh))
    for (const [at, byte] of column.entries()) {
      cells++;
      if (patched[key]?.[at] !== byte) differ++;
    }
  return { cells, "cells that differ": differ, DaemonSets: `${Object.keys(patched).length}, ${Object.keys(fresh).length}` };
}

/**
 * Prints the end of each phase, and stores its duration. At 100,000 nodes the run takes minutes, and a user who
 * interrupts it sees the phase.
 */
function phases() {
  const seconds = {};
  let fromMs = performance.now();
  const endPhase = (name) => {
    const nowMs = performance.now();
    seconds[name] = round((nowMs - fromMs) / 1000);
    fromMs = nowMs;
    console.log(`${name}: ${seconds[name]} s; load ${load()}`);
  };
  return { seconds, endPhase };
}

/** Plays the trace to its end; returns the last answer of the source, and what a client and the page received. */
async function play(source, reader, page) {
  const received = { frames: 0, bytes: 0 };
  let [sent, drawn] = [{ isOver: false }, 0];
  const fromMs = performance.now();
  await source.ask({ rollout: PODS_PER_SECOND });
  while (!sent.isOver) {
    await wait(1000);
    const [progress, read, pageFrames] = await Promise.all([source.ask({}), reader.ask({}), takeReceivedFrames(page)]);
    sent = progress;
    received.frames += read.frames;
    received.bytes += read.bytes;
    drawn += pageFrames.length;
    if (drawn > 0 && performance.now() - fromMs < SETTLE_MS * 2) await takeShot(page, SHOTS, "rolling");
  }
  return { sent, ...received };
}

export default {
  name: "replay",
  result: `replay-${NODES}`,
  async measure() {
    const { seconds: phaseSeconds, endPhase } = phases();
    const browser = await openBrowser();
    const { source, kubeconfig } = await fleet(NODES);
    const server = await serveReady(kubeconfig);
    endPhase("first list");
    const { page, metrics } = await newPage(browser, STREAM_NOTES());
    await page.goto(`${server.url}/${PATH}`);
    await verdictOn(page);
    const reader = await readerOf(server.url);
    await wait(SETTLE_MS);
    await untilQuiet(reader);
    endPhase("page, and all frames of the list");

    await Promise.all([reader.ask({}), takeReceivedFrames(page)]);
    await countFrames(page);
    const loads = [load()];
    const scriptBefore = (await metrics()).scriptMs;
    const { seconds, cpuS, percent, used, result } = await usedDuring([server.child], () => play(source, reader, page));
    const { sent, frames, bytes } = result;
    const scriptMs = (await metrics()).scriptMs - scriptBefore;
    const gaps = await takeGaps(page);
    endPhase("rollout");
    loads.push(load());
    const played = {
      trace: {
        seconds: round(seconds),
        events: sent.rollout,
        "events a second": round(sent.rollout / seconds, 0),
        "kept its times": sent.lateMs <= LATE_MS ? "yes" : `no: ${round(sent.lateMs, 0)} ms late`,
      },
      stream: { frames, "frames a second": round(frames / seconds), "bytes per frame, plain": round(bytes / Math.max(1, frames), 0) },
      page: {
        "frames a second": round(gaps.length / seconds),
        "later than 25 ms": gaps.filter((ms) => ms > 25).length,
        "p99 gap ms": round(quantile(gaps, 0.99)),
        "worst gap ms": round(max(gaps), 0),
        "script CPU ms per frame": round(scriptMs / gaps.length, 2),
      },
      server: { "CPU s": round(cpuS[0]), "of a core, %": round(percent[0]), "peak RSS MB": round(used[0].mostMb, 0) },
    };
    console.log(
      `\nA rollout of one of ${DAEMON_SETS} DaemonSets on ${NODES} nodes, ${PODS_PER_SECOND} pods a second, to its end; load ${loads.join(" → ")}`,
    );
    for (const [what, row] of Object.entries(played)) console.table({ [what]: row });
    await takeShot(page, SHOTS, "rolled");
    await browser.close();
    // No pod changes any more: the second server lists while the first sends the rest.
    const [freshReader] = await Promise.all([freshReaderOf(kubeconfig), untilQuiet(reader)]);
    endPhase("all frames, and the list of a second server");
    const check = differing(await cellsOf(reader), await cellsOf(freshReader));
    console.table({ check });
    return { nodes: NODES, podsPerSecond: PODS_PER_SECOND, loads, ...played, "seconds of each phase": phaseSeconds, check };
  },
};
