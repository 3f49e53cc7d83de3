import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A proxy that can stall streams without closing them, like a proxy that lost its other side, or a sleeping laptop. */
interface StalledStreams {
  readonly url: string;
  /** Stalls all streams: open ones, and new ones after their response headers. */
  hold(): void;
  /** Lets new streams deliver again. Stalled streams remain stalled. */
  letGo(): void;
  /** The `after` cursors of the requested streams, in order; null without one. */
  asked(): readonly (string | null)[];
  /** Number of requested whole states. */
  keyframes(): number;
  close(): Promise<void>;
}

const pathOf = ({ url = "/" }: IncomingMessage): URL => new URL(url, "http://x");

export async function startStalledStreams(target: string): Promise<StalledStreams> {
  const open = new Set<{ readonly answer: IncomingMessage; readonly response: ServerResponse }>();
  const asked: (string | null)[] = [];
  let keyframes = 0;
  let isHeld = false;
  let ownUrl = "";
  const { host, origin } = new URL(target);
  const server = createServer((incoming, response) => {
    const { pathname, searchParams } = pathOf(incoming);
    const isStream = pathname.endsWith("/api/stream");
    if (isStream) asked.push(searchParams.get("after"));
    if (pathname.endsWith("/api/keyframe")) keyframes++;
    const headers = { ...incoming.headers, host };
    if (headers.origin !== undefined) headers.origin = origin;
    if (headers.referer !== undefined) headers.referer = headers.referer.replace(ownUrl, origin);
    const forwarded = request(new URL(incoming.url ?? "/", target), { method: incoming.method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      if (!isStream) {
        answer.pipe(response);
        return;
      }
      response.flushHeaders();
      if (!isHeld) answer.pipe(response);
      open.add({ answer, response });
    });
    forwarded.on("error", () => response.destroy());
    response.on("close", () => forwarded.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  ownUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: ownUrl,
    hold() {
      isHeld = true;
      for (const { answer, response } of open) answer.unpipe(response).resume();
    },
    letGo() {
      isHeld = false;
    },
    asked: () => asked,
    keyframes: () => keyframes,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
