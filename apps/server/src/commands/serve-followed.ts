import { SOURCES, type SourceName } from "@daemonscope/shared/source-status";
import { buildOf } from "../build-of.ts";
import { buildServer } from "../build-server.ts";
import { systemTimers } from "../clock.ts";
import { ClusterReads } from "../cluster/cluster-reads.ts";
import { plainTransport } from "../cluster/plain-transport.ts";
import type { ReflectorCounts } from "../cluster/reflector.ts";
import type { NamedCluster } from "../clusters/cluster-part.ts";
import { type Clusters, oneCluster, severalClusters } from "../clusters/clusters.ts";
import { readinessOf } from "../clusters/readiness.ts";
import type { ServeConfig } from "../command-line/config.ts";
import type { EngineChoice } from "../command-line/engine-choice.ts";
import { UsageError } from "../command-line/usage-error.ts";
import { type Engine, openEngine } from "../engine/engine.ts";
import { FollowedCluster } from "../engine/followed-cluster.ts";
import { listenOn } from "../listen.ts";
import { openBrowser } from "../open-browser.ts";
import { pageFolder } from "../page-folder.ts";
import { LoggedPast } from "../readings/past-readings.ts";
import { liveReadings, type Readings } from "../readings/readings.ts";
import { loadAssets } from "../routes/assets.ts";
import type { RouteContext } from "../routes/context.ts";
import { ApiFailure } from "../safety/api-failure.ts";
import { VERSION } from "../version.ts";
import { OPEN_DOOR } from "../viewers/door.ts";
import { addressOf, allowedHosts } from "./own-hosts.ts";
import { stopped, type Terminal } from "./terminal.ts";

const MAX_STREAMS = 2000;
const NO_COUNTS: ReflectorCounts = { lists: 0, watches: 0, events: 0, badLines: 0, replays: 0, unusable: 0 };

/** What is asked of a cluster that another process watches: now, as of the last tick, and any moment that its stream keeps. */
function followedReadings(cluster: FollowedCluster): Readings {
  const { live, shelf } = cluster;
  // Nobody is asked anything.
  const reads = new ClusterReads({ transport: plainTransport("http://127.0.0.1:1"), namespace: undefined });
  const past = new LoggedPast(
    () => shelf,
    () => live.clock.nowMs(),
    systemTimers,
  );
  return {
    // The model is told what the log tells, and its time is that of the log.
    ...liveReadings(live, reads, past, { isClockOfModel: true }),
    liveReadingOf: () => {
      throw new ApiFailure(
        404,
        "OnlyAtCollector",
        "This server reads the log of the cluster from an engine: what is read from the API server when somebody asks (logs, YAML, Services, events) is not in it.",
      );
    },
  };
}

const partOf = (name: string, cluster: FollowedCluster): NamedCluster => ({
  name,
  live: cluster.live,
  ...followedReadings(cluster),
  readiness: () => readinessOf(cluster.statuses(), Date.now()),
  watchCounts: () => Object.fromEntries(SOURCES.map((source) => [source, NO_COUNTS])) as Record<SourceName, ReflectorCounts>,
  retryNow: () => undefined,
});

/** The clusters that an engine holds now, each followed. Throws UsageError where it holds none. */
async function followedClusters(
  engine: Engine,
  build: string,
  terminal: Terminal,
): Promise<readonly { readonly name: string; readonly cluster: FollowedCluster }[]> {
  const names = await engine.clusters();
  if (names.length === 0)
    throw new UsageError(`The engine at ${engine.url} holds no cluster: write one there with daemonscope collect --to ${engine.url}.`);
  const all = [];
  for (const name of names) {
    const stream = await engine.find(name);
    if (stream === undefined) continue;
    const cluster = new FollowedCluster({
      name,
      engine: engine.url,
      stream,
      hearBeats: (onBeat, signal) => engine.hearBeats(name, onBeat, signal),
      build,
      timers: systemTimers,
      wallNowMs: Date.now,
      random: Math.random,
      onProblem: (text) => terminal.warn(`${name}: ${text}.`),
    });
    all.push({ name, cluster });
  }
  return all;
}

function clustersOf(parts: readonly NamedCluster[]): Clusters {
  const [only] = parts;
  return only !== undefined && parts.length === 1 ? oneCluster(only) : severalClusters(parts);
}

/** `daemonscope serve --from URL`: serves the clusters whose logs an engine holds, until the person ends it. Whoever follows the same logs makes the same frames (L1): a page may go from one such server to another. */
export async function serveFollowed(config: ServeConfig, choice: EngineChoice, terminal: Terminal): Promise<void> {
  const engine = await openEngine(choice);
  const assets = loadAssets(pageFolder(import.meta.url));
  let followed: Awaited<ReturnType<typeof followedClusters>> = [];
  try {
    followed = await followedClusters(engine, buildOf(VERSION, assets.index), terminal);
    let port = 0;
    const clusters = clustersOf(followed.map(({ name, cluster }) => partOf(name, cluster)));
    const context: RouteContext = {
      clusters,
      ...clusters,
      address: config.address,
      door: OPEN_DOOR,
      version: VERSION,
      assets,
      allowedHosts: () => allowedHosts(config, port, false),
      showsValues: false,
      logs: undefined,
      maxStreams: MAX_STREAMS,
      probesFromAnyHost: false,
    };
    const app = buildServer(context, config.logLevel === "silent" ? false : { level: config.logLevel, stream: process.stderr });
    try {
      for (const { cluster } of followed) cluster.begin();
      port = await listenOn(app, config.host, config.port);
      const address = addressOf(config.host, port, config.address);
      terminal.say(address);
      terminal.say(`daemonscope ${VERSION} · ${followed.map(({ name }) => name).join(", ")} from ${engine.url}`);
      if (config.open) openBrowser(address, terminal);
      await stopped(terminal);
    } finally {
      await Promise.all(followed.map(({ cluster }) => cluster.close()));
      await app.close();
    }
  } finally {
    await engine.close();
  }
}
