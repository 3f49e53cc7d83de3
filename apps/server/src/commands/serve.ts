import { randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import { isModelSource, MODEL_SOURCES } from "@daemonscope/daemonset/model/records";
import { background } from "../background.ts";
import { buildHealthServer, buildServer } from "../build-server.ts";
import { systemTimers } from "../clock.ts";
import { startClusterWatch } from "../cluster/cluster-watch.ts";
import { keepsTemplates } from "../cluster/decode/keep-template.ts";
import { PACE, pause } from "../cluster/pace.ts";
import { WarningEvents } from "../cluster/warning-events.ts";
import { isLoopback, type ServeConfig } from "../command-line/config.ts";
import { LiveFrames } from "../frames/live-frames.ts";
import { listenOn } from "../listen.ts";
import { openBrowser } from "../open-browser.ts";
import { buildOf, loadAssets } from "../routes/assets.ts";
import type { RouteContext } from "../routes/context.ts";
import { readinessOf } from "../routes/readiness.ts";
import type { AllowedHosts } from "../safety/request-guard.ts";
import { VERSION } from "../version.ts";
import { modelConsumer } from "./model-consumer.ts";
import { openCluster } from "./open-cluster.ts";
import { serverVersion } from "./server-version.ts";
import { stopped, type Terminal } from "./terminal.ts";

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
  const model = new ClusterModel({ nowMs: cluster.clock.nowMs(), gates: config.gates, unread: MODEL_SOURCES });
  const events = new WarningEvents();
  const version = await serverVersion(cluster.transport, terminal.stop);
  // A simulated cluster says so in its version: reached by a kubeconfig, it is marked all the same.
  const simulated = cluster.identity.simulated || version?.endsWith("+simulated") === true;
  const live: LiveFrames = new LiveFrames({
    model,
    identity: { ...cluster.identity, version, simulated },
    epoch: randomBytes(6).toString("hex"),
    build: buildOf(VERSION, assets),
    clock: cluster.clock,
    timers: systemTimers,
    random: Math.random,
    statuses: () => watch.statuses(),
    wallNowMs: Date.now,
  });
  let port = 0;
  const context: RouteContext = {
    live,
    version: VERSION,
    assets,
    allowedHosts: () => allowedHosts(config, port, isPod),
    readiness: () => readinessOf(watch.statuses(), Date.now()),
    eventsAbout: (namespace, daemonSet, isItsPod) => events.about(namespace, daemonSet, isItsPod),
    watchCounts: () => watch.counts(),
    retryNow: () => watch.retryNow(),
    showsValues: config.showEnvValues,
    maxStreams: MAX_STREAMS,
    probesFromAnyHost: isPod,
  };
  const app = buildServer(context, config.logLevel === "silent" ? false : { level: config.logLevel, stream: process.stderr });
  const health = config.healthPort === undefined ? undefined : buildHealthServer(context);
  const watch = startClusterWatch({
    transport: cluster.transport,
    consumer: modelConsumer(model, events, config.cluster.namespace),
    pace: PACE,
    keepTemplate: keepsTemplates({ key: randomBytes(32), showValues: config.showEnvValues }),
    nowMs: Date.now,
    random: Math.random,
    onChange: () => live.wake(),
    onRead(source) {
      if (isModelSource(source)) model.markRead(source);
      live.wake();
    },
    onStatus: () => live.wake(),
    onGap: (source, fromMs) => live.addGap(source, fromMs),
    onProblem: (text) => app.log.warn(text),
    onVersion: (version) => app.log.info({ version }, "API server answered"),
  });
  background(watch.synced.then(() => live.beginMarks()));
  try {
    port = await listenOn(app, config.host, config.port);
    if (health !== undefined) await listenOn(health, "0.0.0.0", config.healthPort);
    const address = addressOf(config.host, port);
    terminal.say(`daemonscope ${VERSION} · ${cluster.words}`);
    if (cluster.simulatorUrl !== undefined) terminal.say(`simulator ${cluster.simulatorUrl}`);
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
    await cluster.close();
  }
}
