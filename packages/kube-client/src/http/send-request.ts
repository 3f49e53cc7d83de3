import { Buffer } from "node:buffer";
import type { ClientRequest, IncomingHttpHeaders, IncomingMessage, RequestOptions } from "node:http";
import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import type { Readable } from "node:stream";
import type { OnBytes } from "../fast/http/chunked-body-parser.ts";
import { SocketBodyReader } from "../fast/http/socket-body-reader.ts";
import type { Timers } from "../flow-control/clock.ts";
import { connectionFailure, unsendableRequest } from "./connection-failure.ts";
import type { FailurePace } from "./failure-pace.ts";
import { linkedAbort } from "./linked-abort.ts";
import { type KubeErrorCode, KubeRequestError } from "./request-error.ts";
import { retryAfterMs } from "./retry-after.ts";
import { parseRefusal, statusError } from "./status-error.ts";

/** Puts credentials and TLS settings on a request and returns the id of the credentials. `refused` is the id that
 *  got a 401: those credentials are renewed, unless that was done already. Throws KubeRequestError `credentials`. */
export type Authorize = (request: RequestOptions, refused: number | undefined) => Promise<number>;

/** A running answer: its status is 2xx. */
export interface KubeResponse {
  readonly body: Readable & {
    readonly headers: IncomingHttpHeaders;
    /** The socket of the answer. A reader of a direct answer pauses it too. */
    readonly socket?: { pause(): unknown; resume(): unknown };
  };
  /** Of a direct answer: passes the parts that do not come as data of `body` to `take`, in order. `body` reports
   *  the end. An error that `take` throws destroys the answer. */
  readonly deliver?: (take: OnBytes) => void;
  /** Closes the connection at once. */
  destroy(): void;
}

export interface GetOptions {
  readonly signal: AbortSignal;
  /** Time limit until the answer begins, connecting included; 15 s if undefined. */
  readonly headersTimeoutMs?: number;
  /** Accepted content types, the best first; JSON if undefined. */
  readonly accept?: string;
  /** Called when the connection is open: from now on the server may have received the message. */
  readonly onOpen?: () => void;
  /** The answer is long: its body may bypass the stream (`deliver`). */
  readonly isDirect?: boolean;
  /** The message is never sent again, not even with new credentials. */
  readonly once?: boolean;
}

const HEADERS_TIMEOUT_MS = 15_000;
const REFUSAL_LIMIT_BYTES = 16_384;
const REFUSAL_PATIENCE_MS = 2000;
const KEEP_ALIVE_MS = 10_000;
/** A watch that is open for this time counts as a success for `FailurePace`. */
const WATCH_OPEN_MS = 100;

/** Reads the start of a refusal's body, up to `REFUSAL_LIMIT_BYTES` and `REFUSAL_PATIENCE_MS`. */
async function startOf(body: IncomingMessage, timers: Timers): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  const timer = timers.after(REFUSAL_PATIENCE_MS, () => body.destroy());
  try {
    for await (const part of body) {
      parts.push(part as Buffer);
      bytes += (part as Buffer).length;
      if (bytes > REFUSAL_LIMIT_BYTES) break;
    }
  } catch {
    // The parts that arrived are enough.
  } finally {
    timer.cancel();
    body.destroy();
  }
  return Buffer.concat(parts).subarray(0, REFUSAL_LIMIT_BYTES);
}

const singleHeader = (header: string | readonly string[] | undefined): string | undefined =>
  typeof header === "string" ? header : header?.[0];

/** A request and its outcome, as `kubectl -v=6` reports it. */
export interface RequestTrace {
  readonly method: string;
  readonly url: string;
  /** The status line of the answer, or the error. */
  readonly outcome: string;
  /** Until the answer began. */
  readonly milliseconds: number;
}

/** A server and how to reach it. */
export interface ApiServerTarget {
  readonly base: URL;
  readonly authorize: Authorize;
  readonly timers: Timers;
  /** Shared by all clients of this server. Without it requests are not limited. */
  readonly pace?: FailurePace | undefined;
  readonly onRequest?: ((request: RequestTrace) => void) | undefined;
}

