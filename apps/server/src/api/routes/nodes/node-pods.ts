import { inNamespace, WATCHED } from "@daemonscope/kube-client/http/resources";
import type { NodePod, NodePodsAnswer } from "@daemonscope/shared/http/node-pods";
import { PATHS } from "@daemonscope/shared/http/paths";
import type { FastifyInstance } from "fastify";
import { readFailure } from "../../../readings/on-demand/read-failure.ts";
import { decodeNodePod } from "../../../watch/decode/decode-node-pod.ts";
import type { RouteContext } from "../../context.ts";
import { readParameters, requireNode } from "../../lookup.ts";
import { sendJson } from "../../send-json.ts";

/** More pods than a kubelet is designed for. */
const READ = 1000;

const RANKS: Readonly<Record<NodePod["owner"]["kind"], number>> = { daemonSet: 0, static: 1, controller: 2, orphan: 3, nobody: 4 };

function compare(a: NodePod, b: NodePod): number {
  const [left, right] = [`${a.namespace}/${a.name}`, `${b.namespace}/${b.name}`];
  return RANKS[a.owner.kind] - RANKS[b.owner.kind] || (left < right ? -1 : left > right ? 1 : 0);
}

/** GET /api/node-pods: every pod that is bound to a node, by kind of creator. Read from the cluster on request. */
export function nodePodsRoute(app: FastifyInstance, { liveReadingOf }: RouteContext): void {
  app.get(PATHS.nodePods, async (request, reply) => {
    const { name } = readParameters(request.query, { name: "name" });
    const served = liveReadingOf(request);
    const { reads, reading } = served;
    requireNode(served, name);
    const { namespace } = reads;
    try {
      const asked = { path: inNamespace(WATCHED.pods, namespace).path, query: { fieldSelector: `spec.nodeName=${name}` }, limit: READ };
      const { objects, isCut } = await reads.list("node-pods", asked, decodeNodePod);
      const answer: NodePodsAnswer = { at: reading.nowMs, pods: [...objects].sort(compare), isCut };
      return sendJson(request, reply, answer);
    } catch (error) {
      throw readFailure(error, { verb: "list", resource: WATCHED.pods.qualified, namespace });
    }
  });
}
