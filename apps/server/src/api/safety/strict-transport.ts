import type { FastifyInstance } from "fastify";
import { isLoopbackHost } from "./request-guard.ts";

/** One year, in seconds. */
const HSTS = "max-age=31536000";

/**
 * Makes browsers return only over https after any response of a TLS server. The header is set on the response of the
 * socket, so that streams and errors have it too. Loopback names are excluded: a browser applies the header to all
 * ports of a name, and other services on localhost mostly speak plain http.
 */
export function requireHttps(server: Pick<FastifyInstance["server"], "prependListener">): void {
  server.prependListener("request", (request, response) => {
    if (!isLoopbackHost(request.headers.host ?? "")) response.setHeader("strict-transport-security", HSTS);
  });
}
