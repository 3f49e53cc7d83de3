// `BENCH_ONLY=cluster npm run bench`: the product on a real control plane with fake kubelets, in a 10 % rollout of one
// DaemonSet. Compared with the pinned client's informers in the same run; a raw watch is the clock.
// BENCH_NODES (default 1000), BENCH_DAEMONSETS (default 12), BENCH_LOADS (of each page, default 3), BENCH_WATCH_S (the
// longest time that the rollout is watched, default 100), BENCH_SHOTS=FOLDER.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { browserEnvironment, noBrowser } from "../../e2e/browser.mjs";
import { drawnAt, noteFrames, quantile, takeReceivedFrames, verdictOn } from "../harness/browser.mjs";
import { asked, end, load, MAIN, ready, started, usedBy, wait } from "../harness/processes.mjs";
import { keepResult } from "../harness/report.mjs";

const here = join(import.meta.dirname, "..");
const { chromium } = createRequire(join(here, "../e2e/package.json"))("playwright");
const NODES = Number(process.env.BENCH_NODES ?? 1000);
const DAEMON_SETS = Number(process.env.BENCH_DAEMONSETS ?? 12);
const LOADS = Number(process.env.BENCH_LOADS ?? 3);
const WATCH_S = Number(process.env.BENCH_WATCH_S ?? 100);
const { BENCH_SHOTS } = process.env;
const NAMESPACE = "default";
const ROLLED = "agent-00";
const COUNTS = ["DESIRED", "CURRENT", "READY", "UP-TO-DATE", "AVAILABLE"];
const PAGES = [
  { name: "fleet", path: "" },
  { name: "DaemonSet", path: `daemonsets/${NAMESPACE}/${ROLLED}` },
];
/** A start of kubectl takes a fifth of a second of CPU, which the control plane needs until everything is Ready. */
const CHECK_INTERVAL_MS = 5000;
const VIEWPORT = { width: 1440, height: 900 };
const subject = (name, ...args) => asked([join(here, "dist", `${name}.js`), ...args]);
const round = (value, digits = 0) => (value === undefined ? undefined : Number(value.toFixed(digits)));

function daemonSet(at) {
  const name = `agent-${String(at).padStart(2, "0")}`;
  return {
    apiVersion: "apps/v1",
    kind: "DaemonSet",
    metadata: { name, namespace: NAMESPACE },
    spec: {
      selector: { matchLabels: { app: name } },
      updateStrategy: { type: "RollingUpdate", rollingUpdate: { maxUnavailable: "10%", maxSurge: 0 } },
      template: {
        metadata: { labels: { app: name } },
        spec: { tolerations: [{ operator: "Exists" }], containers: [{ name: "agent", image: "agent:1" }] },
      },
    },
  };
}

