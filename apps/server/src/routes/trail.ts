import { PATHS } from "@daemonscope/shared/http/paths";
import type { FastifyInstance } from "fastify";
import { trailOf } from "../readings/trail-of.ts";
import { ApiFailure } from "../safety/api-failure.ts";
import type { RouteContext } from "./context.ts";
import { daemonSetKeyOf, namesOf, nodeOf, requireRead } from "./lookup.ts";
import { sendJson } from "./send-json.ts";

/** GET /api/trail: the history of the pod of one node × DaemonSet, and its present wait. */
export function trailRoute(app: FastifyInstance, { readingOf, pastOf }: RouteContext): void {
  app.get(PATHS.trail, async (request, reply) => {
    const { namespace, daemonSet, node } = namesOf(request.query, { namespace: "namespace", daemonSet: "name", node: "name" });
    const served = readingOf(request);
    const record = served.reading.daemonSetRecord(daemonSetKeyOf(served, namespace, daemonSet));
    nodeOf(served, node);
    requireRead(served, "pods", `the pod of ${daemonSet} on ${node}`);
    if (record === undefined) throw new ApiFailure(404, "DaemonSetNotFound", `DaemonSet ${namespace}/${daemonSet} has just gone.`);
    return sendJson(request, reply, await trailOf(served.reading, () => pastOf(request), record, node));
  });
}
