import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import { SOURCES } from "@daemonscope/kube/source-status";
import { plainHttpTransport } from "@daemonscope/kube-client/http/plain-http-transport";
import { OPEN_AUTHENTICATOR } from "@daemonscope/server/access/auth/authenticator";
import { loadAssets } from "@daemonscope/server/api/assets/assets";
import { buildServer } from "@daemonscope/server/api/build-server";
import { singleCluster } from "@daemonscope/server/clusters/clusters";
import { readinessOf } from "@daemonscope/server/clusters/readiness";
import { PLAIN_ADDRESS } from "@daemonscope/server/platform/address/server-address";
import { NO_HISTORY } from "@daemonscope/server/readings/history-readings";
import { liveReadings } from "@daemonscope/server/readings/readings";
import { OnDemandReads } from "@daemonscope/server/watch/on-demand-reads";
import { encodeCellChanges } from "@daemonscope/shared/codec/cell-changes";
import { answerLines, print } from "./program.ts";
import { settledLive } from "./settled-live.ts";
import { namesInSequence, POOLS, putWideCluster, randomNames } from "./wide-cluster.ts";

/**
 * The page's server over an unwatched cluster that is put into the model at once. A line on its standard input sets the
 * number of cells that each frame changes, and the frames a second. Requests to an API server are not supported.
 */
const NODES = Number(process.argv[2] ?? 100_000);
const DAEMON_SETS = Number(process.argv[3] ?? 12);
const CURRENT = 6;
const ON_THE_WAY = 4;

const model = new ClusterModel({ nowMs: Date.now(), objects: "columns" });
putWideCluster(model, NODES, DAEMON_SETS, process.argv[4] === "random" ? randomNames(NODES) : namesInSequence);
const live = await settledLive(model, "wide");

const part = {
  live,
  readiness: () => readinessOf(live.sources(), live.log.state.sources, Date.now()),
  ...liveReadings(live, new OnDemandReads({ transport: plainHttpTransport("http://127.0.0.1:1"), namespace: undefined }), NO_HISTORY),
  watchCounts: () => Object.fromEntries(SOURCES.map((source) => [source, { lists: 1 }])) as never,
  retryNow: () => undefined,
};
const clusters = singleCluster(part);
const app = buildServer({
  clusters,
  ...clusters,
  address: PLAIN_ADDRESS,
  authenticator: OPEN_AUTHENTICATOR,
  version: "0.0.0",
  assets: loadAssets(join(import.meta.dirname, "../../apps/web/dist")),
  allowedHosts: () => ({ port: (app.server.address() as AddressInfo).port, names: [], anyLoopbackPort: true }),
  showsValues: false,
  logs: undefined,
  maxStreams: 2000,
  probesFromAnyHost: false,
});
await app.listen({ port: 0, host: "127.0.0.1" });
print({ port: (app.server.address() as AddressInfo).port });

let rates = { cells: 0, framesPerSecond: 0 };
let turn = 0;
let sent = 0;
/** Changes cells far from each other, equally many per column, and changes them back. */
function sendFrame(): void {
  const { state } = live.log;
  const each = Math.max(1, Math.round(rates.cells / DAEMON_SETS));
  const step = Math.max(1, Math.floor(NODES / each));
  const columns = state.columns.names.flatMap((name, column) => {
    if (name === undefined) return [];
    const rows = Array.from({ length: each }, (_, at) => at * step + ((turn * 7 + column) % step)).filter(
      (row) => row % POOLS !== 0 && row < NODES,
    );
    return [[column, { rows, bytes: rows.map((row) => (state.cells[column]?.at(row) === CURRENT ? ON_THE_WAY : CURRENT)) }] as const];
  });
  turn++;
  sent++;
  live.log.append({
    epoch: state.epoch,
    seq: state.seq + 1,
    at: Math.max(Date.now(), state.at),
    cells: encodeCellChanges(new Map(columns)),
  });
  live.readers.pump();
}
let owed = 0;
let lastMs = performance.now();
setInterval(() => {
  const nowMs = performance.now();
  owed = Math.min(3, owed + ((nowMs - lastMs) * rates.framesPerSecond) / 1000);
  lastMs = nowMs;
  for (; owed >= 1; owed--) if (rates.cells > 0) sendFrame();
}, 4);
await answerLines((line) => {
  rates = JSON.parse(line) as typeof rates;
  return { sent };
});
