// `node bench/many-clusters.mjs`, after the build: BENCH_CLUSTERS (50) clusters of BENCH_NODES (1000) nodes × 12
// DaemonSets on one page. One API server in another process generates all of them, each with a separate address and
// identity. Nodes send heartbeats, and BENCH_EVENTS (4) pods a second and cluster change. Measures the server until
// everything is read and while it watches, with a client on the page of all clusters. Also the time to that page's
// first verdict in Chromium. BENCH_HISTORY_MB (default 4) is the history of each cluster.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { browserEnvironment } from "../../e2e/browser.mjs";
import { asked, end, load, MAIN, ready, started, usedBy, wait } from "../harness/processes.mjs";

const { chromium } = createRequire(join(import.meta.dirname, "../../e2e/package.json"))("playwright");
const here = join(import.meta.dirname, "..");
const CLUSTERS = Number(process.env.BENCH_CLUSTERS ?? 50);
const NODES = Number(process.env.BENCH_NODES ?? 1000);
const EVENTS = Number(process.env.BENCH_EVENTS ?? 4);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 30);
/** Nodes send their status once in five minutes. */
const BEATS = Math.max(1, Math.round(NODES / 300));

const built = spawnSync(process.execPath, [join(here, "node_modules/vite/bin/vite.js"), "build", "--logLevel", "error"], {
  cwd: here,
  stdio: "inherit",
});
if (built.status !== 0) process.exit(built.status ?? 1);
const folder = mkdtempSync(join(tmpdir(), "bench-clusters-"));
const source = asked([join(here, "dist/fleet-source.js"), String(NODES), "12"]);
let server;
try {
  const { port } = await source.nextLine();
  const names = Array.from({ length: CLUSTERS }, (_, at) => `c${at + 1}`);
  const kubeconfig = join(folder, "config");
  writeFileSync(
    kubeconfig,
    JSON.stringify({
      contexts: names.map((name) => ({ name, context: { cluster: name, user: "u" } })),
      clusters: names.map((name, at) => ({ name, cluster: { server: `http://127.0.0.1:${port}/cluster/${at + 1}` } })),
      users: [{ name: "u", user: {} }],
    }),
  );
  const beganMs = performance.now();
  const args = [
    "serve",
    "--no-open",
    "--port",
    "0",
    "--kubeconfig",
    kubeconfig,
    "--all-contexts",
    "--history-memory",
    process.env.BENCH_HISTORY_MB ?? "4",
  ];
  server = await started(process.execPath, [MAIN, ...args], /(http:\/\/127\.0\.0\.1:\d+)/);
  const url = server.found[1];
  await ready(url);
  const startS = (performance.now() - beganMs) / 1000;
  const synced = usedBy(server.child);
  await wait(5000);

  /** Opens the page of all clusters in a browser without a cache. */
  const executablePath = (await browserEnvironment())?.E2E_CHROME;
  const browser = await chromium.launch({
    args: ["--no-sandbox", "--disable-gpu"],
    ...(executablePath === undefined ? {} : { executablePath }),
  });
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const openedMs = performance.now();
  await page.goto(url);
  await page.getByRole("table", { name: "DaemonSets by cluster" }).waitFor({ timeout: 60_000 });
  const shownMs = performance.now() - openedMs;
  const paint = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0);
  const answer = await fetch(`${url}/api/clusters`);
  const kilobytes = (await answer.arrayBuffer()).byteLength / 1024;

  const watched = async (rates) => {
    await source.ask(rates);
    await wait(3000);
    const before = usedBy(server.child);
    await wait(SECONDS * 1000);
    const after = usedBy(server.child);
    return { "of a core, %": (((after.cpuS - before.cpuS) / SECONDS) * 100).toFixed(1), "resident MB": after.rssMb.toFixed(0) };
  };
  const phases = {
    "nothing happens": await watched({ nodes: 0, pods: 0, changes: 0 }),
    "heartbeats of nodes": await watched({ nodes: BEATS, pods: 0, changes: 0 }),
    "heartbeats, and pods change": await watched({ nodes: BEATS, pods: 0, changes: EVENTS }),
  };
  await browser.close();
  console.log(`\n${CLUSTERS} clusters × ${NODES} nodes × 12, load ${load()}`);
  console.table({
    "s until all is read": startS.toFixed(1),
    "CPU s until then": synced.cpuS.toFixed(1),
    "most resident MB until then": synced.mostMb.toFixed(0),
    "first paint, ms": paint.toFixed(0),
    "matrix is there, ms": shownMs.toFixed(0),
    "KB of /api/clusters, plain": kilobytes.toFixed(0),
  });
  console.table(phases);
} finally {
  if (server !== undefined) await end(server.child);
  source.child.stdin.end();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);
