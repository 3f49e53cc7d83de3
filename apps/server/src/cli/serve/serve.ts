import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { systemTimers } from "@daemonscope/kube-client/flow-control/clock";
import { sleep } from "@daemonscope/kube-client/flow-control/retry-policy";
import type { Authenticator } from "../../access/auth/authenticator.ts";
import { readingsByAccess } from "../../access/scoped/request-scope.ts";
import type { Audit } from "../../actions/journal/audit.ts";
import type { ActionService } from "../../actions/service/action-service.ts";
import { AlertSender } from "../../alerts/alert-sender.ts";
import { sumDeliveryCounts } from "../../alerts/delivery-queue.ts";
import { type Assets, loadAssets } from "../../api/assets/assets.ts";
import { buildHealthServer, buildServer } from "../../api/build-server.ts";
import type { RouteContext } from "../../api/context.ts";
import type { AllowedHosts } from "../../api/safety/request-guard.ts";
import type { ClusterRuntime } from "../../clusters/cluster-runtime.ts";
import { type Clusters, multiCluster, singleCluster } from "../../clusters/clusters.ts";
import { readinessOf } from "../../clusters/readiness.ts";
import { isLoopback } from "../../platform/address/loopback.ts";
import { expectsTls } from "../../platform/address/server-address.ts";
import { optionalEntry } from "../../platform/failure/flag-values.ts";
import { openBrowser } from "../../platform/open-browser.ts";
import { pageFolder } from "../../platform/page-folder.ts";
import { readBuildId } from "../../platform/read-build-id.ts";
import { limitHeapGrowth } from "../../platform/small-heap.ts";
import { VERSION } from "../../platform/version.ts";
import { LogReaders } from "../../readings/pod-logs/log-readers.ts";
import { liveReadings } from "../../readings/readings.ts";
import { checkReviewPermission } from "../open/check-review-permission.ts";
import type { OpenCluster } from "../open/cluster-for-command.ts";
import type { WatchLog } from "../open/create-watched-cluster.ts";
import { type OpenedClusters, openClusters } from "../open/open-clusters.ts";
import { openHistory } from "../open/open-history.ts";
import { RunningCluster } from "../open/running-cluster.ts";
import { serverVersion } from "../open/server-version.ts";
import type { ServeConfig } from "../options/parse-command.ts";
import type { WebhookOptions } from "../options/webhook-options.ts";
import { readSecretFile } from "../parse/secret-file.ts";
import { stopped, type Terminal } from "../terminal/terminal.ts";
import { allowedHosts, listenUrl } from "./allowed-hosts.ts";
import { createAuthenticator } from "./create-authenticator.ts";
import { listenOn } from "./listen.ts";
import { areWritesAllowed, loadActionService, openAuditLog } from "./load-action-service.ts";
import { loadCertificate, renewCertificate } from "./load-certificate.ts";

/** The most concurrent streams; a browser has one for all its tabs. */
const MAX_STREAMS = 2000;
/** The timeout of closing. */
const CLOSE_MS = 2000;

/** Returns a served cluster as the routes need it. */
function runtimeOf(served: RunningCluster, acting: ActionService | undefined): ClusterRuntime {
  const { live, reads, past, lab, rights } = served;
  const readings = liveReadings(live, reads, past);
  return {
    live,
    ...(rights === undefined ? readings : readingsByAccess(readings)),
    rights,
    readiness: () => readinessOf(served.watch.statuses(), live.log.state.sources, Date.now()),
    watchCounts: () => served.watch.counts(),
    retryNow: () => served.watch.retryNow(),
    lab,
    acting,
  };
}

/** One of the clusters of a server. */
interface Served {
  /** Undefined for a single cluster. */
  readonly name: string | undefined;
  readonly cluster: OpenCluster;
  readonly served: RunningCluster;
  readonly part: ClusterRuntime;
}

function clustersOf(all: readonly Served[], { unusable, notes }: Pick<OpenedClusters<ServeConfig>, "unusable" | "notes">): Clusters {
  const [only] = all;
  if (only !== undefined && only.name === undefined) return singleCluster(only.part);
  return multiCluster(
    all.map(({ name = "", part }) => ({ ...part, name })),
    unusable,
    notes,
  );
}

function routeContext(
  clusters: Clusters,
  config: ServeConfig,
  assets: Assets,
  hosts: () => AllowedHosts,
  isPod: boolean,
  alarms: RouteContext["webhookCounts"],
  authenticator: Authenticator,
): RouteContext {
  return {
    clusters,
    ...clusters,
    address: config.address,
    authenticator,
    version: VERSION,
    assets,
    allowedHosts: hosts,
    showsValues: config.showEnvValues,
    logs: config.showLogs ? new LogReaders() : undefined,
    webhookCounts: alarms,
    maxStreams: MAX_STREAMS,
    probesFromAnyHost: isPod,
  };
}

