import { PATHS } from "@daemonscope/shared/http/paths";
import type { FastifyInstance } from "fastify";
import { ApiFailure } from "../../../platform/failure/api-failure.ts";
import { podTrailAt } from "../../../readings/pod-trail-at.ts";
import type { RouteContext } from "../../context.ts";
import { readParameters, requireDaemonSetKey, requireNode, requireSourceRead } from "../../lookup.ts";
import { sendJson } from "../../send-json.ts";

/** GET /api/trail: the history of the pod of one node × DaemonSet, and its present wait. */
export function trailRoute(app: FastifyInstance, { readingOf, pastOf }: RouteContext): void {
  app.get(PATHS.trail, async (request, reply) => {
    const { namespace, daemonSet, node } = readParameters(request.query, { namespace: "namespace", daemonSet: "name", node: "name" });
    const served = readingOf(request);
    const record = served.reading.daemonSetRecord(requireDaemonSetKey(served, namespace, daemonSet));
    requireNode(served, node);
    requireSourceRead(served, "pods", `the pod of ${daemonSet} on ${node}`);
    if (record === undefined) throw new ApiFailure(404, "DaemonSetNotFound", `DaemonSet ${namespace}/${daemonSet} has just gone.`);
    return sendJson(request, reply, await podTrailAt(served.reading, () => pastOf(request), record, node));
  });
}
