// `BENCH_ONLY=cluster npm run bench`: the product on a real control plane with fake kubelets, in a 10 % rollout of one
// DaemonSet. Compared with the pinned client's informers in the same run; a raw watch is the clock.
// BENCH_NODES (default 1000), BENCH_DAEMONSETS (default 12), BENCH_LOADS (of each page, default 3), BENCH_WATCH_S (the
// longest time that the rollout is watched, default 100), BENCH_FREE_CORE=1 (server and browser on core 1, all other
// processes on core 0 once the pods are Ready), BENCH_SHOTS=FOLDER. The page of a small cluster has no grid of cells,
// so that no delay of a pod is measured.
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import {
  countRequests,
  frameAt,
  newPage,
  noteVerdict,
  openBrowser,
  PAGES,
  STREAM_NOTES,
  takeReceivedFrames,
  verdictOn,
} from "../harness/browser.mjs";
import { exactSeconds } from "../harness/exact-seconds.mjs";
import { groupBy, max, quantile, round, rowOf } from "../harness/measure.mjs";
import { load, moveToCores, program, ROOT, run, serveReady, started, temporaryFolder, wait } from "../harness/processes.mjs";
import { takeShot } from "../harness/report.mjs";
import { number, text } from "../harness/settings.mjs";

const NODES = number("BENCH_NODES", 1000);
const DAEMON_SETS = number("BENCH_DAEMONSETS", 12);
const LOADS = number("BENCH_LOADS", 3);
const WATCH_S = number("BENCH_WATCH_S", 100);
const HAS_FREE_CORE = number("BENCH_FREE_CORE", 0) === 1;
const SHOTS = text("BENCH_SHOTS");
const NAMESPACE = "default";
const ROLLED = "agent-00";
const COUNTS = ["DESIRED", "CURRENT", "READY", "UP-TO-DATE", "AVAILABLE"];
const OPENED = PAGES(NAMESPACE, ROLLED).slice(0, 2);
/** A start of kubectl takes CPU, which the control plane needs until everything is Ready. */
const CHECK_INTERVAL_MS = 5000;

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
  const binary = run(join(ROOT, "e2e/control-plane/build.mjs"));
  const dir = temporaryFolder();
  // Long leases, because renewing them at some thousand nodes would use all of the machine.
  const flags = `up --with-parent --dir ${dir} --nodes ${NODES} --node-lease 240s --node-grace 200s --port 0`.split(" ");
  const { child, found } = await started(binary, flags, [/^KUBECONFIG=(.+)$/m], { input: "pipe" });
  const [kubeconfig] = found;
  const kubectl = (args, input) => {
    const ran = spawnSync(join(dirname(binary), "kubectl"), args, {
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
  return { kubeconfig, kubectl, child };
}

/** Starts processes on core 1, and all later ones on core 0. */
async function onFreeCore(start) {
  if (!HAS_FREE_CORE) return start();
  moveToCores("1");
  const result = await start();
  moveToCores("0");
  return result;
}

/**
 * Loads a page once with an empty cache. Returns requests, bytes on the wire, and the times of the first content and of
 * the verdict.
 */
async function openOnce(browser, url) {
  const { page, client, close } = await newPage(browser, [noteVerdict]);
  const counted = await countRequests(client);
  await page.goto(url);
  await verdictOn(page);
  const atVerdict = { ...counted };
  const times = await page.evaluate(() => ({
    verdictMs: window.verdictAtMs,
    paintMs: performance.getEntriesByName("first-contentful-paint")[0]?.startTime,
  }));
  await close();
  return { ...atVerdict, ...times };
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
  const byNode = groupBy(cells, ({ node }) => node);
  const [toDrawn, toReceived] = [[], []];
  for (const { atMs, node, what } of pods) {
    const matches = ({ state, isOld, isTerminating }) =>
      what === "terminating" ? isTerminating : !isOld && !isTerminating && (state === "ready" || state === "available");
    const cell = byNode.get(node)?.find(matches);
    const frame = cell === undefined ? undefined : frameAt(received, cell.seq);
    if (frame === undefined) continue;
    toDrawn.push(frame.drawnMs - atMs);
    toReceived.push(frame.receivedMs - atMs);
  }
  return { toDrawn, toReceived, unseen: pods.length - toDrawn.length };
}

const delayRow = (delays) => ({
  events: delays.length,
  "p50 ms": round(quantile(delays, 0.5), 0),
  "p90 ms": round(quantile(delays, 0.9), 0),
  "p99 ms": round(quantile(delays, 0.99), 0),
  "longest ms": round(max(delays), 0),
});
const usageRow = (synced, before, after, seconds) => ({
  "CPU s": round(after.cpuS - before.cpuS, 2),
  "of a core, %": round(((after.cpuS - before.cpuS) / seconds) * 100),
  "RSS MB": round(after.rssMb, 0),
  "peak RSS MB": round(after.mostMb, 0),
  "CPU s of the first sync": round(synced.cpuS),
});

async function measureLoads(browser, url) {
  const rows = [];
  for (const { name, path } of OPENED) {
    const loads = [];
    for (let at = 0; at < LOADS; at++) loads.push(await openOnce(browser, `${url}/${path}`));
    const columns = {
      requests: [(each) => each.requests, 0],
      KB: [(each) => each.bytes / 1024, 0],
      "first paint ms": [(each) => each.paintMs, 0],
      "verdict ms": [(each) => each.verdictMs, 0],
    };
    rows.push({ page: name, ...rowOf(loads, columns) });
  }
  return rows;
}

/** Reads what the raw watch, a client and the page received, until the rollout ends or `WATCH_S` is over. */
async function watchRollout({ raw, reader, page }) {
  const all = { statuses: [], pods: [], cells: [], received: [], frames: 0, bytes: 0, events: 0, lastMs: 0 };
  const isOver = () => {
    const [, , ready, updated, available] = all.statuses.at(-1)?.counts ?? [];
    return ready === NODES && updated === NODES && available === NODES && all.pods.length > NODES;
  };
  const deadline = performance.now() + WATCH_S * 1000;
  do {
    await wait(2000);
    const [watched, read, received] = await Promise.all([raw.ask({}), reader.ask({}), takeReceivedFrames(page)]);
    all.lastMs = performance.timeOrigin + performance.now();
    all.statuses.push(...watched.statuses);
    all.pods.push(...watched.pods);
    all.events += watched.events;
    all.cells.push(...read.cells);
    all.frames += read.frames;
    all.bytes += read.bytes;
    all.received.push(...received);
  } while (!isOver() && performance.now() < deadline);
  return { ...all, isOver: isOver() };
}

function print({ nodes, daemonSets, seconds, isOver, loads, pages, delays, exact, processes, ratio, ...counted }) {
  console.log(
    `\nA real control plane, ${nodes} nodes × ${daemonSets} DaemonSets; load ${loads.join(" → ")}\nOpened with an empty cache, median (least–most)`,
  );
  console.table(pages);
  console.log(
    `A 10 % rollout of one DaemonSet, watched for ${seconds} s, ${isOver ? "to its end" : "not to its end"}: ${counted.podEvents} events of its pods, ${counted.frames} frames of ${counted.bytesPerFrame} bytes, plain`,
  );
  console.table(delays);
  console.log(
    `All five counts were exact in ${exact.exact} of ${exact.seconds} seconds, in ${exact.recent} at most 100 ms old, and otherwise at most ${exact["oldest ms"]} ms old`,
  );
  console.table(processes);
  console.log(`informers ÷ ours, CPU: ${ratio}; the informers received ${counted.informerEvents} events`);
}

export default {
  name: "cluster",
  result: `cluster-${NODES}x${DAEMON_SETS}`,
  async measure() {
    const browser = await onFreeCore(openBrowser);
    // The control plane needs both cores until its pods are Ready.
    if (HAS_FREE_CORE) moveToCores("0,1");
    const beganMs = performance.now();
    const cluster = await startCluster();
    if (HAS_FREE_CORE) moveToCores("0", cluster.child.pid, { withDescendants: true });
    console.log(
      `${NODES} nodes × ${DAEMON_SETS} DaemonSets Ready after ${round((performance.now() - beganMs) / 1000, 0)} s, load ${load()}`,
    );
    const server = await onFreeCore(() => serveReady(cluster.kubeconfig, []));
    const synced = server.used();
    const informer = program("cluster-informer", [cluster.kubeconfig]);
    await informer.nextLine();
    await wait(2000);
    const informed = informer.used();
    const pages = await measureLoads(browser, server.url);

    const { page } = await newPage(browser, STREAM_NOTES("cells"));
    await page.goto(`${server.url}/${OPENED[1].path}`);
    await verdictOn(page);
    await page.locator("[data-count-name]").first().waitFor();
    await page.evaluate(noteCounts, COUNTS);
    const reader = program("frame-reader", [server.url, `${NAMESPACE}/${ROLLED}`]);
    const raw = program("raw-watch", [cluster.kubeconfig, NAMESPACE, ROLLED]);
    await reader.nextLine();
    await wait(3000);
    await Promise.all([reader.ask({}), raw.ask({}), takeReceivedFrames(page)]);

    const loadBefore = load();
    const readUsage = async () => ({ server: server.used(), informer: informer.used(), seen: (await informer.ask({})).seen });
    const before = await readUsage();
    const fromMs = performance.timeOrigin + performance.now();
    cluster.kubectl(["set", "image", `ds/${ROLLED}`, "-n", NAMESPACE, "agent=agent:2"]);
    const all = await watchRollout({ raw, reader, page });
    const seconds = (all.lastMs - fromMs) / 1000;
    const after = await readUsage();
    const shown = await page.evaluate(() => window.shownCounts);
    await takeShot(page, SHOTS, "rolled");

    const { toDrawn, toReceived, unseen } = podDelays(all.pods, all.cells, all.received);
    const counts = countDelays(all.statuses, shown);
    const exact = exactSeconds(all.statuses, shown, fromMs, all.lastMs);
    const result = {
      nodes: NODES,
      daemonSets: DAEMON_SETS,
      seconds: round(seconds, 0),
      isOver: all.isOver,
      loads: [loadBefore, load()],
      pages,
      delays: {
        "pods, to the drawing of their cell": { ...delayRow(toDrawn), "not drawn": unseen },
        "pods, to their arrival at the page": delayRow(toReceived),
        "statuses, to all five counts": { ...delayRow(counts), "not drawn": all.statuses.length - counts.length },
      },
      exact: { seconds: exact.seconds, exact: exact.exact, recent: exact.recent, "oldest ms": round(exact.oldestMs, 0) },
      processes: {
        "our server, one page and one client": usageRow(synced, before.server, after.server, seconds),
        "client-node informers 2.0.1, counting": usageRow(informed, before.informer, after.informer, seconds),
      },
      ratio: round((after.informer.cpuS - before.informer.cpuS) / (after.server.cpuS - before.server.cpuS), 2),
      informerEvents: after.seen - before.seen,
      podEvents: all.events,
      frames: all.frames,
      bytesPerFrame: round(all.bytes / Math.max(1, all.frames), 0),
    };
    print(result);
    return result;
  },
};
