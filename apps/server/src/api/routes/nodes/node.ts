import type { NodeAnswer } from "@daemonscope/shared/http/answers";
import { PATHS } from "@daemonscope/shared/http/paths";
import { podAnswer } from "@daemonscope/words/answers/pod-answer";
import type { FastifyInstance } from "fastify";
import type { RouteContext } from "../../context.ts";
import { readParameters, requireNode } from "../../lookup.ts";
import { sendJson } from "../../send-json.ts";

/** GET /api/node: a node with every DaemonSet's verdict and pods on it. */
export function nodeRoute(app: FastifyInstance, { readingOf }: RouteContext): void {
  app.get(PATHS.node, async (request, reply) => {
    const { name } = readParameters(request.query, { name: "name" });
    const served = readingOf(request);
    const { reading } = served;
    const node = requireNode(served, name);
    const more = reading.conditionsOf(name);
    const answer: NodeAnswer = {
      at: reading.nowMs,
      node,
      conditions: more?.conditions ?? [],
      kubeletVersion: more?.kubeletVersion,
      daemonSets: reading.daemonSetKeys().flatMap((key) => {
        const placement = reading.placementOf(key, name);
        const facts = reading.setFacts(key);
        if (placement === undefined || facts === undefined) return [];
        const rejections = reading.rejectionsOf(key, name);
        return {
          key,
          verdict: placement.verdict,
          cell: reading.cellAt(key, name),
          pods: reading
            .podsOf(key, name)
            .map((pod) => podAnswer(pod, facts, reading.nowMs, reading.isRead("controllerrevisions"), reading.containersOf(key, pod.hash))),
          ...(rejections === undefined ? {} : { rejections }),
          checks: placement.checks,
        };
      }),
    };
    return sendJson(request, reply, answer);
  });
}
