import type { IncomingMessage, RequestOptions } from "node:http";
import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { connectionError, KubeRequestError } from "./kube-request-error.ts";
import { isAllowedPath } from "./resources.ts";

/** Puts credentials and TLS settings on a request; `fresh` after a 401, when cached ones are to be dropped. */
export type Authorize = (options: RequestOptions, fresh: boolean) => Promise<void>;

export interface TransportOptions {
  /** `https://host:port`, without a path, or with the prefix of a proxy. */
  readonly server: string;
  readonly authorize: Authorize;
}

/** A running answer: its status is 2xx. */
export interface KubeResponse {
  readonly body: IncomingMessage;
  /** Closes the connection at once. */
  destroy(): void;
}

/** The one way out of this process to a cluster: GET only, fixed paths only. */
export interface Transport {
  readonly server: string;
  /** Throws KubeRequestError for everything but a 2xx. A fresh socket is used where the age of the connection matters. */
  get(
    path: string,
    query: Readonly<Record<string, string>>,
    options: { readonly signal: AbortSignal; readonly headersTimeoutMs?: number; readonly freshSocket?: boolean },
  ): Promise<KubeResponse>;
}

const MESSAGE_LIMIT = 4096;
const RETRY_AFTER_LIMIT_MS = 60_000;

async function readStart(body: IncomingMessage): Promise<string> {
  let text = "";
  for await (const part of body) {
    text += String(part);
    if (text.length > MESSAGE_LIMIT) break;
  }
  return text.slice(0, MESSAGE_LIMIT);
}

function retryAfter(header: string | undefined): { readonly retryAfterMs?: number } {
  if (header === undefined) return {};
  const seconds = /^\d+$/.test(header.trim()) ? Number(header) : undefined;
  return seconds === undefined ? {} : { retryAfterMs: Math.min(RETRY_AFTER_LIMIT_MS, seconds * 1000) };
}

async function statusError(what: string, response: IncomingMessage): Promise<KubeRequestError> {
  const httpStatus = response.statusCode ?? 0;
  const text = await readStart(response).catch(() => "");
  let said = "";
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === "object" && body !== null && "message" in body) said = String((body as { message: unknown }).message);
  } catch {
    if (/^\s*</.test(text)) said = "an HTML page: is this the address of a Kubernetes API server?";
  }
  const more = { httpStatus, ...retryAfter(response.headers["retry-after"]) };
  const tail = said === "" ? "" : `: ${said.slice(0, 500)}`;
  if (httpStatus === 401)
    return new KubeRequestError("unauthorized", `${what}: 401 Unauthorized: the credentials of this context are refused${tail}`, more);
  if (httpStatus === 403) return new KubeRequestError("forbidden", `${what}: 403 Forbidden${tail}`, more);
  if (httpStatus === 410) return new KubeRequestError("expired", `${what}: 410 Expired${tail}`, more);
  if (httpStatus === 429) return new KubeRequestError("tooMany", `${what}: 429 Too Many Requests${tail}`, more);
  return new KubeRequestError(said.startsWith("an HTML") ? "notKubernetes" : "status", `${what}: HTTP ${httpStatus}${tail}`, more);
}

export function createTransport({ server, authorize }: TransportOptions): Transport {
  const base = new URL(server);
  const prefix = base.pathname.replace(/\/$/, "");
  const start = base.protocol === "https:" ? httpsRequest : httpRequest;

  async function once(
    path: string,
    query: Readonly<Record<string, string>>,
    options: Parameters<Transport["get"]>[2],
    fresh: boolean,
  ): Promise<IncomingMessage> {
    const what = `GET ${path}`;
    const search = new URLSearchParams(query).toString();
    const request: RequestOptions = {
      method: "GET",
      protocol: base.protocol,
      hostname: base.hostname.replace(/^\[|\]$/g, ""),
      port: base.port === "" ? (base.protocol === "https:" ? 443 : 80) : Number(base.port),
      path: `${prefix}${path}${search === "" ? "" : `?${search}`}`,
      headers: { accept: "application/json", "user-agent": "daemonscope" },
      signal: options.signal,
    };
    await authorize(request, fresh);
    // A connection of its own: a watch lives long, a probe must not inherit a dead one.
    request.agent = false;
    return new Promise((done, failed) => {
      const outgoing = start(request);
      const timer = setTimeout(
        () =>
          outgoing.destroy(
            new KubeRequestError("timeout", `${what}: ${base.host} did not answer in ${(options.headersTimeoutMs ?? 15_000) / 1000} s`),
          ),
        options.headersTimeoutMs ?? 15_000,
      );
      outgoing.on("socket", (socket) => {
        socket.setKeepAlive(true, 10_000);
        socket.setNoDelay(true);
      });
      outgoing.on("response", (response) => {
        clearTimeout(timer);
        done(response);
      });
      outgoing.on("error", (cause) => {
        clearTimeout(timer);
        failed(
          cause instanceof KubeRequestError
            ? cause
            : options.signal.aborted
              ? new KubeRequestError("aborted", `${what}: given up`, { cause })
              : connectionError(what, base.host, cause),
        );
      });
      outgoing.end();
    });
  }

  return {
    server,
    async get(path, query, options) {
      if (!isAllowedPath(path)) throw new Error(`a request for ${path} was stopped: it is not one of the watched resources`);
      let response = await once(path, query, options, false);
      if (response.statusCode === 401) {
        response.resume();
        response = await once(path, query, options, true);
      }
      const status = response.statusCode ?? 0;
      if (status < 200 || status > 299) throw await statusError(`GET ${path}`, response);
      return { body: response, destroy: () => response.destroy() };
    },
  };
}
