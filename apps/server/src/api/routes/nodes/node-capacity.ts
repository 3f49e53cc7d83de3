import { nodeLoad } from "@daemonscope/daemonset/capacity/node-load";
import { MAX_OVERHEAD_ROWS, type NodeCapacityAnswer } from "@daemonscope/shared/http/capacity";
import { PATHS } from "@daemonscope/shared/http/paths";
import type { FastifyInstance } from "fastify";
import { ApiFailure } from "../../../platform/failure/api-failure.ts";
import { fetchAllocatable, fetchRequestingPods } from "../../../readings/on-demand/capacity-reads.ts";
import type { RouteContext } from "../../context.ts";
import { readParameters, requireNode } from "../../lookup.ts";
import { sendJson } from "../../send-json.ts";

/** GET /api/node-capacity: the requests on a node against its allocatable resources, and the share of daemon pods. Read
 *  from the cluster on request. */
export function nodeCapacityRoute(app: FastifyInstance, { liveReadingOf }: RouteContext): void {
  app.get(PATHS.nodeCapacity, async (request, reply) => {
    const { name } = readParameters(request.query, { name: "name" });
    const served = liveReadingOf(request);
    const { reads, reading } = served;
    requireNode(served, name);
    const { namespace: onlyNamespace } = reads;
    const [bound, nodes] = await Promise.all([
      fetchRequestingPods(reads, onlyNamespace, `spec.nodeName=${name}`),
      fetchAllocatable(reads, name),
    ]);
    const [allocatable] = nodes.objects;
    if (allocatable === undefined) throw new ApiFailure(404, "Gone", `Node ${name} has just gone.`);
    const load = nodeLoad(allocatable, bound.objects);
    const answer: NodeCapacityAnswer = {
      at: reading.nowMs,
      ...load,
      taxes: load.taxes.slice(0, MAX_OVERHEAD_ROWS),
      daemonSetCount: load.taxes.length,
      onlyNamespace,
      isCut: bound.isCut,
    };
    return sendJson(request, reply, answer);
  });
}
