// `BENCH_ONLY=naive npm run bench`: the events of `BENCH_ONLY=drawn`, at 5,000 nodes, through the pinned client's
// informer, JSON of each event and a page of SVG; and through ours, in the same run.
// BENCH_RATES (events a second, default 500,2000,10000), BENCH_SECONDS (of each, default 10).
import { newPage, openBrowser } from "../harness/browser.mjs";
import { groupBy, quantile, rateKept, round } from "../harness/measure.mjs";
import { DAEMON_SETS, fleet, program, usedDuring, wait } from "../harness/processes.mjs";
import { number, numbers } from "../harness/settings.mjs";
import { measureDrawn } from "./drawn.mjs";

const NODES = 5000;
const RATES = numbers("BENCH_RATES", [500, 2000, 10_000]);
const SECONDS = number("BENCH_SECONDS", 10);
const SAMPLED = 200;

/** Returns the time from each sampled event to the first frame of the page after it was sent. */
function delaysOf(samples, drawn) {
  const keyOf = ({ node, daemonSet, isReady }) => `${node} ${daemonSet} ${isReady}`;
  const byCell = groupBy(drawn, keyOf);
  return samples.flatMap((sample) => {
    const frame = byCell.get(keyOf(sample))?.find(({ atMs }) => atMs >= sample.atMs);
    return frame === undefined ? [] : [frame.atMs - sample.atMs];
  });
}

async function measureRate({ source, server, page }, rate) {
  await page.evaluate(() => {
    window.drawn = [];
  });
  const before = await source.ask({ changes: rate, atOnce: NODES / 2, sampleEvery: Math.max(1, Math.round(rate / SAMPLED)) });
  const { seconds, percent, used, result } = await usedDuring([server.child], async () => {
    await wait(SECONDS * 1000);
    return source.ask({});
  });
  await wait(5000);
  const drawn = await page.evaluate(() => window.drawn);
  const delays = delaysOf(result.samples, drawn);
  return {
    "events a second": rate,
    "rate kept": rateKept((result.changes - before.changes) / seconds / rate),
    sampled: result.samples.length,
    "not drawn after 5 s": result.samples.length - delays.length,
    "p50 ms": round(quantile(delays, 0.5)),
    "p99 ms": round(quantile(delays, 0.99)),
    "frames drawn a second": round(new Set(drawn.map(({ atMs }) => atMs)).size / seconds),
    "server, % of a core": round(percent[0]),
    "RSS MB": round(used[0].rssMb, 0),
  };
}

async function measureNaive() {
  const browser = await openBrowser();
  const { source, kubeconfig } = await fleet(NODES);
  const server = program("naive-server", [kubeconfig], { nodeArgs: ["--max-old-space-size=6000"] });
  const { port } = await server.nextLine();
  const { page } = await newPage(browser);
  await page.goto(`http://127.0.0.1:${port}/`);
  await page.waitForFunction(() => window.isReadyToMeasure === true, undefined, { timeout: 120_000 });
  await wait(3000);
  const rows = [];
  for (const rate of RATES) rows.push(await measureRate({ source, server, page }, rate));
  await browser.close();
  await Promise.all([server.end(), source.end()]);
  return rows;
}

export default {
  name: "naive",
  async measure() {
    const naive = await measureNaive();
    const { drawn: ours } = await measureDrawn({ nodes: NODES, rates: RATES.map((rate) => [rate, DAEMON_SETS]), seconds: SECONDS });
    console.log(`\nThe informer, JSON of each event and SVG, ${NODES} nodes × ${DAEMON_SETS}, ${SECONDS} s each`);
    console.table(naive);
    const ratio = (row, at, name) => round(Number(row[name]) / Number(ours[at][name]), 2);
    const ratios = naive.map((row, at) => ({
      "events a second": row["events a second"],
      "p50, naive ÷ ours": ratio(row, at, "p50 ms"),
      "p99, naive ÷ ours": ratio(row, at, "p99 ms"),
      "server's CPU, naive ÷ ours": ratio(row, at, "server, % of a core"),
    }));
    console.table(ratios);
    return { nodes: NODES, naive, ours, ratios };
  },
};