/** A request, written by the modules that may send requests. */
export interface RequestMessage {
  readonly what: string;
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body?: string;
  /** The content type of the body; JSON if undefined. */
  readonly contentType?: string;
}

function requestFor(
  { base }: ApiServerTarget,
  { method, path, query, body, contentType = "application/json" }: RequestMessage,
  { signal, accept = "application/json" }: GetOptions,
): RequestOptions {
  const search = new URLSearchParams(query).toString();
  return {
    method,
    protocol: base.protocol,
    hostname: base.hostname.replace(/^\[|\]$/g, ""),
    port: base.port === "" ? (base.protocol === "https:" ? 443 : 80) : Number(base.port),
    path: `${base.pathname.replace(/\/+$/, "")}${path}${search === "" ? "" : `?${search}`}`,
    headers: {
      accept,
      "user-agent": "daemonscope",
      ...(body === undefined ? {} : { "content-type": contentType, "content-length": String(Buffer.byteLength(body)) }),
    },
    signal,
    // Each request has a separate connection: a watch lives long, and a probe must not inherit a dead one.
    agent: false,
  };
}

/** Creates the request. Node throws here if it refuses to send. Throws KubeRequestError `credentials` instead. */
function outgoingRequest(what: string, base: URL, request: RequestOptions, direct: SocketBodyReader | undefined): ClientRequest {
  // Node checks `servername` only while the socket connects, and that error would have no listener.
  if ("servername" in request && typeof request.servername !== "string") throw unsendableRequest(what, { code: "ERR_INVALID_ARG_TYPE" });
  try {
    // Node passes `onread` to the socket that it opens; the types declare it only for sockets.
    const options = direct === undefined ? request : Object.assign(request, { onread: direct.onread });
    return (base.protocol === "https:" ? httpsRequest : httpRequest)(options);
  } catch (cause) {
    throw unsendableRequest(what, cause);
  }
}

function send(
  { base, timers }: ApiServerTarget,
  { what, body }: RequestMessage,
  request: RequestOptions,
  { signal, headersTimeoutMs = HEADERS_TIMEOUT_MS, onOpen }: GetOptions,
  direct: SocketBodyReader | undefined,
): Promise<IncomingMessage> {
  return new Promise((done, failed) => {
    const outgoing = outgoingRequest(what, base, request, direct);
    const timer = timers.after(headersTimeoutMs, () =>
      outgoing.destroy(new KubeRequestError("timeout", `${what}: ${base.host} did not answer in ${headersTimeoutMs / 1000} s`)),
    );
    const fail = (cause: unknown) => {
      timer.cancel();
      failed(signal.aborted ? new KubeRequestError("aborted", `${what}: given up`, { cause }) : connectionFailure(what, base.host, cause));
    };
    outgoing.on("socket", (socket) => {
      direct?.opened(socket);
      // With this, the kernel notices a vanished peer after about 20 s: 10 s without data, then ten probes.
      socket.setKeepAlive(true, KEEP_ALIVE_MS);
      socket.setNoDelay(true);
      if (onOpen !== undefined) socket.once(base.protocol === "https:" ? "secureConnect" : "connect", onOpen);
    });
    outgoing.on("response", (response) => {
      timer.cancel();
      direct?.answered(response);
      done(response);
    });
    outgoing.on("upgrade", (_response, socket) => {
      socket.destroy();
      fail(new KubeRequestError("notKubernetes", `${what}: ${base.host} switched to another protocol`));
    });
    outgoing.on("error", fail);
    outgoing.end(body);
  });
}

/** Waits for the credentials, which may need a slow plugin. Ends the wait when the signal aborts. */
async function authorized(
  { authorize }: ApiServerTarget,
  what: string,
  request: RequestOptions,
  refused: number | undefined,
  signal: AbortSignal,
): Promise<number> {
  const linked = linkedAbort(signal);
  const aborted = new Promise<never>((_, failed) => {
    const end = () => failed(new KubeRequestError("aborted", `${what}: given up`));
    if (linked.signal.aborted) end();
    else linked.signal.addEventListener("abort", end, { once: true });
  });
  try {
    return await Promise.race([authorize(request, refused), aborted]);
  } catch (cause) {
    if (cause instanceof KubeRequestError) throw cause;
    throw new KubeRequestError("credentials", `${what}: the credentials of this context cannot be used`, { cause });
  } finally {
    linked.release();
  }
}

