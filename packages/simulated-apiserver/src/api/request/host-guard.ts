import type { IncomingHttpHeaders } from "node:http";
import { StoreError } from "../../objects/failures.ts";

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

const refuse = (message: string): StoreError => new StoreError({ code: 403, reason: "Forbidden", message, details: {} });

/** Returns the name in a Host header, without the port; undefined if it is not a host. */
function nameIn(host: string): string | undefined {
  return /^(\[[0-9a-f:]+\]|[a-z0-9.-]+)(:\d{1,5})?$/.exec(host.toLowerCase())?.[1];
}

/**
 * Throws 403 for requests that a browser sends for a foreign page. The simulated cluster has no authentication. It
 * answers only on loopback names and the name that it was bound to, so that no foreign name can point here (DNS
 * rebinding). kubectl and client-go send no Origin.
 */
export function checkOrigin({ host = "", origin, "sec-fetch-site": site }: IncomingHttpHeaders, boundTo: string): void {
  const name = nameIn(host);
  if (name === undefined || !(LOOPBACK.test(name) || name === boundTo.toLowerCase()))
    throw refuse(`the simulated cluster does not answer to the host name ${JSON.stringify(host)}: use localhost or 127.0.0.1`);
  if ((origin !== undefined && origin.toLowerCase() !== `http://${host.toLowerCase()}`) || site === "cross-site" || site === "same-site")
    throw refuse("the simulated cluster does not answer to pages of other sites");
}