/** Starts the control plane and waits until all its pods are Ready. */
async function startCluster() {
  const built = spawnSync(process.execPath, [join(here, "../e2e/control-plane/build.mjs")], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (built.status !== 0) process.exit(built.status ?? 1);
  const binary = built.stdout.trim();
  const dir = mkdtempSync(join(tmpdir(), "daemonscope-bench-"));
  // Long leases, because renewing them at some thousand nodes would use all of the machine.
  const flags = [
    "up",
    "--with-parent",
    "--dir",
    dir,
    "--nodes",
    String(NODES),
    "--node-lease",
    "240s",
    "--node-grace",
    "200s",
    "--port",
    "0",
  ];
  const { child, found } = await started(binary, flags, /^KUBECONFIG=(.+)$/m, {}, "pipe");
  const kubeconfig = found[1];
  const kubectl = (args, input) => {
    const ran = spawnSync(binary, ["kubectl", ...args], {
      input,
      encoding: "utf8",
      maxBuffer: 1 << 28,
      env: { ...process.env, KUBECONFIG: kubeconfig, KUBECACHEDIR: join(dir, "cache") },
    });
    if (ran.status !== 0) throw new Error(`kubectl ${args.join(" ")}: ${ran.stderr}`);
    return ran.stdout;
  };
  const items = Array.from({ length: DAEMON_SETS }, (_, at) => daemonSet(at));
  kubectl(["apply", "-f", "-"], JSON.stringify({ apiVersion: "v1", kind: "List", items }));
  const areReady = () => {
    const counts = kubectl(["get", "ds", "-n", NAMESPACE, "-o", "jsonpath={range .items[*]}{.status.numberAvailable} {end}"]);
    return (
      counts
        .trim()
        .split(/\s+/)
        .filter((count) => Number(count) === NODES).length === DAEMON_SETS
    );
  };
  while (!areReady()) await wait(CHECK_INTERVAL_MS);
  return { child, dir, kubeconfig, kubectl };
}

/**
 * Loads a page once with an empty cache. Returns requests, bytes on the wire, and the times of the first content and of
 * the verdict.
 */
async function openOnce(browser, url) {
  const context = await browser.newContext({ viewport: VIEWPORT });
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await client.send("Network.enable");
  let [requests, bytes] = [0, 0];
  client.on("Network.requestWillBeSent", () => {
    requests++;
  });
  client.on("Network.loadingFinished", ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await noteFrames(page);
  await page.goto(url);
  await verdictOn(page);
  const seen = { requests, bytes };
  const { verdictMs, paintMs } = await page.evaluate(() => ({
    verdictMs: window.verdictAtMs,
    paintMs: performance.getEntriesByName("first-contentful-paint")[0]?.startTime,
  }));
  await context.close();
  return { ...seen, verdictMs, paintMs };
}

/** Notes the five counts on the page, each time that one of them changes. */
const noteCounts = (names) => {
  window.shownCounts = [];
  const check = () => {
    const shown = new Map(
      [...document.querySelectorAll("[data-count-name]")].map((each) => [each.textContent, Number(each.getAttribute("data-count"))]),
    );
    const counts = names.map((name) => shown.get(name));
    if (counts.includes(undefined) || counts.join() === window.shownCounts.at(-1)?.counts.join()) return;
    window.shownCounts.push({ atMs: performance.timeOrigin + performance.now(), counts });
  };
  check();
  new MutationObserver(check).observe(document.querySelector("main"), {
    childList: true,
    subtree: true,
    characterData: true,
    attributes: true,
  });
};

/**
 * Returns the number of seconds, and in how many the page showed the raw watch's latest counts. Returns also the
 * greatest age of outdated counts.
 */
function exactSeconds(statuses, shown, fromMs, toMs) {
  const lastBefore = (list, atMs) => list.findLastIndex((each) => each.atMs <= atMs);
  let [seconds, exact, oldestMs] = [0, 0, 0];
  for (let atMs = fromMs; atMs < toMs; atMs += 1000) {
    const [latest, visible] = [lastBefore(statuses, atMs), shown[lastBefore(shown, atMs)]];
    if (latest < 0 || visible === undefined) continue;
    seconds++;
    const key = visible.counts.join();
    if (statuses[latest].counts.join() === key) exact++;
    else {
      // The shown counts were valid until the status after the last equal one. If the page is ahead of the raw watch,
      // there is no age.
      const lastEqual = statuses.findLastIndex((each, at) => at <= latest && each.counts.join() === key);
      if (lastEqual >= 0) oldestMs = Math.max(oldestMs, atMs - statuses[lastEqual + 1].atMs);
    }
  }
  return { seconds, exact, oldestMs };
}

/**
 * Returns the times from the statuses of the raw watch until the page shows all their five counts. A status that the
 * page skips has no time.
 */
function countDelays(statuses, shown) {
  const delays = [];
  let from = 0;
  for (const { atMs, counts } of statuses) {
    const at = shown.findIndex((each, index) => index >= from && each.counts.join() === counts.join());
    if (at < 0) continue;
    from = at;
    delays.push(shown[at].atMs - atMs);
  }
  return delays;
}

/** Returns the time from each pod event of the raw watch to its drawing. */
function podDelays(pods, cells, received) {
  const byNode = groupBy(cells);
  const [delays, toReceived] = [[], []];
  let unseen = 0;
  for (const { atMs, node, what } of pods) {
    const matches = (cell) =>
      what === "terminating"
        ? cell.isTerminating
        : !cell.isOld && !cell.isTerminating && (cell.state === "ready" || cell.state === "available");
    const cell = byNode.get(node)?.find(matches);
    const drawnMs = cell === undefined ? undefined : drawnAt(received, cell.seq);
    const frame = received.find(({ seq }) => seq >= (cell?.seq ?? Number.POSITIVE_INFINITY));
    if (drawnMs === undefined || frame === undefined) unseen++;
    else {
      delays.push(drawnMs - atMs);
      toReceived.push(frame.receivedMs - atMs);
    }
  }
  return { delays, toReceived, unseen };
}
function groupBy(cells) {
  const groups = new Map();
  for (const cell of cells) groups.set(cell.node, [...(groups.get(cell.node) ?? []), cell]);
  return groups;
}

const delayRow = (delays) => ({
  events: delays.length,
  "p50 ms": round(quantile(delays, 0.5)),
  "p90 ms": round(quantile(delays, 0.9)),
  "p99 ms": round(quantile(delays, 0.99)),
  "most ms": round(Math.max(...delays)),
});
const usageRow = (before, after, seconds) => ({
  "CPU s": round(after.cpuS - before.cpuS, 2),
  "of a core, %": round(((after.cpuS - before.cpuS) / seconds) * 100, 1),
  "RSS MB": round(after.rssMb),
  "most RSS MB": round(after.mostMb),
});

export async function measureRealCluster() {
  const environment = await browserEnvironment();
  if (!environment) {
    console.error(noBrowser);
    process.exit(1);
  }
  Object.assign(process.env, environment);
  const beganMs = performance.now();
  const cluster = await startCluster();
  console.log(`${NODES} nodes × ${DAEMON_SETS} DaemonSets Ready after ${round((performance.now() - beganMs) / 1000)} s, load ${load()}`);
  const children = [];
  try {
    const { child: server, found } = await started(
      process.execPath,
      [MAIN, "serve", "--kubeconfig", cluster.kubeconfig, "--no-open", "--port", "0"],
      /(http:\/\/127\.0\.0\.1:\d+)/,
    );
    children.push(server);
    const url = found[1];
    await ready(url);
    const synced = usedBy(server);
    const informer = subject("cluster-informer", cluster.kubeconfig);
    children.push(informer.child);
    await informer.nextLine();
    await wait(2000);
    const informed = usedBy(informer.child);

    const browser = await chromium.launch({
      args: ["--no-sandbox"],
      ...(process.env.E2E_CHROME === undefined ? {} : { executablePath: process.env.E2E_CHROME }),
    });
    const paints = [];
    for (const { name, path } of PAGES) {
      const loads = [];
      for (let at = 0; at < LOADS; at++) loads.push(await openOnce(browser, `${url}/${path}`));
      const spread = (read, digits = 0) =>
        `${round(quantile(loads.map(read), 0.5), digits)} (${round(Math.min(...loads.map(read)), digits)}–${round(Math.max(...loads.map(read)), digits)})`;
      paints.push({
        page: name,
        requests: spread((each) => each.requests),
        KB: spread((each) => each.bytes / 1024),
        "first paint ms": spread((each) => each.paintMs),
        "verdict ms": spread((each) => each.verdictMs),
      });
    }

    const page = await browser.newPage({ viewport: VIEWPORT });
    await noteFrames(page, "cells");
    await page.goto(`${url}/${PAGES[1].path}`);
    await verdictOn(page);
    await page.locator("[data-count-name]").first().waitFor();
    await page.evaluate(noteCounts, COUNTS);
    const reader = subject("frame-reader", url, `${NAMESPACE}/${ROLLED}`);
    const raw = subject("raw-watch", cluster.kubeconfig, NAMESPACE, ROLLED);
    children.push(reader.child, raw.child);
    await reader.nextLine();
    await wait(3000);
    await Promise.all([reader.ask({}), raw.ask({}), takeReceivedFrames(page)]);

    const loadBefore = load();
    const before = { server: usedBy(server), informer: usedBy(informer.child), seen: (await informer.ask({})).seen };
    const fromMs = performance.timeOrigin + performance.now();
    cluster.kubectl(["set", "image", `ds/${ROLLED}`, "-n", NAMESPACE, "agent=agent:2"]);
    const all = { statuses: [], pods: [], cells: [], received: [], frames: 0, bytes: 0, events: 0 };
    const isOver = () => {
      const [, , ready, updated, available] = all.statuses.at(-1)?.counts ?? [];
      return ready === NODES && updated === NODES && available === NODES && all.pods.length > NODES;
    };
    const deadline = performance.now() + WATCH_S * 1000;
    let lastMs = 0;
    do {
      await wait(2000);
      const [watched, read, received] = await Promise.all([raw.ask({}), reader.ask({}), takeReceivedFrames(page)]);
      lastMs = performance.timeOrigin + performance.now();
      all.statuses.push(...watched.statuses);
      all.pods.push(...watched.pods);
      all.events += watched.events;
      all.cells.push(...read.cells);
      all.frames += read.frames;
      all.bytes += read.bytes;
      all.received.push(...received);
    } while (!isOver() && performance.now() < deadline);
    const seconds = (lastMs - fromMs) / 1000;
    const after = { server: usedBy(server), informer: usedBy(informer.child), seen: (await informer.ask({})).seen };
    const shown = await page.evaluate(() => window.shownCounts);
    if (BENCH_SHOTS !== undefined) {
      mkdirSync(BENCH_SHOTS, { recursive: true });
      await page.screenshot({ path: join(BENCH_SHOTS, "rolled.png") });
    }
    await browser.close();

    const { delays, toReceived, unseen } = podDelays(all.pods, all.cells, all.received);
    const counts = countDelays(all.statuses, shown);
    const exact = exactSeconds(all.statuses, shown, fromMs, lastMs);
    const informerEvents = after.seen - before.seen;
    const result = {
      nodes: NODES,
      daemonSets: DAEMON_SETS,
      seconds: round(seconds),
      isOver: isOver(),
      loads: [loadBefore, load()],
      paints,
      delays: {
        "pods, to the drawing of their cell": { ...delayRow(delays), "not drawn by then": unseen },
        "of it until the page heard of them": delayRow(toReceived),
        "statuses, to all five counts": { ...delayRow(counts), "not drawn by then": all.statuses.length - counts.length },
      },
      exact: { seconds: exact.seconds, exact: exact.exact, "oldest ms": round(exact.oldestMs) },
      processes: {
        "our server, one page and one reader": {
          ...usageRow(before.server, after.server, seconds),
          "CPU s until all is read": round(synced.cpuS, 1),
        },
        "client-node informers 2.0.1, counting": {
          ...usageRow(before.informer, after.informer, seconds),
          "CPU s until all is read": round(informed.cpuS, 1),
        },
      },
      ratio: round((after.informer.cpuS - before.informer.cpuS) / (after.server.cpuS - before.server.cpuS), 2),
      informerEvents,
      podEvents: all.events,
      frames: all.frames,
      bytesPerFrame: round(all.bytes / Math.max(1, all.frames)),
    };
    print(result);
    keepResult(`cluster-${NODES}x${DAEMON_SETS}`, result);
    return result;
  } finally {
    for (const child of children) await end(child);
    await end(cluster.child);
    rmSync(cluster.dir, { recursive: true, force: true });
  }
}

function print(result) {
  const {
    nodes,
    daemonSets,
    seconds,
    isOver,
    loads,
    paints,
    delays,
    exact,
    processes,
    ratio,
    informerEvents,
    podEvents,
    frames,
    bytesPerFrame,
  } = result;
  console.log(
    `\nA real control plane, ${nodes} nodes × ${daemonSets} DaemonSets; load ${loads.join(" → ")}\nOpened with an empty cache, median (least–most)`,
  );
  console.table(paints);
  console.log(
    `A 10 % rollout of one DaemonSet, watched for ${seconds} s${isOver ? ", to its end" : " of it"}: ${podEvents} events of its pods, ${frames} frames of ${bytesPerFrame} bytes, plain`,
  );
  console.table(delays);
  console.log(`All five counts exact in ${exact.exact} of ${exact.seconds} seconds; else never older than ${exact["oldest ms"]} ms`);
  console.table(processes);
  console.log(`informers ÷ ours, CPU: ${ratio}; the informers heard of ${informerEvents} events`);
}

if (process.argv[1] === import.meta.filename) {
  await measureRealCluster();
  process.exit(0);
}
