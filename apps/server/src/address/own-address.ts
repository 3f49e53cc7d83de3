import { type AddressList, addressList } from "./address-list.ts";

/** How browsers reach this server, as far as it was told. */
export interface OwnAddress {
  /** Of all our paths, with a slash at both ends. */
  readonly basePath: string;
  /** Whose X-Forwarded-For, -Host and -Proto are believed; of everybody else they are ignored. */
  readonly forwardedFrom: AddressList;
  /** Where the page is, with a slash at its end; undefined where nobody said. */
  readonly publicUrl: URL | undefined;
  /** Files of a certificate and its key: then it speaks TLS by itself. */
  readonly tls: TlsFiles | undefined;
}

export interface TlsFiles {
  readonly certFile: string;
  readonly keyFile: string;
}

/** Nobody said anything: plain http at the root, and nobody's headers are believed. */
export const PLAIN_ADDRESS: OwnAddress = {
  basePath: "/",
  forwardedFrom: addressList([]),
  publicUrl: undefined,
  tls: undefined,
};

/** What of a request tells how it came. With `--forwarded-from` Fastify takes these from the proxy's headers. */
export interface Arrived {
  readonly host: string;
  readonly protocol: string;
}

/** Schemes by which a browser may have asked: one where that is known, else both. */
export function schemesOf({ host, protocol }: Arrived, { publicUrl, forwardedFrom, tls }: OwnAddress): readonly string[] {
  if (publicUrl !== undefined && publicUrl.host === host.toLowerCase()) return [publicUrl.protocol.slice(0, -1)];
  return tls !== undefined || forwardedFrom.given.length > 0 ? [protocol] : ["http", "https"];
}

/** Whether it is known that nobody on the way can read along. */
export function isSecureArrival(arrived: Arrived, address: OwnAddress): boolean {
  return arrived.protocol === "https" || schemesOf(arrived, address).every((scheme) => scheme === "https");
}

/** Whether other machines can reach it over TLS, as far as flags tell. */
export const saysTls = ({ publicUrl, forwardedFrom, tls }: OwnAddress): boolean =>
  tls !== undefined || publicUrl?.protocol === "https:" || forwardedFrom.given.length > 0;
