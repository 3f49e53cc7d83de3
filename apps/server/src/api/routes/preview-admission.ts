import type { FastifyReply, FastifyRequest, RouteShorthandOptions } from "fastify";
import { principalOf } from "../../access/auth/request-principal.ts";
import { type AdmittedPreview, type Preview, type PreviewLimiter, PreviewRefused } from "../../actions/preview/preview-limiter.ts";
import { ApiFailure } from "../../platform/failure/api-failure.ts";

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
  const viewer = principalOf(request);
  return viewer.kind === "owner" ? `address ${request.ip}` : `user ${viewer.userName}`;
}

declare module "fastify" {
  interface FastifyRequest {
    /** Set by `limitedBy`. */
    preview: AdmittedPreview | undefined;
  }
}

/** Returns the hooks of a route that runs previews. They apply the limits per user and of the server before the body
 *  is read, because a large body takes milliseconds to parse. A refused request gets 429 with Retry-After. */
export function limitedBy(previews: PreviewLimiter): Required<Pick<RouteShorthandOptions, "onRequest" | "onSend">> {
  return {
    onRequest: async (request, reply) => {
      const disconnected = disconnectOf(reply);
      try {
        const preview = await previews.enter(userOf(request), disconnected);
        request.preview = preview;
        disconnected.addEventListener("abort", preview.leave, { once: true });
        if (disconnected.aborted) preview.leave();
      } catch (error) {
        if (error instanceof PreviewRefused) reply.header("retry-after", String(error.retryAfterS));
        throw error;
      }
    },
    onSend: async ({ preview }) => preview?.leave(),
  };
}

/** Returns the preview runner of a request whose route is `limitedBy` a limiter; throws for any other route. The runner
 *  rejects with ApiFailure if the client disconnects, or at the deadline. */
export function admittedPreview({ preview, url }: FastifyRequest): Preview {
  if (preview === undefined) throw new Error(`${url} runs a preview without limitedBy`);
  return preview.run;
}
