import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { systemTimers } from "@daemonscope/kube-client/flow-control/clock";
import { sleep } from "@daemonscope/kube-client/flow-control/retry-policy";
import type { FastifyBaseLogger } from "fastify";
import { readingsByAccess } from "../../access/scoped/request-scope.ts";
import type { Audit } from "../../actions/journal/audit.ts";
import type { ActionService } from "../../actions/service/action-service.ts";
import { AlertSender } from "../../alerts/alert-sender.ts";
import { sumDeliveryCounts } from "../../alerts/delivery-queue.ts";
import { loadAssets } from "../../api/assets/assets.ts";
import type { ClusterRuntime } from "../../clusters/cluster-runtime.ts";
import { type Clusters, multiCluster, singleCluster } from "../../clusters/clusters.ts";
import { readinessOf } from "../../clusters/readiness.ts";
import { isLoopback } from "../../platform/address/loopback.ts";
import { expectsTls } from "../../platform/address/server-address.ts";
import { optionalEntry } from "../../platform/failure/flag-values.ts";
import { pageFolder } from "../../platform/page-folder.ts";
import { readBuildId } from "../../platform/read-build-id.ts";
import { tuneV8 } from "../../platform/v8-settings.ts";
import { VERSION } from "../../platform/version.ts";
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
import type { Terminal } from "../terminal/terminal.ts";
import { createAuthenticator } from "./create-authenticator.ts";
import { areWritesAllowed, loadActionService, openAuditLog } from "./load-action-service.ts";
import { loadCertificate } from "./load-certificate.ts";
import { runServer, type ServedSource } from "./run-server.ts";

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

/** Prints the served clusters, and the notes on them. */
function announce(
  all: readonly Served[],
  { unusable, notes }: Pick<OpenedClusters<ServeConfig>, "unusable" | "notes">,
  { host, auth, launchToken, address: addressConfig }: ServeConfig,
  terminal: Terminal,
): void {
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
  if (all.every(({ served }) => served.simulator === undefined)) tuneV8();
  for (const { served } of all) served.beginWatch();
}

/** Ends the histories, the readers, the watches and the listening servers, within `CLOSE_MS`. */
async function closeServing(all: readonly Served[], servers: Parameters<ServedSource["close"]>[0]): Promise<void> {
  // A blocked socket must not delay the end, because a port or the user may be waiting.
  const closed = new AbortController();
  const timeout = sleep(CLOSE_MS, closed.signal, systemTimers);
  await Promise.race([Promise.all(all.map(({ served }) => served.endHistory())), timeout]);
  for (const { served } of all) {
    served.live.close("the server stops");
    served.rights?.close("the server stops");
  }
  await Promise.race([Promise.all([...servers.map((each) => each.close()), ...all.map(({ served }) => served.watch.close())]), timeout]);
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
  const assets = loadAssets(pageFolder(import.meta.url));
  // Known before the watches begin.
  let log: FastifyBaseLogger | undefined;
  const watchLogOf = (cluster: string | undefined): WatchLog => ({
    problem: (text) => log?.warn(optionalEntry("cluster", cluster), text),
    version: (gitVersion) => log?.info({ ...optionalEntry("cluster", cluster), version: gitVersion }, "API server answered"),
  });
  const areAnyWritesAllowed = opened.opened.some(({ cluster }) => areWritesAllowed(config, cluster));
  const audit = areAnyWritesAllowed ? await orClosed(opened, () => openAuditLog(config)) : undefined;
  const all = await orClosed(opened, () => servedClusters(opened, readBuildId(VERSION, assets.index), watchLogOf, audit, terminal));
  configured.authenticator.whenOver?.((sessionId) => {
    for (const { served } of all) {
      served.rights?.forget(sessionId);
      served.acting?.leave(sessionId);
    }
  });
  let alarms: readonly AlertSender[] = [];
  const { webhook } = config;
  await runServer(
    {
      clusters: clustersOf(all, opened),
      configured,
      assets,
      isPod: terminal.environment.KUBERNETES_SERVICE_HOST !== undefined,
      webhookCounts: () => (alarms.length === 0 ? undefined : sumDeliveryCounts(alarms.map(({ counts }) => counts))),
      begin: (serverLog) => {
        log = serverLog;
        beginWatches(all);
        if (webhook !== undefined) alarms = all.map((each) => alarmSender(webhook, secret, each, (text) => terminal.warn(`${text}.`)));
      },
      announce: async () => {
        announce(all, opened, config, terminal);
        const warning = await checkReviewPermission(config.auth, all[0]?.cluster.reviews, terminal.stop);
        if (warning !== undefined) terminal.warn(warning);
      },
      close: async (servers) => {
        for (const each of alarms) each.close();
        for (const { part } of all) part.acting?.close();
        await closeServing(all, servers);
        audit?.close();
        await Promise.all(all.map(({ served, cluster }) => (served.simulator ?? cluster).close()));
      },
    },
    config,
    tls,
    terminal,
  );
}
