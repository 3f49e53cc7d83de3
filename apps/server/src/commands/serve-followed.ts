import { randomBytes } from "node:crypto";
import { SOURCES, type SourceName } from "@daemonscope/shared/source-status";
import { buildOf } from "../build-of.ts";
import { buildServer } from "../build-server.ts";
import { systemTimers } from "../clock.ts";
import { ClusterReads } from "../cluster/cluster-reads.ts";
import type { ReflectorCounts } from "../cluster/reflector.ts";
import type { NamedCluster } from "../clusters/cluster-part.ts";
import { type Clusters, oneCluster, severalClusters } from "../clusters/clusters.ts";
import { readinessOf } from "../clusters/readiness.ts";
import type { ServeConfig } from "../command-line/config.ts";
import type { EngineChoice } from "../command-line/engine-choice.ts";
import { UsageError } from "../command-line/usage-error.ts";
import { type Engine, openEngine } from "../engine/engine.ts";
import { FollowedCluster } from "../engine/followed-cluster.ts";
import { subjectsOf } from "../engine/stream-subjects.ts";
import { listenOn } from "../listen.ts";
import { LogReaders } from "../logs/log-readers.ts";
import { openBrowser } from "../open-browser.ts";
import { pageFolder } from "../page-folder.ts";
import { LoggedPast } from "../readings/past-readings.ts";
import { liveReadings, type Readings } from "../readings/readings.ts";
import { RelayedAsks } from "../relay/relayed-asks.ts";
import { relayedTransport } from "../relay/relayed-transports.ts";
import { loadAssets } from "../routes/assets.ts";
import type { RouteContext } from "../routes/context.ts";
import { VERSION } from "../version.ts";
import { OPEN_DOOR } from "../viewers/door.ts";
import { addressOf, allowedHosts } from "./own-hosts.ts";
import { stopped, type Terminal } from "./terminal.ts";

const MAX_STREAMS = 2000;
const NO_COUNTS: ReflectorCounts = { lists: 0, watches: 0, events: 0, badLines: 0, replays: 0, unusable: 0 };

/** What is asked of a cluster that another process watches: now, as of the last tick, any moment that its stream keeps, and through its collector what only the API server has. */
function followedReadings({ live, shelf }: FollowedCluster, asks: RelayedAsks): Readings {
  const reads = new ClusterReads({ transport: relayedTransport(asks, { kind: "collector" }), namespace: undefined });
  const past = new LoggedPast(
    () => shelf,
    () => live.clock.nowMs(),
    systemTimers,
  );
  // The model is told what the log tells, and its time is that of the log.
  return liveReadings(live, reads, past, { isClockOfModel: true });
}

const partOf = ({ name, cluster, asks }: Followed): NamedCluster => ({
  name,
  live: cluster.live,
  ...followedReadings(cluster, asks),
  readiness: () => readinessOf(cluster.statuses(), Date.now()),
  watchCounts: () => Object.fromEntries(SOURCES.map((source) => [source, NO_COUNTS])) as Record<SourceName, ReflectorCounts>,
  retryNow: () => undefined,
});

interface Followed {
  readonly name: string;
  readonly cluster: FollowedCluster;
  /** The way to its API server. */
  readonly asks: RelayedAsks;
}

/** The clusters that an engine holds now, each followed. Throws UsageError where it holds none. */
async function followedClusters(engine: Engine, build: string, terminal: Terminal): Promise<readonly Followed[]> {
  const names = await engine.clusters();
  if (names.length === 0)
    throw new UsageError(`The engine at ${engine.url} holds no cluster: write one there with daemonscope collect --to ${engine.url}.`);
  const asker = randomBytes(12).toString("hex");
  const all: Followed[] = [];
  for (const name of names) {
    const stream = await engine.find(name);
    if (stream === undefined) continue;
    const cluster = new FollowedCluster({
      name,
      engine: engine.url,
      stream,
      hearBeats: (onBeat, signal) => engine.hearBeats(name, onBeat, signal),
      isConnected: () => engine.isConnected,
      build,
      timers: systemTimers,
      wallNowMs: Date.now,
      random: Math.random,
      onProblem: (text) => terminal.warn(`${name}: ${text}.`),
    });
    const asks = new RelayedAsks({ messages: engine.messages, cluster: name, subjects: subjectsOf(name), asker, timers: systemTimers });
    all.push({ name, cluster, asks });
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
    const clusters = clustersOf(followed.map(partOf));
    const context: RouteContext = {
      clusters,
      ...clusters,
      address: config.address,
      door: OPEN_DOOR,
      version: VERSION,
      assets,
      allowedHosts: () => allowedHosts(config, port, false),
      showsValues: false,
      logs: config.showLogs ? new LogReaders() : undefined,
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
      for (const { asks } of followed) asks.close();
      await Promise.all(followed.map(({ cluster }) => cluster.close()));
      await app.close();
    }
  } finally {
    await engine.close();
  }
}
