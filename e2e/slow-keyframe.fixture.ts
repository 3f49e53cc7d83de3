import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A proxy that stops keyframes after their head, as a slow network does, until a test releases them. */
export interface SlowKeyframes {
  readonly url: string;
  /** Sends the rest of all waiting keyframes, and all later ones without a wait. */
  release(): void;
  /** Cuts the connections of waiting keyframes, as a broken network does. */
  cut(): void;
  /** Number of requested keyframes. */
  asked(): number;
  close(): Promise<void>;
}

const isKeyframe = ({ url = "" }: IncomingMessage): boolean => url.split("?", 1)[0]?.endsWith("/api/keyframe") === true;

export async function startSlowKeyframes(target: string): Promise<SlowKeyframes> {
  const waiting = new Set<{ readonly rest: Buffer; readonly response: ServerResponse }>();
  let asked = 0;
  let isReleased = false;
  let ownUrl = "";
  const { host, origin } = new URL(target);
  const server = createServer((incoming, response) => {
    const headers = { ...incoming.headers, host };
    if (headers.origin !== undefined) headers.origin = origin;
    if (headers.referer !== undefined) headers.referer = headers.referer.replace(ownUrl, origin);
    if (isKeyframe(incoming)) delete headers["accept-encoding"];
    const forwarded = request(new URL(incoming.url ?? "/", target), { method: incoming.method, headers }, (answer) => {
      if (!isKeyframe(incoming) || answer.statusCode !== 200) {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
        return;
      }
      asked++;
      const { "content-length": _, ...rest } = answer.headers;
      response.writeHead(200, rest);
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("end", () => {
        const bytes = Buffer.concat(chunks);
        const head = bytes.indexOf("\n") + 1;
        response.write(bytes.subarray(0, head));
        if (isReleased) response.end(bytes.subarray(head));
        else waiting.add({ rest: bytes.subarray(head), response });
      });
    });
    forwarded.on("error", () => response.destroy());
    response.on("close", () => forwarded.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  ownUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const endWaiting = (end: (held: { readonly rest: Buffer; readonly response: ServerResponse }) => void) => {
    const held = [...waiting];
    waiting.clear();
    for (const keyframe of held) end(keyframe);
  };
  return {
    url: ownUrl,
    release() {
      isReleased = true;
      endWaiting(({ rest, response }) => response.end(rest));
    },
    cut: () => endWaiting(({ response }) => response.destroy()),
    asked: () => asked,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
