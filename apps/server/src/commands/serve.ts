import { fileURLToPath } from "node:url";
import { buildHealthServer, buildServer } from "../build-server.ts";
import { standingClock, systemTimers } from "../clock.ts";
import { ClusterReads } from "../cluster/cluster-reads.ts";
import type { ClusterWatch } from "../cluster/cluster-watch.ts";
import { plainTransport } from "../cluster/connection.ts";
import { pause } from "../cluster/pace.ts";
import { isLoopback, type ServeConfig } from "../command-line/config.ts";
import { LiveFrames } from "../frames/live-frames.ts";
import { Lab } from "../lab/lab.ts";
import type { Beginning } from "../lab/lab-stage.ts";
import { listenOn } from "../listen.ts";
import { LogReaders } from "../logs/log-readers.ts";
import { openBrowser } from "../open-browser.ts";
import { buildOf, loadAssets } from "../routes/assets.ts";
import type { RouteContext } from "../routes/context.ts";
import { readinessOf } from "../routes/readiness.ts";
import type { AllowedHosts } from "../safety/request-guard.ts";
import { VERSION } from "../version.ts";
import { type EmbeddedSimulator, replaceSimulator } from "./embedded-simulator.ts";
import { openCluster, simulatedIdentity } from "./open-cluster.ts";
import { REPERTOIRE } from "./repertoire.ts";
import { serverVersion } from "./server-version.ts";
import { stopped, type Terminal } from "./terminal.ts";
import { type WatchNews, watchedCluster } from "./watched-cluster.ts";

/** Streams at one time; a browser has one, whatever its tabs. */
const MAX_STREAMS = 2000;
/** How long closing may take. */
const CLOSE_MS = 2000;
/** Where the page was built, seen from the bundle. */
const PAGE_FOLDER = fileURLToPath(new URL("../../web/dist/", import.meta.url));

function addressOf(host: string, port: number): string {
  const name = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host;
  return `http://${name}:${port}/`;
}

/** What the browser may call this server, beside the loopback names. */
function allowedHosts(config: ServeConfig, port: number, isPod: boolean): AllowedHosts {
  const isOwnName = !["0.0.0.0", "::"].includes(config.host);
  const own = config.host.includes(":") ? `[${config.host}]` : config.host;
  return { port, names: [...config.allowedHosts, ...(isOwnName ? [`${own.toLowerCase()}:${port}`] : [])], anyLoopbackPort: isPod };
}

/** `daemonscope serve`: watches a cluster and serves the dashboard until the person ends it. */
export async function serve(config: ServeConfig, terminal: Terminal): Promise<void> {
  const cluster = await openCluster(config, "simulated", terminal);
  const assets = loadAssets(PAGE_FOLDER);
  const isPod = terminal.environment.KUBERNETES_SERVICE_HOST !== undefined;
  const version = await serverVersion(cluster.transport, terminal.stop);
  // A simulated cluster says so in its version: reached by a kubeconfig, it is marked all the same.
  const simulated = cluster.identity.simulated || version?.endsWith("+simulated") === true;
  let watched = watchedCluster(config, { ...cluster.identity, version, simulated }, cluster.clock);
  const live = new LiveFrames({
    ...watched.live,
    build: buildOf(VERSION, assets),
    timers: systemTimers,
    random: Math.random,
    wallNowMs: Date.now,
  });
  const reads = new ClusterReads({ transport: cluster.transport, namespace: config.cluster.namespace, timers: systemTimers });
  let watch: ClusterWatch;
  const news: WatchNews = {
    problem: (text) => app.log.warn(text),
    version: (gitVersion) => app.log.info({ version: gitVersion }, "API server answered"),
  };
  let { simulator } = cluster;
  /** Another simulated cluster on the same port; until it is there, nothing is shown. */
  async function begin(beginning: Beginning): Promise<EmbeddedSimulator> {
    const before = simulator;
    if (before === undefined) throw new Error("there is no simulated cluster to replace");
    const identity = { ...simulatedIdentity({ story: beginning.story, url: before.url }), version };
    live.begin(watchedCluster(config, identity, standingClock(before.clock.nowMs())).live);
    await watch.close();
    simulator = await replaceSimulator(before, config.simulation, beginning);
    watched = watchedCluster(config, { ...simulatedIdentity(simulator), version }, simulator.clock);
    live.begin(watched.live);
    const transport = plainTransport(simulator.url);
    reads.begin(transport);
    watch = watched.watch(transport, live, news);
    return simulator;
  }
  const lab =
    simulator === undefined
      ? undefined
      : new Lab({
          stage: simulator,
          repertoire: REPERTOIRE,
          begin,
          onClock: () => live.tellClock(),
          retryNow: () => watch.retryNow(),
          timers: systemTimers,
          wallNowMs: Date.now,
          speed: config.simulation.speed,
        });
  let port = 0;
  const context: RouteContext = {
    live,
    version: VERSION,
    assets,
    allowedHosts: () => allowedHosts(config, port, isPod),
    readiness: () => readinessOf(watch.statuses(), Date.now()),
    reads,
    watchCounts: () => watch.counts(),
    retryNow: () => watch.retryNow(),
    lab,
    showsValues: config.showEnvValues,
    logs: config.showLogs ? new LogReaders() : undefined,
    maxStreams: MAX_STREAMS,
    probesFromAnyHost: isPod,
  };
  const app = buildServer(context, config.logLevel === "silent" ? false : { level: config.logLevel, stream: process.stderr });
  const health = config.healthPort === undefined ? undefined : buildHealthServer(context);
  watch = watched.watch(cluster.transport, live, news);
  try {
    port = await listenOn(app, config.host, config.port);
    if (health !== undefined) await listenOn(health, "0.0.0.0", config.healthPort);
    const address = addressOf(config.host, port);
    terminal.say(`daemonscope ${VERSION} · ${cluster.words}`);
    if (simulator !== undefined) terminal.say(`simulator ${simulator.url}`);
    terminal.say(address);
    for (const warning of cluster.warnings) terminal.warn(warning);
    if (!isLoopback(config.host)) terminal.warn("Other machines can reach this server and read the cluster through it, without a login.");
    if (config.open) openBrowser(address, terminal);
    await stopped(terminal);
  } finally {
    live.close("the server stops");
    // Whoever waits for a port that is taken, or for Ctrl-C, does not wait for a socket that will not end.
    const closed = new AbortController();
    await Promise.race([Promise.all([app.close(), health?.close(), watch.close()]), pause(CLOSE_MS, closed.signal, systemTimers)]);
    closed.abort();
    await (simulator ?? cluster).close();
  }
}
