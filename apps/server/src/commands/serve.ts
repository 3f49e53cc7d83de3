import type { FastifyInstance } from "fastify";
import { isLoopback } from "../address/loopback.ts";
import { type OwnAddress, saysTls, type TlsFiles } from "../address/own-address.ts";
import { readTls, type TlsMaterial } from "../address/tls-material.ts";
import { TlsRenewal } from "../address/tls-renewal.ts";
import { AlarmSender } from "../alarms/alarm-sender.ts";
import { buildOf } from "../build-of.ts";
import { buildHealthServer, buildServer } from "../build-server.ts";
import { systemTimers } from "../clock.ts";
import { pause } from "../cluster/pace.ts";
import type { ServeConfig } from "../command-line/config.ts";
import { secretIn } from "../command-line/secret-file.ts";
import { UsageError } from "../command-line/usage-error.ts";
import type { WebhookChoice } from "../command-line/webhook-choice.ts";
import { listenOn, useCertificate } from "../listen.ts";
import { LogReaders } from "../logs/log-readers.ts";
import { openBrowser } from "../open-browser.ts";
import { pageFolder } from "../page-folder.ts";
import { liveReadings } from "../readings/readings.ts";
import { readingsByRights } from "../rights/sights.ts";
import { type Assets, loadAssets } from "../routes/assets.ts";
import type { RouteContext } from "../routes/context.ts";
import { readinessOf } from "../routes/readiness.ts";
import type { AllowedHosts } from "../safety/request-guard.ts";
import { VERSION } from "../version.ts";
import type { Door } from "../viewers/door.ts";
import { doorOf } from "./door-of.ts";
import { type OpenCluster, openCluster } from "./open-cluster.ts";
import { openHistory } from "./open-history.ts";
import { missingReviewRight } from "./review-right.ts";
import { ServedCluster } from "./served-cluster.ts";
import { serverVersion } from "./server-version.ts";
import { stopped, type Terminal } from "./terminal.ts";
import type { WatchNews } from "./watched-cluster.ts";

/** Streams at one time; a browser has one, whatever its tabs. */
const MAX_STREAMS = 2000;
/** How long closing may take. */
const CLOSE_MS = 2000;

function addressOf(host: string, port: number, { tls, basePath }: OwnAddress): string {
  const name = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host;
  return `${tls === undefined ? "http" : "https"}://${name}:${port}${basePath}`;
}

/** What the browser may call this server, beside the loopback names. */
function allowedHosts(config: ServeConfig, port: number, isPod: boolean): AllowedHosts {
  const isOwnName = !["0.0.0.0", "::"].includes(config.host);
  const own = config.host.includes(":") ? `[${config.host}]` : config.host;
  const { publicUrl } = config.address;
  const isDefaultPort = publicUrl?.port === "";
  const published = publicUrl === undefined ? [] : [isDefaultPort ? publicUrl.hostname : publicUrl.host];
  return {
    port,
    names: [...config.allowedHosts, ...published, ...(isOwnName ? [`${own.toLowerCase()}:${port}`] : [])],
    anyLoopbackPort: isPod,
  };
}

function routeContext(
  served: ServedCluster,
  config: ServeConfig,
  assets: Assets,
  hosts: () => AllowedHosts,
  isPod: boolean,
  alarms: RouteContext["webhookCounts"],
  door: Door,
): RouteContext {
  const { live, reads, past, lab, rights } = served;
  const readings = liveReadings(live, reads, past);
  return {
    live,
    ...(rights === undefined ? readings : readingsByRights(readings)),
    rights,
    address: config.address,
    door,
    version: VERSION,
    assets,
    allowedHosts: hosts,
    readiness: () => readinessOf(served.watch.statuses(), Date.now()),
    watchCounts: () => served.watch.counts(),
    retryNow: () => served.watch.retryNow(),
    lab,
    showsValues: config.showEnvValues,
    logs: config.showLogs ? new LogReaders() : undefined,
    webhookCounts: alarms,
    maxStreams: MAX_STREAMS,
    probesFromAnyHost: isPod,
  };
}

/** Tells a webhook of alarms, from the records that pages get. */
function alarmSender(
  { url, page, cluster }: WebhookChoice,
  secret: string | undefined,
  { live }: ServedCluster,
  readiness: RouteContext["readiness"],
  onProblem: (text: string) => void,
): AlarmSender {
  return new AlarmSender({
    url: new URL(url),
    secret,
    sender: { cluster: cluster ?? live.log.state.cluster.context, page },
    readiness,
    records: () => live.log.state.daemonSets.filter((record) => record !== undefined),
    wallNowMs: Date.now,
    timers: systemTimers,
    random: Math.random,
    onProblem,
  });
}

