import { podAnswer } from "@daemonscope/daemonset/describe/pod-answer";
import type { DaemonSetPodsAnswer } from "@daemonscope/shared/http/answers";
import { PATHS } from "@daemonscope/shared/http/paths";
import type { FastifyInstance } from "fastify";
import { ApiFailure } from "./api-failure.ts";
import type { RouteContext } from "./context.ts";
import { daemonSetKeyOf, namesOf } from "./lookup.ts";
import { sendJson } from "./send-json.ts";

/** GET /api/daemonset-pods: every node that has or wants a pod of the DaemonSet, sorted by node. O(nodes). */
export function daemonSetPodsRoute(app: FastifyInstance, { live }: RouteContext): void {
  app.get(PATHS.daemonSetPods, async (request, reply) => {
    const { namespace, daemonSet } = namesOf(request.query, { namespace: "namespace", daemonSet: "name" });
    const { model } = live;
    const key = daemonSetKeyOf(live, namespace, daemonSet);
    const record = model.daemonSetRecord(key);
    const facts = model.setFacts(key);
    if (record === undefined || facts === undefined) throw new ApiFailure(404, "DaemonSetNotFound", `DaemonSet ${key} has just gone.`);
    const names = model.nodes().map((node) => node.name);
    const answer: DaemonSetPodsAnswer = {
      at: model.nowMs,
      daemonSet: record,
      nodes: names.sort().flatMap((node) => {
        const verdict = model.verdictOf(key, node);
        const pods = model.podsOf(key, node);
        if (verdict !== "run" && pods.length === 0) return [];
        return {
          node,
          verdict,
          cell: model.cellAt(key, node),
          pods: pods.map((pod) =>
            podAnswer(pod, facts, model.nowMs, model.isRead("controllerrevisions"), model.containersOf(key, pod.hash)),
          ),
        };
      }),
    };
    return sendJson(request, reply, answer);
  });
}
