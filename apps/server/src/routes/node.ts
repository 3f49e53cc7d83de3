import { podAnswer } from "@daemonscope/daemonset/describe/pod-answer";
import type { NodeAnswer } from "@daemonscope/shared/http/answers";
import { PATHS } from "@daemonscope/shared/http/paths";
import type { FastifyInstance } from "fastify";
import type { RouteContext } from "./context.ts";
import { namesOf, nodeOf } from "./lookup.ts";
import { sendJson } from "./send-json.ts";

/** GET /api/node: a node with every DaemonSet's verdict and pods on it. */
export function nodeRoute(app: FastifyInstance, { live }: RouteContext): void {
  app.get(PATHS.node, async (request, reply) => {
    const { name } = namesOf(request.query, { name: "name" });
    const { model } = live;
    const node = nodeOf(live, name);
    const more = model.conditionsOf(name);
    const answer: NodeAnswer = {
      at: model.nowMs,
      node,
      conditions: more?.conditions ?? [],
      kubeletVersion: more?.kubeletVersion,
      daemonSets: model.daemonSetKeys().flatMap((key) => {
        const placement = model.placementOf(key, name);
        const facts = model.setFacts(key);
        if (placement === undefined || facts === undefined) return [];
        const rejections = model.rejectionsOf(key, name);
        return {
          key,
          verdict: placement.verdict,
          cell: model.cellAt(key, name),
          pods: model
            .podsOf(key, name)
            .map((pod) => podAnswer(pod, facts, model.nowMs, model.isRead("controllerrevisions"), model.containersOf(key, pod.hash))),
          ...(rejections === undefined ? {} : { rejections }),
          checks: placement.checks,
        };
      }),
    };
    return sendJson(request, reply, answer);
  });
}