/** Returns the address of a cluster's page; with several clusters it is below the cluster's name. */
const pageOf = (page: string | undefined, name: string | undefined): string | undefined =>
  page === undefined || name === undefined ? page : `${page}/clusters/${name}`;

/** Sends a cluster's alarms to a webhook, from the records that pages get. */
function alarmSender(
  { url, page, cluster }: WebhookOptions,
  secret: string | undefined,
  { name, part: { live, readiness } }: Served,
  onProblem: (text: string) => void,
): AlertSender {
  return new AlertSender({
    url: new URL(url),
    secret,
    sender: { cluster: cluster ?? name ?? live.log.state.cluster.context, page: pageOf(page, name) },
    readiness,
    records: () => live.log.state.daemonSets.filter((record) => record !== undefined),
    wallNowMs: Date.now,
    timers: systemTimers,
    random: Math.random,
    onProblem,
  });
}

/** Prints the address of the page first, and then the notes on it. */
function announce(
  address: string,
  all: readonly Served[],
  { unusable, notes }: Pick<OpenedClusters<ServeConfig>, "unusable" | "notes">,
  { host, auth, launchToken, address: addressConfig }: ServeConfig,
  terminal: Terminal,
): void {
  terminal.print(address);
  for (const { name, cluster } of all) terminal.print(`daemonscope ${VERSION} · ${name === undefined ? "" : `${name}: `}${cluster.words}`);
  for (const { name, served } of all)
    if (served.simulator !== undefined) terminal.print(`simulator ${served.simulator.url}${name === undefined ? "" : ` ${name}`}`);
  if (addressConfig.publicUrl !== undefined) terminal.print(`for browsers ${addressConfig.publicUrl.href}`);
  for (const { name, cluster } of all)
    for (const warning of cluster.warnings) terminal.warn(name === undefined ? warning : `${name}: ${warning}`);
  for (const { name, problem } of unusable) terminal.warn(`${name} is left out: ${problem}`);
  for (const note of notes) terminal.warn(note);
  if (isLoopback(host)) return;
  if (auth === "none" && !launchToken)
    terminal.warn("Other machines can reach this server and read the cluster through it, without a login.");
  else if (!expectsTls(addressConfig))
    terminal.warn(
      "Other machines can reach this server, which speaks plain http: what people sign in with goes in the clear, unless a proxy of yours speaks TLS before it.",
    );
}

/** Runs `make` for open clusters, and closes them if it fails. */
async function orClosed<Result>(opened: OpenedClusters<ServeConfig>, make: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await make();
  } catch (error) {
    await Promise.all(opened.opened.map(({ cluster }) => cluster.close()));
    throw error;
  }
}

/** Divides the limits among several clusters, and gives each a separate folder. */
function shareOf(config: ServeConfig, name: string | undefined, count: number): ServeConfig {
  const { history } = config;
  if (name === undefined) return config;
  return {
    ...config,
    historyBytes: Math.floor(config.historyBytes / count),
    ...optionalEntry(
      "history",
      history && { ...history, folder: join(history.folder, name), maxBytes: Math.floor(history.maxBytes / count) },
    ),
  };
}

/** Creates the served clusters; only the versions of their API servers are read yet. */
async function servedClusters(
  { opened }: OpenedClusters<ServeConfig>,
  build: string,
  watchLogOf: (name: string | undefined) => WatchLog,
  audit: Audit | undefined,
  terminal: Terminal,
): Promise<readonly Served[]> {
  const versions = await Promise.all(opened.map(({ cluster }) => serverVersion(cluster.transport, terminal.stop)));
  const templateKey = randomBytes(32);
  const all: Served[] = [];
  for (const [at, { name, plan, cluster }] of opened.entries()) {
    const config = shareOf(plan, name, opened.length);
    const history = await openHistory(config.history, cluster, terminal);
    const templates = name === undefined ? undefined : { key: templateKey };
    const served = new RunningCluster({ cluster, config, version: versions[at], build, watchLog: watchLogOf(name), history, templates });
    const acting =
      audit === undefined || !areWritesAllowed(config, cluster)
        ? undefined
        : await loadActionService(served, cluster, config, audit, watchLogOf(name).problem);
    all.push({ name, cluster, served, part: runtimeOf(served, acting) });
  }
  return all;
}

/** Returns the input of the authenticator. With several clusters there is no sign-in here. */
function authenticatedCluster({
  opened: [first, ...others],
}: OpenedClusters<ServeConfig>): Pick<OpenCluster, "reviews" | "identity" | "words"> {
  if (others.length === 0) return first.cluster;
  const { words, identity } = first.cluster;
  return { words, reviews: undefined, identity: { ...identity, context: [first, ...others].map(({ name }) => name).join(", ") } };
}

