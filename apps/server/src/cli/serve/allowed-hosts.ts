import type { AllowedHosts } from "../../api/safety/request-guard.ts";
import type { ServerAddress } from "../../platform/address/server-address.ts";
import type { ServeConfig } from "../options/parse-command.ts";

/** Returns the address of the page for a browser on this machine. */
export function listenUrl(host: string, port: number, { tls, basePath }: ServerAddress): string {
  const name = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host;
  return `${tls === undefined ? "http" : "https"}://${name}:${port}${basePath}`;
}

/** Returns the host names that a browser may use for this server, in addition to the loopback names. */
export function allowedHosts(config: Pick<ServeConfig, "host" | "allowedHosts" | "address">, port: number, isPod: boolean): AllowedHosts {
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
