import type { NodeFieldManagersAnswer } from "@daemonscope/shared/http/node-field-managers";
import { PATHS } from "@daemonscope/shared/http/paths";
import type { FastifyInstance } from "fastify";
import { ApiFailure } from "../../../platform/failure/api-failure.ts";
import { fetchNode } from "../../../readings/on-demand/capacity-reads.ts";
import { decodeNodeFieldManagers } from "../../../watch/decode/decode-node-field-managers.ts";
import type { RouteContext } from "../../context.ts";
import { readParameters, requireNode } from "../../lookup.ts";
import { sendJson } from "../../send-json.ts";

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
