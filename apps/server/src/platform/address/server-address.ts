import { addressList, type TrustedAddresses } from "./trusted-addresses.ts";

/** The address at which browsers reach this server, from its flags. */
export interface ServerAddress {
  /** Prefix of all paths, with a slash at both ends. */
  readonly basePath: string;
  /** Proxies whose X-Forwarded-For, -Host and -Proto headers are trusted; those of other peers are ignored. */
  readonly forwardedFrom: TrustedAddresses;
  /** URL of the page, with a slash at the end; undefined if not configured. */
  readonly publicUrl: URL | undefined;
  /** Files of a certificate and its key: if set, the server itself speaks TLS. */
  readonly tls: TlsFiles | undefined;
}

export interface TlsFiles {
  readonly certFile: string;
  readonly keyFile: string;
}

/** The default: plain http at the root, and no trusted proxy. */
export const PLAIN_ADDRESS: ServerAddress = {
  basePath: "/",
  forwardedFrom: addressList([]),
  publicUrl: undefined,
  tls: undefined,
};

/** How a request arrived. With `--forwarded-from` Fastify takes these fields from the headers of the proxy. */
interface RequestOrigin {
  readonly host: string;
  readonly protocol: string;
}

/** Returns the schemes that the browser may have used: one if it is known, otherwise both. */
export function schemesOf({ host, protocol }: RequestOrigin, { publicUrl, forwardedFrom, tls }: ServerAddress): readonly string[] {
  if (publicUrl !== undefined && publicUrl.host === host.toLowerCase()) return [publicUrl.protocol.slice(0, -1)];
  return tls !== undefined || forwardedFrom.given.length > 0 ? [protocol] : ["http", "https"];
}

/** Reports whether the browser is known to have used https, up to this server or up to a proxy. */
export function isSecureRequest(arrived: RequestOrigin, address: ServerAddress): boolean {
  return arrived.protocol === "https" || schemesOf(arrived, address).every((scheme) => scheme === "https");
}

/** Reports whether the flags indicate that browsers use TLS. A trusted proxy is assumed to offer it. */
export const expectsTls = ({ publicUrl, forwardedFrom, tls }: ServerAddress): boolean =>
  tls !== undefined || publicUrl?.protocol === "https:" || forwardedFrom.given.length > 0;
