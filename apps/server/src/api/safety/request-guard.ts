/** The answer to a refused request: one sentence, no data. */
interface RequestRefusal {
  readonly status: 400 | 403 | 405 | 415;
  readonly code: string;
  readonly message: string;
}

/** The Host names that this server answers to. */
export interface AllowedHosts {
  /** The port that the server listens on. */
  readonly port: number;
  /** Names in addition to the loopback ones, lower case: `name` on any port, or `name:port`. */
  readonly names: readonly string[];
  /**
   * In a pod the local port of `kubectl port-forward` differs from the server's. Loopback names cannot be rebound, so
   * they are safe with any port.
   */
  readonly anyLoopbackPort: boolean;
}

/** The input of the decision. It has the raw header pairs, because the parsed headers drop a second Host. */
interface GuardedRequest {
  readonly method: string;
  readonly url: string;
  readonly rawHeaders: readonly string[];
  /** The host of the browser request, from a trusted proxy; absent without one: then the Host header decides. */
  readonly forwardedHost?: string | undefined;
  /** Schemes that the browser may have used. */
  readonly schemes: readonly string[];
}

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

function valuesOf(rawHeaders: readonly string[], name: string): readonly string[] {
  const values: string[] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === name) values.push(rawHeaders[at + 1] ?? "");
  return values;
}

/** Splits a Host header into lower-case parts. Undefined for an invalid one, also one with a user part or spaces. */
export function hostParts(host: string): { readonly name: string; readonly port: string | undefined } | undefined {
  const [, name, port] = /^(\[[0-9a-f:]+\]|[a-z0-9.-]+)(?::(\d{1,5}))?$/.exec(host.toLowerCase()) ?? [];
  return name === undefined ? undefined : { name, port };
}

/** Reports whether a Host header is a loopback name. */
export const isLoopbackHost = (host: string): boolean => LOOPBACK.includes(hostParts(host)?.name ?? "");

/** Reports whether a Host header names this server. The whole name is compared: no trailing dot. */
export function isAllowedHost(host: string, allowed: AllowedHosts): boolean {
  const parts = hostParts(host);
  if (parts === undefined) return false;
  const { name, port } = parts;
  if (LOOPBACK.includes(name) && (allowed.anyLoopbackPort || Number(port ?? "80") === allowed.port)) return true;
  return allowed.names.includes(name) || (port !== undefined && allowed.names.includes(`${name}:${port}`));
}

const refuse = (status: RequestRefusal["status"], code: string, message: string): RequestRefusal => ({ status, code, message });

/** The use of a path: the page itself, data, a query that is too large for a URL, or a command. */
export type RequestKind = "page" | "data" | "question" | "command";

/** Reports whether the request has a JSON body. */
export const isPostRequest = (purpose: RequestKind): boolean => purpose === "question" || purpose === "command";

function methodRefusal({ method }: GuardedRequest, purpose: RequestKind): RequestRefusal | undefined {
  if (isPostRequest(purpose)) {
    const what = purpose === "command" ? "commands are sent" : "this is asked";
    return method === "POST" ? undefined : refuse(405, "MethodNotAllowed", `${method} is not offered here: ${what} by POST.`);
  }
  if (method === "GET" || method === "HEAD") return undefined;
  return refuse(405, "MethodNotAllowed", `${method} is not offered: this server only reads; use GET.`);
}

/**
 * Returns why a request is refused; undefined if it may pass. Stops pages of other sites, including DNS rebinding, from
 * reading a cluster through the browser of the user. A link on another site may open the page itself, which shows
 * nothing to that site. A POST body must be JSON: a form of another page cannot send JSON without a CORS preflight,
 * which this server never allows.
 */
export function checkRequest(request: GuardedRequest, allowed: AllowedHosts, purpose: RequestKind): RequestRefusal | undefined {
  const method = methodRefusal(request, purpose);
  if (method !== undefined) return method;
  if (!request.url.startsWith("/"))
    return refuse(400, "BadTarget", "The request target must be a path, not a whole address: ask this server directly, not as a proxy.");
  const hosts = valuesOf(request.rawHeaders, "host");
  const host = request.forwardedHost ?? hosts[0] ?? "";
  if (hosts.length !== 1) return refuse(400, "BadHost", `The request has ${hosts.length} Host headers: exactly one is needed.`);
  if (!isAllowedHost(host, allowed))
    return refuse(
      403,
      "ForeignHost",
      "This server does not answer to that Host name: use its own address, or start it with --allow-host NAME.",
    );
  const origins = valuesOf(request.rawHeaders, "origin");
  const isOwn = (origin: string) =>
    request.schemes.some(
      (scheme) => origin.startsWith(`${scheme}://`) && origin.slice(scheme.length + 3).toLowerCase() === host.toLowerCase(),
    );
  if (origins.length > 1 || !origins.every(isOwn))
    return refuse(403, "ForeignOrigin", "Pages of another origin may not read from this server: open its own page.");
  const sites = valuesOf(request.rawHeaders, "sec-fetch-site");
  if (isPostRequest(purpose)) {
    if (!sites.every((site) => site === "same-origin"))
      return refuse(403, "ForeignSite", "Pages of another site may send nothing to this server: open its own page.");
    const types = valuesOf(request.rawHeaders, "content-type");
    if (types.length !== 1 || !/^application\/json(\s*;|$)/i.test(types[0] ?? ""))
      return refuse(415, "NotJson", "The body must be JSON: send it with the header content-type: application/json.");
    return undefined;
  }
  if (sites.every((site) => site === "same-origin" || site === "none")) return undefined;
  const modes = valuesOf(request.rawHeaders, "sec-fetch-mode");
  const destinations = valuesOf(request.rawHeaders, "sec-fetch-dest");
  if (purpose === "page" && modes.join() === "navigate" && destinations.join() === "document") return undefined;
  return refuse(403, "ForeignSite", "Pages of another site may not read from this server: open its own page.");
}
