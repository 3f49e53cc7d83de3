// `BENCH_ONLY=many-clusters npm run bench`: BENCH_CLUSTERS (50) clusters of BENCH_NODES (1000) nodes × 12 DaemonSets on
// one page. One API server in another process generates all of them, each with a separate address and identity. Nodes
// send heartbeats, and BENCH_EVENTS (4) pods a second and cluster change. Measures the server until everything is read
// and while it watches for BENCH_SECONDS (30), with a client on the page of all clusters. Also the time to that page's
// first verdict in Chromium. BENCH_HISTORY_MB (default 4) is the history of each cluster.
import { newPage, openBrowser } from "../harness/browser.mjs";
import { round } from "../harness/measure.mjs";
import { fleet, kubeconfigOf, load, serveReady, usedDuring, wait } from "../harness/processes.mjs";
import { number } from "../harness/settings.mjs";

const CLUSTERS = number("BENCH_CLUSTERS", 50);
const NODES = number("BENCH_NODES", 1000);
const EVENTS = number("BENCH_EVENTS", 4);
const SECONDS = number("BENCH_SECONDS", 30);
const HISTORY_MB = number("BENCH_HISTORY_MB", 4);
/** Nodes send their status once in five minutes. */
const BEATS = Math.max(1, Math.round(NODES / 300));

export default {
  name: "many-clusters",
  async measure() {
    const browser = await openBrowser();
    const { source, url } = await fleet(NODES);
    const addresses = Array.from({ length: CLUSTERS }, (_, at) => [`c${at + 1}`, `${url}/cluster/${at + 1}`]);
    const kubeconfig = kubeconfigOf(Object.fromEntries(addresses));
    const beganMs = performance.now();
    const server = await serveReady(kubeconfig, ["--all-contexts", "--history-memory", String(HISTORY_MB)]);
    const startS = (performance.now() - beganMs) / 1000;
    const synced = server.used();
    await wait(5000);

    const { page } = await newPage(browser);
    const openedMs = performance.now();
    await page.goto(server.url);
    await page.getByRole("table", { name: "DaemonSets by cluster" }).waitFor({ timeout: 60_000 });
    const shownMs = performance.now() - openedMs;
    const paintMs = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0);
    const bytes = (await (await fetch(`${server.url}/api/clusters`)).arrayBuffer()).byteLength;
    const start = {
      "s until all is read": round(startS),
      "CPU s until all is read": round(synced.cpuS),
      "peak RSS MB until all is read": round(synced.mostMb, 0),
      "first paint, ms": round(paintMs, 0),
      "matrix shown, ms": round(shownMs, 0),
      "KB of /api/clusters, plain": round(bytes / 1024, 0),
    };
    const phases = {};
    for (const [name, rates] of Object.entries({
      "no events": { nodes: 0, changes: 0 },
      "heartbeats of nodes": { nodes: BEATS, changes: 0 },
      "heartbeats, and pods change": { nodes: BEATS, changes: EVENTS },
    })) {
      await source.ask(rates);
      await wait(3000);
      const { percent, used } = await usedDuring([server.child], () => wait(SECONDS * 1000));
      phases[name] = { "of a core, %": round(percent[0]), "RSS MB": round(used[0].rssMb, 0) };
    }
    console.log(`\n${CLUSTERS} clusters × ${NODES} nodes × 12, load ${load()}`);
    console.table(start);
    console.table(phases);
    return { clusters: CLUSTERS, nodes: NODES, start, phases };
  },
};
