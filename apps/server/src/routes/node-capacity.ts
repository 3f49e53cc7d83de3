import { nodeLoad } from "@daemonscope/daemonset/capacity/node-load";
import { MOST_TAXES, type NodeCapacityAnswer } from "@daemonscope/shared/http/capacity";
import { PATHS } from "@daemonscope/shared/http/paths";
import type { FastifyInstance } from "fastify";
import { ApiFailure } from "../safety/api-failure.ts";
import { readAllocatable, readRequestingPods } from "./capacity-reads.ts";
import type { RouteContext } from "./context.ts";
import { namesOf, nodeOf } from "./lookup.ts";
import { sendJson } from "./send-json.ts";

/** GET /api/node-capacity: the requests on a node against its allocatable resources, and the share of daemon pods. Read
 *  from the cluster on request. */
export function nodeCapacityRoute(app: FastifyInstance, { liveReadingOf }: RouteContext): void {
  app.get(PATHS.nodeCapacity, async (request, reply) => {
    const { name } = namesOf(request.query, { name: "name" });
    const served = liveReadingOf(request);
    const { reads, reading } = served;
    nodeOf(served, name);
    const { namespace: onlyNamespace } = reads;
    const [bound, nodes] = await Promise.all([
      readRequestingPods(reads, onlyNamespace, `spec.nodeName=${name}`),
      readAllocatable(reads, name),
    ]);
    const [allocatable] = nodes.objects;
    if (allocatable === undefined) throw new ApiFailure(404, "Gone", `Node ${name} has just gone.`);
    const load = nodeLoad(allocatable, bound.objects);
    const answer: NodeCapacityAnswer = {
      at: reading.nowMs,
      ...load,
      taxes: load.taxes.slice(0, MOST_TAXES),
      daemonSetCount: load.taxes.length,
      onlyNamespace,
      isCut: bound.isCut,
    };
    return sendJson(request, reply, answer);
  });
}
