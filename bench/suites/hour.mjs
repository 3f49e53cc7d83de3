// `BENCH_ONLY=hour npm run bench`: whether memory is constant over an hour of cluster time with continuous rollouts.
// The cluster's clock runs faster than real time. Server and simulator are one process with two pages; a simulator
// alone plays the same, so that growth in both is the simulator's. Memory is read after a garbage collection. An API
// server keeps Events for an hour, and so does the simulator: the second hour counts.
// BENCH_NODES (default 1000), BENCH_SPEED (cluster seconds per real second, default 40), BENCH_MINUTES (of the cluster,
// default 120).
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";
import { browserEnvironment, noBrowser } from "../../e2e/browser.mjs";
import { noteFrames, takeReceivedFrames, verdictOn } from "../harness/browser.mjs";
import { end, endedWithUs, load, MAIN, ready, wait } from "../harness/processes.mjs";
import { keepResult } from "../harness/report.mjs";

const here = join(import.meta.dirname, "..");
const { chromium } = createRequire(join(here, "../e2e/package.json"))("playwright");
const NODES = Number(process.env.BENCH_NODES ?? 1000);
const SPEED = Number(process.env.BENCH_SPEED ?? 40);
const MINUTES = Number(process.env.BENCH_MINUTES ?? 120);
const NAMESPACE = "kube-system";
/** Number of readings. The first is after a tenth of the time, when one-time allocations are done. */
const READINGS = 9;
const MS_PER_MINUTE = 60_000;
const PAGES = [
  { name: "fleet page", path: "" },
  { name: "DaemonSet page", path: `daemonsets/${NAMESPACE}/fluent-bit` },
];

/** Starts a program whose heap can be read. Waits for a match of each pattern, and returns their first groups. */
function startMeasured(args, found) {
  const child = endedWithUs(
    spawn(process.execPath, ["--expose-gc", "--require", join(here, "harness/collected-memory.cjs"), MAIN, ...args], {
      stdio: ["ignore", "pipe", "pipe"],
    }),
  );
  let text = "";
  let resolveCollected;
  child.stderr.on("data", (chunk) => {
    for (const line of chunk.toString().split("\n")) if (line.startsWith('{"collected"')) resolveCollected?.(JSON.parse(line).collected);
  });
  const collected = () =>
    new Promise((done) => {
      resolveCollected = done;
      child.kill("SIGUSR2");
    });
  return new Promise((done, failed) => {
    child.stdout.on("data", (chunk) => {
      text += chunk;
      const matches = found.map((each) => each.exec(text)?.[1]);
      if (!matches.includes(undefined)) done({ child, collected, found: matches });
    });
    child.once("exit", (code) => failed(new Error(`${args[0]} ended with ${code}: ${text}`)));
  });
}

/** Rolls out one DaemonSet after the other; the next starts when one is complete. */
async function keepRolling(simulator, isOver) {
  const path = `${simulator}/apis/apps/v1/namespaces/${NAMESPACE}/daemonsets`;
  const names = (await (await fetch(path)).json()).items.map(({ metadata }) => metadata.name);
  let rollouts = 0;
  while (!isOver()) {
    const name = names[rollouts % names.length];
    const image = `registry.example/${name}:bench-${++rollouts}`;
    const { metadata, spec } = await (await fetch(`${path}/${name}`)).json();
    const containers = [{ name: spec.template.spec.containers[0].name, image }];
    const changed = await fetch(`${path}/${name}`, {
      method: "PATCH",
      headers: { "content-type": "application/strategic-merge-patch+json" },
      body: JSON.stringify({ spec: { template: { spec: { containers } } } }),
    });
    if (!changed.ok) throw new Error(`the image of ${name} could not be changed: ${changed.status}`);
    const { generation } = (await changed.json()).metadata;
    const isDone = ({ status }) =>
      status.observedGeneration >= generation &&
      status.updatedNumberScheduled === status.desiredNumberScheduled &&
      status.numberAvailable === status.desiredNumberScheduled;
    while (!isOver() && !isDone(await (await fetch(`${path}/${metadata.name}`)).json())) await wait(250);
  }
  return rollouts;
}

