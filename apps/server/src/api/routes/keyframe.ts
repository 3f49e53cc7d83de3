import { Readable } from "node:stream";
import { PATHS } from "@daemonscope/shared/http/paths";
import type { FastifyInstance } from "fastify";
import { OPEN_AUTHENTICATOR } from "../../access/auth/authenticator.ts";
import { ApiFailure } from "../../platform/failure/api-failure.ts";
import { pickEncoding } from "../content-encoding.ts";
import type { RouteContext } from "../context.ts";

/** GET /api/keyframe: the whole state, compressed once for all clients. A keyframe in progress is sent as it grows. */
export function keyframeRoute(app: FastifyInstance, { liveOf, authenticator }: RouteContext): void {
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
