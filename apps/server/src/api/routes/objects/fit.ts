import { nodeFit } from "@daemonscope/daemonset/capacity/node-fit";
import type { FitAnswer } from "@daemonscope/shared/http/capacity";
import { PATHS } from "@daemonscope/shared/http/paths";
import type { FastifyInstance } from "fastify";
import { fetchAllocatable, fetchRequestingPods } from "../../../readings/on-demand/capacity-reads.ts";
import type { RouteContext } from "../../context.ts";
import { readParameters, requireDaemonSetKey, requireNode } from "../../lookup.ts";
import { sendJson } from "../../send-json.ts";

/** GET /api/fit: the resources that a pair's unscheduled pod needs on its node, and the pods that hold them. Read from
 *  the cluster on request. */
export function fitRoute(app: FastifyInstance, { liveReadingOf }: RouteContext): void {
  app.get(PATHS.fit, async (request, reply) => {
    const { namespace, daemonSet, node } = readParameters(request.query, { namespace: "namespace", daemonSet: "name", node: "name" });
    const served = liveReadingOf(request);
    const { reads, reading } = served;
    const key = requireDaemonSetKey(served, namespace, daemonSet);
    requireNode(served, node);
    const { namespace: onlyNamespace } = reads;
    const none: FitAnswer = { at: reading.nowMs, waiting: undefined, onlyNamespace, isCut: false };
    const name = reading.podsOf(key, node).find(({ scheduled }) => !scheduled)?.name;
    if (name === undefined) return sendJson(request, reply, none);
    const [waiting, bound, nodes] = await Promise.all([
      fetchRequestingPods(reads, namespace, `metadata.name=${name}`),
      fetchRequestingPods(reads, onlyNamespace, `spec.nodeName=${node}`),
      fetchAllocatable(reads, node),
    ]);
    const [pod] = waiting.objects;
    const [allocatable] = nodes.objects;
    if (pod === undefined || pod.isBound || allocatable === undefined) return sendJson(request, reply, none);
    const answer: FitAnswer = { ...none, waiting: { pod: name, fit: nodeFit(pod, allocatable, bound.objects) }, isCut: bound.isCut };
    return sendJson(request, reply, answer);
  });
}
