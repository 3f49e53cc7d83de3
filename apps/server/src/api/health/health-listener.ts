import { createServer, type Server } from "node:http";
import { PATHS } from "@daemonscope/shared/http/paths";
import { SAFETY_HEADERS } from "../safety/response-headers.ts";

export interface HealthRequest {
  readonly method: string;
  readonly url: string;
}

export interface HealthAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/** The main thread, as the health port's thread has it. */
export interface MainThread {
  /** Milliseconds since the main thread last ran. */
  silentMs(): number;
  ask(request: HealthRequest): Promise<HealthAnswer>;
}

/** After this silence the main thread counts as blocked, so that the process is no longer live. */
export const BLOCKED_MS = 10_000;
/** After this silence no request waits for the main thread. Shorter than the timeout of a probe. */
const ANSWER_MS = 3000;

const plain = (status: number, text: string): HealthAnswer => ({ status, type: "text/plain; charset=utf-8", body: `${text}\n` });
const blockedText = (silentMs: number) => `the main thread has been blocked for ${Math.round(silentMs / 1000)} s`;

/** Answers `/livez` without the main thread, and lets the main thread answer all other paths. */
export async function healthAnswer(request: HealthRequest, main: MainThread): Promise<HealthAnswer> {
  const isProbe = request.method === "GET" || request.method === "HEAD";
  if (isProbe && request.url.split("?")[0] === PATHS.livez) {
    const silentMs = main.silentMs();
    return silentMs < BLOCKED_MS ? plain(200, "ok") : plain(503, blockedText(silentMs));
  }
  if (main.silentMs() >= ANSWER_MS) return plain(503, blockedText(main.silentMs()));
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<HealthAnswer>((done) => {
    timer = setTimeout(() => done(plain(503, "the main thread does not answer")), ANSWER_MS);
  });
  return Promise.race([main.ask(request), late]).finally(() => clearTimeout(timer));
}

/** Creates the server of the health port, with the limits of the main server. It reads no request body. */
export function createHealthListener(main: MainThread): Server {
  const limits = { requestTimeout: 15_000, headersTimeout: 10_000, connectionsCheckingInterval: 2000, maxHeaderSize: 16 * 1024 };
  const server = createServer({ ...limits, keepAliveTimeout: 72_000 }, async ({ method = "", url = "" }, response) => {
    const { status, type, body } = await healthAnswer({ method, url }, main);
    response.writeHead(status, { ...SAFETY_HEADERS, "cache-control": "no-store", "content-type": type }).end(body);
  });
  server.maxConnections = 2500;
  return server;
}
