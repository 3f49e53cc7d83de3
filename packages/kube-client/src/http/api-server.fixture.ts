import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";

export interface Request {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly isWatch: boolean;
  /** Number of this request among the lists, or the watches, of its path, from 1. */
  readonly turn: number;
  readonly method: string;
  readonly headers: IncomingMessage["headers"];
}

/** A bare HTTP server whose answers a test controls byte by byte, like a real API server or a proxy. */
export interface RawApiServer {
  readonly url: string;
  readonly requests: readonly Request[];
  close(): Promise<void>;
}

export async function startRawApiServer(
  answer: (request: Request, response: ServerResponse, raw: IncomingMessage) => void,
  { port = 0, tls }: { readonly port?: number; readonly tls?: { readonly key: string; readonly cert: string } } = {},
): Promise<RawApiServer> {
  const requests: Request[] = [];
  const onRequest = (raw: IncomingMessage, response: ServerResponse) => {
    const url = new URL(raw.url ?? "/", "http://x");
    const isWatch = url.searchParams.get("watch") === "true";
    const turn = requests.filter((other) => other.path === url.pathname && other.isWatch === isWatch).length + 1;
    const request = { path: url.pathname, query: url.searchParams, isWatch, turn, method: raw.method ?? "", headers: raw.headers };
    requests.push(request);
    answer(request, response, raw);
  };
  const server = tls === undefined ? createServer(onRequest) : createTlsServer(tls, onRequest);
  await new Promise<void>((done) => server.listen(port, "127.0.0.1", done));
  return {
    url: `${tls === undefined ? "http" : "https"}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

export const nodeJson = (name: string, version: number, more: Record<string, unknown> = {}) => ({
  apiVersion: "v1",
  kind: "Node",
  metadata: { name, uid: `uid-${name}`, resourceVersion: String(version), ...more },
  spec: {},
  status: {},
});
export const eventLine = (type: string, object: unknown): string => `${JSON.stringify({ type, object })}\n`;
export const listJson = (version: number, ...items: unknown[]) =>
  JSON.stringify({ kind: "NodeList", apiVersion: "v1", metadata: { resourceVersion: String(version) }, items });
