import { Readable } from "node:stream";
import { PATHS } from "@daemonscope/shared/http/paths";
import type { FastifyInstance } from "fastify";
import { OPEN_AUTHENTICATOR } from "../../access/auth/authenticator.ts";
import { closeOnRightsChange, requireStreamQuota } from "../../access/scoped/close-on-rights-change.ts";
import { sharedOutput } from "../../frames/readers/stream-output.ts";
import { ApiFailure } from "../../platform/failure/api-failure.ts";
import { acceptsGzip, pickEncoding } from "../content-encoding.ts";
import type { RouteContext } from "../context.ts";
import { SAFETY_HEADERS } from "../safety/response-headers.ts";

/** A vanished browser does not answer these probes, so that its socket closes in about twenty seconds. */
const KEEP_ALIVE_PROBE_MS = 10_000;

/** GET /api/keyframe: the whole state, compressed once for all clients. A keyframe in progress is sent as it grows. */
function keyframeRoute(app: FastifyInstance, { liveOf, authenticator }: RouteContext): void {
  app.get(PATHS.keyframe, async (request, reply) => {
    const { atLeast } = request.query as Record<string, unknown>;
    if (atLeast !== undefined && (typeof atLeast !== "string" || !/^\d{1,15}$/.test(atLeast)))
      throw new ApiFailure(400, "BadParameter", "The parameter atLeast is not a frame number: digits make one.");
    const keyframe = await liveOf(request).keyframes.at(atLeast === undefined ? undefined : Number(atLeast));
    // Revalidated on each use: an old keyframe must never be drawn. A user's data are not stored on disk, where the
    // machine's next user could read them.
    const cacheControl = authenticator === OPEN_AUTHENTICATOR ? "no-cache" : "private, no-store";
    reply.headers({ etag: keyframe.etag, "cache-control": cacheControl, vary: "accept-encoding" });
    if (request.headers["if-none-match"] === keyframe.etag) return reply.code(304).send();
    const encoding = pickEncoding(request.headers["accept-encoding"]);
    reply.type("application/x-ndjson; charset=utf-8");
    if (encoding !== "identity") reply.header("content-encoding", encoding);
    const bytes = encoding === "identity" ? keyframe.plain : keyframe.packed(encoding);
    // Sends a complete keyframe in one write, because a thousand clients may join in a second. Sends a keyframe in
    // progress part by part.
    return reply.send(bytes.whole ?? Readable.from(bytes));
  });
}

/** Plugin: the keyframe, and the stream that continues it. */
export function streamRoutes(app: FastifyInstance, context: RouteContext): void {
  keyframeRoute(app, context);
  streamRoute(app, context);
}

/** GET /api/stream: the tail of the log as Server-Sent Events. The reader writes it, not Fastify. */
function streamRoute(app: FastifyInstance, { clusters, liveOf, maxStreams }: RouteContext): void {
  app.get(PATHS.stream, { exposeHeadRoute: false }, (request, reply) => {
    const { after, retry } = request.query as Record<string, unknown>;
    if (after !== undefined && typeof after !== "string")
      throw new ApiFailure(400, "BadParameter", "The parameter after is given twice: once is needed.");
    const live = liveOf(request);
    const { live: whole, rights, retryNow } = clusters.of(request);
    if (whole.hasStopped) throw new ApiFailure(503, "Stopping", "The server is shutting down: reconnect.");
    if (clusters.all.reduce((sum, each) => sum + each.live.readers.count + (each.rights?.streams ?? 0), 0) >= maxStreams) {
      reply.header("retry-after", "10");
      throw new ApiFailure(503, "TooManyStreams", `All ${maxStreams} streams are taken: close another page, or wait.`);
    }
    requireStreamQuota(rights, request, { kind: "stream", size: 1 });
    if (retry === "now") retryNow();
    reply.hijack();
    const { raw } = reply;
    raw.socket?.setNoDelay(true);
    raw.socket?.setKeepAlive(true, KEEP_ALIVE_PROBE_MS);
    const form = acceptsGzip(request.headers["accept-encoding"]) ? "gzip" : "plain";
    raw.writeHead(200, {
      ...SAFETY_HEADERS,
      ...(form === "gzip" ? { "content-encoding": "gzip" } : {}),
      vary: "accept-encoding",
      "content-type": "text/event-stream; charset=utf-8",
      // A proxy that buffers or recompresses would delay the live page.
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
    });
    const reader = live.attach(sharedOutput(raw), lastEventIdOf(request.headers["last-event-id"]) ?? after, form);
    // Changed rights mean another log, so the page reconnects.
    closeOnRightsChange(rights, request, raw, { kind: "stream", size: 1, end: () => reader.renew() });
  });
}

function lastEventIdOf(header: string | readonly string[] | undefined): string | undefined {
  return typeof header === "string" && header !== "" ? header : undefined;
}
