import type { FastifyReply, FastifyRequest } from "fastify";
import { ApiFailure } from "../safety/api-failure.ts";
import { viewerOf } from "../viewers/viewer-of.ts";
import { type Preview, type PreviewLimiter, PreviewRefused } from "../what-if/preview-limiter.ts";

/** Returns a signal that aborts if the client disconnects before the end of the response. */
function disconnectOf({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  const leave = (): void => gone.abort(new ApiFailure(499, "ClientGone", "The client closed the connection."));
  if (raw.destroyed) leave();
  raw.once("close", () => {
    if (!raw.writableFinished) leave();
  });
  return gone.signal;
}

/** Returns the identity for the limits: the user name, or the address without sign-in. */
function userOf(request: FastifyRequest): string {
  const viewer = viewerOf(request);
  return viewer.kind === "owner" ? `address ${request.ip}` : `user ${viewer.userName}`;
}

/** Returns the preview runner of a request. It applies the limits per user and of the server, and stops if the client
 *  disconnects. Throws ApiFailure; a 429 has Retry-After. */
export function previewOf(previews: PreviewLimiter, request: FastifyRequest, reply: FastifyReply): Preview {
  const disconnected = disconnectOf(reply);
  return async (work) => {
    try {
      return await previews.run(userOf(request), disconnected, work);
    } catch (error) {
      if (error instanceof PreviewRefused) reply.header("retry-after", String(error.retryAfterS));
      throw error;
    }
  };
}