/** Errors before the server was reached: the request caused no load on it. */
const UNREACHED: readonly KubeErrorCode[] = ["refused", "unreachable", "credentials", "certificate", "aborted"];

/** Sends a request, and reports it to `onRequest`. */
async function sendTraced(
  peer: ApiServerTarget,
  message: RequestMessage,
  request: RequestOptions,
  options: GetOptions,
  direct: SocketBodyReader | undefined,
): Promise<IncomingMessage> {
  const { onRequest, base } = peer;
  if (onRequest === undefined) return send(peer, message, request, options, direct);
  const startMs = performance.now();
  const report = (outcome: string) => {
    const url = new URL(request.path ?? "", base).href;
    onRequest({ method: message.method, url, outcome, milliseconds: Math.round(performance.now() - startMs) });
  };
  try {
    const response = await send(peer, message, request, options, direct);
    report(`${response.statusCode} ${response.statusMessage}`);
    return response;
  } catch (error) {
    report(error instanceof KubeRequestError ? error.code : "failed");
    throw error;
  }
}

/** Sends within the limits of `FailurePace`, and reports the outcome to it. */
async function sendPaced(
  peer: ApiServerTarget,
  message: RequestMessage,
  request: RequestOptions,
  options: GetOptions,
  direct: SocketBodyReader | undefined,
): Promise<IncomingMessage> {
  const { pace } = peer;
  if (pace === undefined) return sendTraced(peer, message, request, options, direct);
  // A write must not be sent late, and a probe detects the return of the server.
  const isUrgent = options.once === true || message.path === "/livez";
  const turn = await pace.turn(message.what, isUrgent, options.signal);
  try {
    const response = await sendTraced(peer, message, request, options, direct);
    response.once("end", () => turn.succeeded());
    // A watch has no end for minutes. Its token would delay the other watches after an outage.
    if (message.query.watch === "true" && response.statusCode === 200) {
      const open = peer.timers.after(WATCH_OPEN_MS, () => turn.succeeded());
      // Without an error, this process ended the watch, for example because it brought one.
      response.once("close", () => {
        open.cancel();
        turn.succeeded();
      });
    }
    // If this process ends the answer, the answer reports no error or that of the signal.
    response.once("error", () => {
      if (!options.signal.aborted) turn.failed();
    });
    if ((response.statusCode ?? 0) >= 500) turn.failed();
    return response;
  } catch (error) {
    if (error instanceof KubeRequestError && !UNREACHED.includes(error.code)) turn.failed();
    else turn.succeeded();
    throw error;
  }
}

/** Sends a message on a separate connection. Sends it once more with new credentials after a 401, unless `once` is
 *  set. Throws KubeRequestError unless the answer is 2xx. */
export async function sendRequest(peer: ApiServerTarget, message: RequestMessage, options: GetOptions): Promise<KubeResponse> {
  const { what } = message;
  let request = requestFor(peer, message, options);
  const used = await authorized(peer, what, request, undefined, options.signal);
  let direct = options.isDirect === true ? new SocketBodyReader() : undefined;
  let response = await sendPaced(peer, message, request, options, direct);
  if (response.statusCode === 401 && options.once !== true) {
    response.destroy();
    request = requestFor(peer, message, options);
    await authorized(peer, what, request, used, options.signal);
    if (direct !== undefined) direct = new SocketBodyReader();
    response = await sendPaced(peer, message, request, options, direct);
  }
  const status = response.statusCode ?? 0;
  if (status < 200 || status > 299) {
    const wait = retryAfterMs(response.headers["retry-after"], response.headers.date, Date.now());
    throw statusError(what, parseRefusal(status, await startOf(response, peer.timers), wait));
  }
  if (/^text\/html/i.test(singleHeader(response.headers["content-type"]) ?? "")) {
    response.destroy();
    throw statusError(what, parseRefusal(status, Buffer.from("<html>"), undefined));
  }
  const destroy = () => void response.destroy();
  return direct === undefined ? { body: response, destroy } : { body: response, destroy, deliver: (take) => direct.deliver(take) };
}
