import type { FastifyBaseLogger } from "fastify";
import type { Assets } from "../../api/assets/assets.ts";
import { buildHealthServer, buildServer } from "../../api/build-server.ts";
import type { RouteContext } from "../../api/context.ts";
import type { AllowedHosts } from "../../api/safety/request-guard.ts";
import type { Clusters } from "../../clusters/clusters.ts";
import type { ServerAddress } from "../../platform/address/server-address.ts";
import type { TlsMaterial } from "../../platform/address/tls-material.ts";
import { openBrowser } from "../../platform/open-browser.ts";
import { VERSION } from "../../platform/version.ts";
import { LogReaders } from "../../readings/pod-logs/log-readers.ts";
import type { ServeConfig } from "../options/parse-command.ts";
import { stopped, type Terminal } from "../terminal/terminal.ts";
import type { ConfiguredAuthenticator } from "./create-authenticator.ts";
import { listenForHealth, listenOn } from "./listen.ts";
import { renewCertificate } from "./load-certificate.ts";

/** The most concurrent streams; a browser has one for all its tabs. */
const MAX_STREAMS = 2000;

/** Flags of a listening server. */
export type ServerConfig = Pick<
  ServeConfig,
  "host" | "port" | "healthPort" | "allowedHosts" | "address" | "open" | "showEnvValues" | "showLogs" | "daemonSetMetrics" | "logLevel"
>;

/** Where the clusters of a server come from: watches, the logs in an engine, or a recording. */
export interface ServedSource {
  readonly clusters: Clusters;
  readonly configured: ConfiguredAuthenticator;
  readonly assets: Assets;
  /** Probes and scrapes come to the address of a pod. Absent: not in a pod. */
  readonly isPod?: boolean;
  readonly webhookCounts?: RouteContext["webhookCounts"];
  /** Called once, before the port is open. `log`: the log of the server. */
  begin(log: FastifyBaseLogger): void;
  /** Prints what is served, after the address of the page. */
  announce(): void | Promise<void>;
  /** Ends the source together with the listening servers. */
  close(servers: readonly { close(): PromiseLike<unknown> }[]): Promise<void>;
}

/** Serves clusters from any source, until the user ends it. Closes the source also if it fails. `tls`: the certificate,
 *  read before the source was opened. */
export async function runServer(
  source: ServedSource,
  config: ServerConfig,
  tls: TlsMaterial | undefined,
  terminal: Terminal,
): Promise<void> {
  const { clusters, configured, isPod = false } = source;
  const { address: serverAddress, logLevel } = config;
  let port = 0;
  const context: RouteContext = {
    clusters,
    ...clusters,
    address: serverAddress,
    authenticator: configured.authenticator,
    version: VERSION,
    assets: source.assets,
    allowedHosts: () => allowedHosts(config, port, isPod),
    certificateEndsAtMs: () => renewal?.endsAtMs,
    showsValues: config.showEnvValues,
    logs: config.showLogs ? new LogReaders() : undefined,
    webhookCounts: source.webhookCounts,
    maxStreams: MAX_STREAMS,
    probesFromAnyHost: isPod,
  };
  const app = buildServer(context, logLevel === "silent" ? false : { level: logLevel, stream: process.stderr }, tls);
  const renewal =
    tls === undefined || serverAddress.tls === undefined ? undefined : renewCertificate(serverAddress.tls, tls, app, terminal);
  let health: { close(): Promise<void> } | undefined;
  try {
    source.begin(app.log);
    port = await listenOn(app, config.host, config.port);
    if (config.healthPort !== undefined)
      health = await listenForHealth(buildHealthServer(context, config.daemonSetMetrics), config.healthPort);
    const address = listenUrl(config.host, port, serverAddress);
    terminal.print(`${address}${configured.fragment}`);
    await source.announce();
    // All users of the machine can see a command line, and the address of an opened browser is on one.
    if (config.open && configured.fragment === "") openBrowser(address, terminal);
    await stopped(terminal);
  } finally {
    renewal?.close();
    configured.close();
    await source.close(health === undefined ? [app] : [app, health]);
  }
}

/** Returns the address of the page for a browser on this machine. */
function listenUrl(host: string, port: number, { tls, basePath }: ServerAddress): string {
  const name = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host;
  return `${tls === undefined ? "http" : "https"}://${name}:${port}${basePath}`;
}

/** Returns the host names that a browser may use for this server, in addition to the loopback names. */
function allowedHosts(config: Pick<ServeConfig, "host" | "allowedHosts" | "address">, port: number, isPod: boolean): AllowedHosts {
  const isOwnName = !["0.0.0.0", "::"].includes(config.host);
  const listenHost = config.host.includes(":") ? `[${config.host}]` : config.host;
  const { publicUrl } = config.address;
  const isDefaultPort = publicUrl?.port === "";
  const published = publicUrl === undefined ? [] : [isDefaultPort ? publicUrl.hostname : publicUrl.host];
  return {
    port,
    names: [...config.allowedHosts, ...published, ...(isOwnName ? [`${listenHost.toLowerCase()}:${port}`] : [])],
    anyLoopbackPort: isPod,
  };
}
