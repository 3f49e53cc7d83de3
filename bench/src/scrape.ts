import { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import { daemonSetMetricsRoute } from "@daemonscope/server/api/metrics/daemonset-metrics";
import { collectGarbage, cpuUsSince, loopMs, printLast } from "./program.ts";
import { putWideCluster } from "./wide-cluster.ts";

/**
 * CPU of a scrape of /metrics/daemonsets, on nodes that joined within a day. The baseline has the same objects two days
 * later, so that no time from join to ready is reported.
 */
const NODES = Number(process.argv[2] ?? 3000);
const DAEMON_SETS = Number(process.argv[3] ?? 12);
const ROUNDS = Number(process.argv[4] ?? 15);

/** When all objects of a wide cluster are created. */
const CREATED_MS = Date.UTC(2026, 0, 1);
const HOUR_MS = 3_600_000;

type Handler = (request: object, reply: object) => Promise<string>;

/** Returns the handler of the route for a model at this time. */
function scrapeAt(nowMs: number): () => Promise<string> {
  const model = new ClusterModel({ nowMs });
  putWideCluster(model, NODES, DAEMON_SETS);
  model.takeChanges();
  const part = { live: { model }, readiness: () => ({ ready: true }) };
  let handler: Handler | undefined;
  const app = {
    get(_path: string, _options: object, handle: Handler) {
      handler = handle;
    },
  };
  daemonSetMetricsRoute(app as never, { clusters: { several: undefined, mayGrow: false } } as never, async () => [part as never]);
  const reply = { type: () => ({ send: (text: string) => text }) };
  return async () => (await handler?.({}, reply)) ?? "";
}

/** CPU of the process, and the longest turn of the event loop in CPU of its thread. */
interface Cost {
  readonly cpuMs: number;
  readonly turnMs: number;
}

async function costOf(scrape: () => Promise<string>): Promise<Cost> {
  collectGarbage();
  let turnMs = 0;
  let beganMs = loopMs();
  let isOver = false;
  const turn = (): void => {
    turnMs = Math.max(turnMs, loopMs() - beganMs);
    beganMs = loopMs();
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  const before = process.cpuUsage();
  await scrape();
  const cpuMs = cpuUsSince(before) / 1000;
  isOver = true;
  await new Promise<void>((done) => setImmediate(done));
  return { cpuMs, turnMs };
}

const scrapes = { joins: scrapeAt(CREATED_MS + HOUR_MS), none: scrapeAt(CREATED_MS + 48 * HOUR_MS) };
const joinSeries = (text: string): number => text.split("\n").filter((line) => line.startsWith("daemonscope_daemonset_join_")).length;
const series = joinSeries(await scrapes.joins());
if (joinSeries(await scrapes.none()) !== 0) throw new Error("the baseline reports joins");
const joins: Cost[] = [];
const none: Cost[] = [];
for (let round = 0; round < ROUNDS; round++) {
  joins.push(await costOf(scrapes.joins));
  none.push(await costOf(scrapes.none));
}
printLast({ nodes: NODES, daemonSets: DAEMON_SETS, series, joins, none });
