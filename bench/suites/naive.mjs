// `BENCH_ONLY=naive npm run bench`: the events of `BENCH_ONLY=drawn`, at 5,000 nodes, through the pinned client's
// informer, JSON of each event and a page of SVG; and through ours, in the same run.
// BENCH_RATES (events a second, default 500,2000,10000), BENCH_SECONDS (of each, default 10).
import { rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { browserEnvironment, noBrowser } from "../../e2e/browser.mjs";
import { quantile, round } from "../harness/measure.mjs";
import { asked, usedBy, wait } from "../harness/processes.mjs";
import { keepResult } from "../harness/report.mjs";

const here = join(import.meta.dirname, "..");
const { chromium } = createRequire(join(here, "../e2e/package.json"))("playwright");
const NODES = 5000;
const DAEMON_SETS = 12;
const RATES = (process.env.BENCH_RATES ?? "500,2000,10000").split(",").map(Number);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 10);
const SAMPLED = 200;
const MIN_RATE_SHARE = 0.99;

/** Returns the time from each sampled event to the first frame of the page after it was sent. */
function delaysOf(samples, drawn) {
  const byCell = new Map();
  const keyOf = ({ node, daemonSet, isReady }) => `${node} ${daemonSet} ${isReady}`;
  for (const each of drawn) byCell.set(keyOf(each), [...(byCell.get(keyOf(each)) ?? []), each.atMs]);
  return samples.flatMap((sample) => {
    const atMs = byCell.get(keyOf(sample))?.find((ms) => ms >= sample.atMs);
    return atMs === undefined ? [] : [atMs - sample.atMs];
  });
}

async function measureNaiveServer() {
  const source = asked([join(here, "dist/fleet-source.js"), String(NODES), String(DAEMON_SETS)]);
  const { port } = await source.nextLine();
  const kubeconfig = join(tmpdir(), `bench-naive-${process.pid}.yaml`);
  writeFileSync(
    kubeconfig,
    `apiVersion: v1\nkind: Config\ncurrent-context: x\nclusters: [{name: c, cluster: {server: "http://127.0.0.1:${port}", insecure-skip-tls-verify: true}}]\nusers: [{name: u, user: {}}]\ncontexts: [{name: x, context: {cluster: c, user: u}}]\n`,
  );
  const server = asked(["--max-old-space-size=6000", join(here, "dist/naive-server.js"), kubeconfig]);
  const { port: served } = await server.nextLine();
  const browser = await chromium.launch({
    args: ["--no-sandbox"],
    ...(process.env.E2E_CHROME === undefined ? {} : { executablePath: process.env.E2E_CHROME }),
  });
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`http://127.0.0.1:${served}/`);
  await page.waitForFunction(() => window.isReadyToMeasure === true, undefined, { timeout: 120_000 });
  await wait(3000);
  const rows = [];
  for (const rate of RATES) {
    await page.evaluate(() => {
      window.drawn = [];
    });
    const [before, sentBefore, fromMs] = [
      usedBy(server.child),
      await source.ask({ changes: rate, atOnce: NODES / 2, sampleEvery: Math.max(1, Math.round(rate / SAMPLED)) }),
      performance.now(),
    ];
    await wait(SECONDS * 1000);
    const sent = await source.ask({});
    const seconds = (performance.now() - fromMs) / 1000;
    const after = usedBy(server.child);
    await wait(5000);
    const drawn = await page.evaluate(() => window.drawn);
    const delays = delaysOf(sent.samples, drawn);
    const kept = (sent.changes - sentBefore.changes) / seconds / rate;
    rows.push({
      "events a second": rate,
      "rate kept": kept >= MIN_RATE_SHARE ? "yes" : `no: ${round(kept * 100)} %`,
      sampled: sent.samples.length,
      "not drawn 5 s after": sent.samples.length - delays.length,
      "p50 ms": round(quantile(delays, 0.5)),
      "p99 ms": round(quantile(delays, 0.99)),
      "frames drawn a second": round(new Set(drawn.map(({ atMs }) => atMs)).size / seconds),
      "server, % of a core": round(((after.cpuS - before.cpuS) / seconds) * 100),
      "RSS MB": round(after.rssMb, 0),
    });
  }
  await browser.close();
  server.child.stdin.end();
  source.child.stdin.end();
  rmSync(kubeconfig);
  return rows;
}

export async function measureNaive() {
  const environment = await browserEnvironment();
  if (!environment) {
    console.error(noBrowser);
    process.exit(1);
  }
  Object.assign(process.env, environment);
  const naive = await measureNaiveServer();
  Object.assign(process.env, {
    BENCH_NODES: String(NODES),
    BENCH_RATES: RATES.map((rate) => `${rate}:${DAEMON_SETS}`).join(),
    BENCH_SECONDS: String(SECONDS),
  });
  const drawnRows = (await (await import("./drawn.mjs")).measureDrawn()).drawn;
  console.log(`\nThe informer, JSON of each event and SVG, ${NODES} nodes × ${DAEMON_SETS}, ${SECONDS} s each`);
  console.table(naive);
  const ratios = naive.map((row, at) => ({
    "events a second": row["events a second"],
    "p50, naive ÷ ours": round(row["p50 ms"] / drawnRows[at]["p50 ms"], 2),
    "p99, naive ÷ ours": round(row["p99 ms"] / drawnRows[at]["p99 ms"], 2),
    "server's CPU, naive ÷ ours": round(row["server, % of a core"] / Number(drawnRows[at]["server, source, % of a core"].split(",")[0]), 2),
  }));
  console.table(ratios);
  const result = { nodes: NODES, naive, ours: drawnRows, ratios };
  keepResult("naive", result);
  return result;
}