/** Returns the growth over the run, by least squares over the readings of the second half. */
function slopeOf(values) {
  const kept = values.map((value, at) => [at / (values.length - 1), value]).filter(([at]) => at >= 0.5);
  const mean = (read) => kept.reduce((sum, each) => sum + read(each), 0) / kept.length;
  const [meanAt, meanValue] = [mean(([at]) => at), mean(([, value]) => value)];
  return (
    kept.reduce((sum, [at, value]) => sum + (at - meanAt) * (value - meanValue), 0) /
    kept.reduce((sum, [at]) => sum + (at - meanAt) ** 2, 0)
  );
}

export async function measureHour() {
  const environment = await browserEnvironment();
  if (!environment) {
    console.error(noBrowser);
    process.exit(1);
  }
  Object.assign(process.env, environment);
  const sizes = ["--nodes", String(NODES), "--speed", String(SPEED)];
  const server = await startMeasured(
    ["serve", "--simulate=big-cluster", ...sizes, "--no-open", "--port", "0"],
    [/^(http:\/\/127\.0\.0\.1:\d+)\/?\s*$/m, /^simulator (\S+)$/m],
  );
  const alone = await startMeasured(["simulate", "big-cluster", ...sizes], [/(http:\/\/127\.0\.0\.1:\d+)/]);
  const [url, simulator] = server.found;
  await ready(url);
  const browser = await chromium.launch({
    args: ["--no-sandbox"],
    ...(process.env.E2E_CHROME === undefined ? {} : { executablePath: process.env.E2E_CHROME }),
  });
  const pages = [];
  for (const { name, path } of PAGES) {
    const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
    const client = await page.context().newCDPSession(page);
    await client.send("Performance.enable");
    await noteFrames(page);
    await page.goto(`${url}/${path}`);
    await verdictOn(page);
    pages.push({ name, page, client, frames: 0 });
  }
  let isOver = false;
  const rolling = [keepRolling(simulator, () => isOver), keepRolling(alone.found[0], () => isOver)];
  const readings = [];
  const read = async () => {
    const row = {
      "server and simulator": (await server.collected()).heapMb,
      "server and simulator, buffers": (await server.collected()).buffersMb,
      "a simulator alone": (await alone.collected()).heapMb,
    };
    for (const each of pages) {
      each.frames += (await takeReceivedFrames(each.page)).length;
      await each.client.send("HeapProfiler.collectGarbage");
      const metrics = Object.fromEntries(
        (await each.client.send("Performance.getMetrics")).metrics.map(({ name, value }) => [name, value]),
      );
      row[each.name] = Number((metrics.JSHeapUsedSize / 1e6).toFixed(2));
      row[`${each.name}, elements`] = await each.page.evaluate(() => document.querySelectorAll("*").length);
    }
    readings.push(row);
    console.log(JSON.stringify(row));
  };
  const allMs = (MINUTES * MS_PER_MINUTE) / SPEED;
  const began = performance.now();
  for (let at = 0; at < READINGS; at++) {
    const dueMs = allMs * (0.1 + (0.9 * at) / (READINGS - 1));
    await wait(Math.max(0, dueMs - (performance.now() - began)));
    await read();
  }
  isOver = true;
  const [rollouts] = await Promise.all(rolling);
  await browser.close();
  await Promise.all([end(server.child), end(alone.child)]);

  const rows = Object.fromEntries(
    Object.keys(readings[0]).map((what) => {
      const values = readings.map((each) => each[what]);
      const at = (share) => values[Math.round(share * (values.length - 1))];
      return [
        what,
        {
          start: at(0),
          quarter: at(0.25),
          half: at(0.5),
          "three quarters": at(0.75),
          end: at(1),
          "slope a time, second half": Number(slopeOf(values).toFixed(2)),
        },
      ];
    }),
  );
  const frames = pages.map(({ name, frames }) => `${name} ${frames}`).join(", ");
  console.log(
    `\n${MINUTES} minutes of the cluster in ${Math.round(allMs / 1000)} s, ${NODES} nodes × 12, ${rollouts} rollouts; frames heard: ${frames}; load ${load()}. MB after the garbage was collected`,
  );
  console.table(rows);
  const result = { nodes: NODES, minutes: MINUTES, speed: SPEED, rollouts, frames, rows, readings };
  keepResult(`hour-${NODES}`, result);
  return result;
}

if (process.argv[1] === import.meta.filename) {
  await measureHour();
  process.exit(0);
}
