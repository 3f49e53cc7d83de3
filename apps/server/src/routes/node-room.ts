import { nodeLoad } from "@daemonscope/daemonset/room/node-load";
import { PATHS } from "@daemonscope/shared/http/paths";
import { MOST_TAXES, type NodeRoomAnswer } from "@daemonscope/shared/http/room";
import type { FastifyInstance } from "fastify";
import { ApiFailure } from "./api-failure.ts";
import type { RouteContext } from "./context.ts";
import { namesOf, nodeOf } from "./lookup.ts";
import { readAllocatable, readRoomPods } from "./room-reads.ts";
import { sendJson } from "./send-json.ts";

/** GET /api/node-room: what is requested on a node against what it has for pods, and the part of it that daemon pods take. Read from the cluster when asked for. */
export function nodeRoomRoute(app: FastifyInstance, { live, reads }: RouteContext): void {
  app.get(PATHS.nodeRoom, async (request, reply) => {
    const { name } = namesOf(request.query, { name: "name" });
    nodeOf(live, name);
    const { namespace: onlyNamespace } = reads;
    const [bound, nodes] = await Promise.all([readRoomPods(reads, onlyNamespace, `spec.nodeName=${name}`), readAllocatable(reads, name)]);
    const [allocatable] = nodes.objects;
    if (allocatable === undefined) throw new ApiFailure(404, "Gone", `Node ${name} has just gone.`);
    const load = nodeLoad(allocatable, bound.objects);
    const answer: NodeRoomAnswer = {
      at: live.model.nowMs,
      ...load,
      taxes: load.taxes.slice(0, MOST_TAXES),
      daemonSetCount: load.taxes.length,
      onlyNamespace,
      isCut: bound.isCut,
    };
    return sendJson(request, reply, answer);
  });
}