function beginWatches(all: readonly Served[]): void {
  // A simulator creates many short-lived objects, and needs the memory.
  if (all.every(({ served }) => served.simulator === undefined)) limitHeapGrowth();
  for (const { served } of all) served.beginWatch();
}

/** Ends the histories, the readers, the watches and the listening servers, within `CLOSE_MS`. */
async function closeServing(all: readonly Served[], servers: readonly ({ close(): Promise<unknown> } | undefined)[]): Promise<void> {
  // A blocked socket must not delay the end, because a port or the user may be waiting.
  const closed = new AbortController();
  const timeout = sleep(CLOSE_MS, closed.signal, systemTimers);
  await Promise.race([Promise.all(all.map(({ served }) => served.endHistory())), timeout]);
  for (const { served } of all) {
    served.live.close("the server stops");
    served.rights?.close("the server stops");
  }
  await Promise.race([Promise.all([...servers.map((each) => each?.close()), ...all.map(({ served }) => served.watch.close())]), timeout]);
  closed.abort();
}

/** `daemonscope serve`: watches one or several clusters, and serves the dashboard until the user ends it. */
export async function serve(config: ServeConfig, terminal: Terminal): Promise<void> {
  const secret = config.webhook?.secretFile === undefined ? undefined : readSecretFile("webhook-secret-file", config.webhook.secretFile);
  const opened = await openClusters(config, "simulated", terminal, config.auth !== "none");
  const { tls, configured } = await orClosed(opened, () => ({
    tls: config.address.tls === undefined ? undefined : loadCertificate(config.address.tls),
    configured: createAuthenticator(config, authenticatedCluster(opened)),
  }));
  const { authenticator, fragment, close: closeAuthenticator } = configured;
  const assets = loadAssets(pageFolder(import.meta.url));
  const isPod = terminal.environment.KUBERNETES_SERVICE_HOST !== undefined;
  const watchLogOf = (cluster: string | undefined): WatchLog => ({
    problem: (text) => app.log.warn(optionalEntry("cluster", cluster), text),
    version: (gitVersion) => app.log.info({ ...optionalEntry("cluster", cluster), version: gitVersion }, "API server answered"),
  });
  const areAnyWritesAllowed = opened.opened.some(({ cluster }) => areWritesAllowed(config, cluster));
  const audit = areAnyWritesAllowed ? await orClosed(opened, () => openAuditLog(config)) : undefined;
  const all = await orClosed(opened, () => servedClusters(opened, readBuildId(VERSION, assets.index), watchLogOf, audit, terminal));
  authenticator.whenOver?.((sessionId) => {
    for (const { served } of all) {
      served.rights?.forget(sessionId);
      served.acting?.leave(sessionId);
    }
  });
  let port = 0;
  let alarms: readonly AlertSender[] = [];
  const context: RouteContext = {
    ...routeContext(
      clustersOf(all, opened),
      config,
      assets,
      () => allowedHosts(config, port, isPod),
      isPod,
      () => (alarms.length === 0 ? undefined : sumDeliveryCounts(alarms.map(({ counts }) => counts))),
      authenticator,
    ),
    certificateEndsAtMs: () => renewal?.endsAtMs,
  };
  const app = buildServer(context, config.logLevel === "silent" ? false : { level: config.logLevel, stream: process.stderr }, tls);
  const renewal =
    tls === undefined || config.address.tls === undefined ? undefined : renewCertificate(config.address.tls, tls, app, terminal);
  const health = config.healthPort === undefined ? undefined : buildHealthServer(context, config.daemonSetMetrics);
  beginWatches(all);
  const { webhook } = config;
  if (webhook !== undefined) alarms = all.map((each) => alarmSender(webhook, secret, each, (text) => terminal.warn(`${text}.`)));
  try {
    port = await listenOn(app, config.host, config.port);
    if (health !== undefined) await listenOn(health, "0.0.0.0", config.healthPort);
    const address = listenUrl(config.host, port, config.address);
    announce(`${address}${fragment}`, all, opened, config, terminal);
    const warning = await checkReviewPermission(config.auth, all[0]?.cluster.reviews, terminal.stop);
    if (warning !== undefined) terminal.warn(warning);
    // All users of the machine can see a command line, and the address of an opened browser is on one.
    if (config.open && fragment === "") openBrowser(address, terminal);
    await stopped(terminal);
  } finally {
    for (const each of alarms) each.close();
    for (const { part } of all) part.acting?.close();
    renewal?.close();
    closeAuthenticator();
    await closeServing(all, [app, health]);
    audit?.close();
    await Promise.all(all.map(({ served, cluster }) => (served.simulator ?? cluster).close()));
  }
}