/** Says where the page is, which is what somebody waits for, and what to know about it. */
function announce(
  address: string,
  { words, warnings }: OpenCluster,
  simulatorUrl: string | undefined,
  { host, auth, launchToken, address: own }: ServeConfig,
  terminal: Terminal,
): void {
  terminal.say(address);
  terminal.say(`daemonscope ${VERSION} · ${words}`);
  if (simulatorUrl !== undefined) terminal.say(`simulator ${simulatorUrl}`);
  if (own.publicUrl !== undefined) terminal.say(`for browsers ${own.publicUrl.href}`);
  for (const warning of warnings) terminal.warn(warning);
  if (isLoopback(host)) return;
  if (auth === "none" && !launchToken)
    terminal.warn("Other machines can reach this server and read the cluster through it, without a login.");
  else if (!saysTls(own))
    terminal.warn(
      "Other machines can reach this server, which speaks plain http: what people sign in with goes in the clear, unless a proxy of yours speaks TLS before it.",
    );
}

/** What is made for a cluster that is open already: when that cannot be, the cluster is closed again. */
async function orClosed<Made>(cluster: OpenCluster, make: () => Made): Promise<Made> {
  try {
    return make();
  } catch (error) {
    await cluster.close();
    throw error;
  }
}

/** Throws UsageError with what is wrong with the files. */
function certificateOf(files: TlsFiles): TlsMaterial {
  const read = readTls(files, Date.now());
  if (read.kind === "problem") throw new UsageError(`${read.text[0]?.toUpperCase()}${read.text.slice(1)}.`);
  return read.material;
}

/** New connections get the certificate that the files hold; those that are open, streams too, go on. */
function renewing(files: TlsFiles, first: TlsMaterial, app: FastifyInstance, terminal: Terminal): TlsRenewal {
  return new TlsRenewal({
    files,
    first,
    timers: systemTimers,
    nowMs: Date.now,
    onRenewed: (material) => useCertificate(app, material),
    onProblem: (text) => {
      app.log.error(text);
      terminal.warn(`${text}.`);
    },
  });
}

/** `daemonscope serve`: watches a cluster and serves the dashboard until the person ends it. */
export async function serve(config: ServeConfig, terminal: Terminal): Promise<void> {
  const secret = config.webhook?.secretFile === undefined ? undefined : secretIn("webhook-secret-file", config.webhook.secretFile);
  const cluster = await openCluster(config, "simulated", terminal);
  const { tls, made } = await orClosed(cluster, () => ({
    tls: config.address.tls === undefined ? undefined : certificateOf(config.address.tls),
    made: doorOf(config, cluster),
  }));
  const { door, fragment, close: closeDoor } = made;
  const assets = loadAssets(pageFolder(import.meta.url));
  const isPod = terminal.environment.KUBERNETES_SERVICE_HOST !== undefined;
  const version = await serverVersion(cluster.transport, terminal.stop);
  const news: WatchNews = {
    problem: (text) => app.log.warn(text),
    version: (gitVersion) => app.log.info({ version: gitVersion }, "API server answered"),
  };
  const history = await openHistory(config.history, cluster, terminal);
  const served = new ServedCluster({ cluster, config, version, build: buildOf(VERSION, assets.index), news, history });
  door.whenOver?.((sessionId) => served.rights?.forget(sessionId));
  let port = 0;
  let alarms: AlarmSender | undefined;
  const context: RouteContext = {
    ...routeContext(
      served,
      config,
      assets,
      () => allowedHosts(config, port, isPod),
      isPod,
      () => alarms?.counts,
      door,
    ),
    certificateEndsAtMs: () => renewal?.endsAtMs,
  };
  const app = buildServer(context, config.logLevel === "silent" ? false : { level: config.logLevel, stream: process.stderr }, tls);
  const renewal = tls === undefined || config.address.tls === undefined ? undefined : renewing(config.address.tls, tls, app, terminal);
  const health = config.healthPort === undefined ? undefined : buildHealthServer(context, config.daemonSetMetrics);
  served.beginWatch();
  if (config.webhook !== undefined)
    alarms = alarmSender(config.webhook, secret, served, context.readiness, (text) => terminal.warn(`${text}.`));
  try {
    port = await listenOn(app, config.host, config.port);
    if (health !== undefined) await listenOn(health, "0.0.0.0", config.healthPort);
    const address = addressOf(config.host, port, config.address);
    announce(`${address}${fragment}`, cluster, served.simulator?.url, config, terminal);
    const lacking = await missingReviewRight(config.auth, cluster.reviews, terminal.stop);
    if (lacking !== undefined) terminal.warn(lacking);
    // A command line, with the address of a browser that is opened, is seen by everybody on the machine.
    if (config.open && fragment === "") openBrowser(address, terminal);
    await stopped(terminal);
  } finally {
    alarms?.close();
    renewal?.close();
    closeDoor();
    // Whoever waits for a port that is taken, or for Ctrl-C, does not wait for a socket that will not end.
    const closed = new AbortController();
    const late = pause(CLOSE_MS, closed.signal, systemTimers);
    await Promise.race([served.endHistory(), late]);
    served.live.close("the server stops");
    served.rights?.close("the server stops");
    await Promise.race([Promise.all([app.close(), health?.close(), served.watch.close()]), late]);
    closed.abort();
    await (served.simulator ?? cluster).close();
  }
}
