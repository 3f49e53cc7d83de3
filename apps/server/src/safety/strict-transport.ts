import type { FastifyInstance } from "fastify";
import { isLoopbackHost } from "./request-guard.ts";

/** A year, as browsers keep it. */
const HSTS = "max-age=31536000";

/** Has browsers come back by https alone, after any answer of a server that speaks TLS: set on the socket's response, so that streams and errors have it too. The names of this machine are left
 *  out: a browser takes it for all ports of a name, and what else runs at localhost mostly speaks plain http. */
export function requireHttps(server: Pick<FastifyInstance["server"], "prependListener">): void {
  server.prependListener("request", (request, response) => {
    if (!isLoopbackHost(request.headers.host ?? "")) response.setHeader("strict-transport-security", HSTS);
  });
}
