import { PATHS } from "@daemonscope/shared/http/paths";
import type { FastifyInstance } from "fastify";
import type { RouteContext } from "./context.ts";
import { daemonSetKeyOf, namesOf } from "./lookup.ts";

/** GET /api/events: warnings about a DaemonSet and its pods, newest first. */
export function eventsRoute(app: FastifyInstance, { live, readEvents }: RouteContext): void {
  app.get(PATHS.events, async (request, reply) => {
    const { namespace, daemonSet } = namesOf(request.query, { namespace: "namespace", daemonSet: "name" });
    daemonSetKeyOf(live, namespace, daemonSet);
    const gone = new AbortController();
    reply.raw.once("close", () => gone.abort());
    return reply.send(await readEvents(namespace, daemonSet, gone.signal));
  });
}
