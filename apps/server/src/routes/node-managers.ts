import type { NodeFieldManagersAnswer } from "@daemonscope/shared/http/node-managers";
import { PATHS } from "@daemonscope/shared/http/paths";
import type { FastifyInstance } from "fastify";
import { decodeNodeFieldManagers } from "../cluster/decode/node-managers.ts";
import { ApiFailure } from "../safety/api-failure.ts";
import { fetchNode } from "./capacity-reads.ts";
import type { RouteContext } from "./context.ts";
import { readParameters, requireNode } from "./lookup.ts";
import { sendJson } from "./send-json.ts";

/** GET /api/node-managers: the last writers of a node's taints and labels. Read from the cluster on request, because
 *  managed fields enter neither model nor log (rule L5). */
export function nodeManagersRoute(app: FastifyInstance, { liveReadingOf }: RouteContext): void {
  app.get(PATHS.nodeManagers, async (request, reply) => {
    const { name } = readParameters(request.query, { name: "name" });
    const served = liveReadingOf(request);
    const { reads, reading } = served;
    requireNode(served, name);
    const [managers] = (await fetchNode(reads, "node-managers", name, decodeNodeFieldManagers)).objects;
    if (managers === undefined) throw new ApiFailure(404, "Gone", `Node ${name} has just gone.`);
    const answer: NodeFieldManagersAnswer = { at: reading.nowMs, ...managers };
    return sendJson(request, reply, answer);
  });
}
