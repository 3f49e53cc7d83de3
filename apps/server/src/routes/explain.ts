import { contextFlag } from "@daemonscope/daemonset/describe/context-flag";
import { podAnswer } from "@daemonscope/daemonset/describe/pod-answer";
import { remediesFor } from "@daemonscope/daemonset/describe/remedies";
import type { ExplainAnswer } from "@daemonscope/shared/http/answers";
import { PATHS } from "@daemonscope/shared/http/paths";
import type { FastifyInstance } from "fastify";
import { ApiFailure } from "./api-failure.ts";
import type { RouteContext } from "./context.ts";
import { daemonSetKeyOf, namesOf, nodeOf } from "./lookup.ts";
import { sendJson } from "./send-json.ts";

/** GET /api/explain: the proof for one node × DaemonSet, its pods, and ways to change an exclusion. */
export function explainRoute(app: FastifyInstance, { live }: RouteContext): void {
  app.get(PATHS.explain, async (request, reply) => {
    const { namespace, daemonSet, node } = namesOf(request.query, { namespace: "namespace", daemonSet: "name", node: "name" });
    const { model } = live;
    const key = daemonSetKeyOf(live, namespace, daemonSet);
    const record = nodeOf(live, node);
    const placement = model.placementOf(key, node);
    const facts = model.setFacts(key);
    const object = model.daemonSet(key);
    const daemonSetRecord = model.daemonSetRecord(key);
    if (placement === undefined || facts === undefined || object === undefined || daemonSetRecord === undefined)
      throw new ApiFailure(404, "DaemonSetNotFound", `DaemonSet ${key} has just gone.`);
    const rejections = model.rejectionsOf(key, node);
    const answer: ExplainAnswer = {
      at: model.nowMs,
      namespace,
      daemonSet,
      node,
      shouldRun: placement.verdict === "run",
      shouldContinueRunning: placement.verdict !== "exclude",
      placement,
      ...(rejections === undefined ? {} : { rejections }),
      cell: model.cellAt(key, node),
      pods: model
        .podsOf(key, node)
        .map((pod) => podAnswer(pod, facts, model.nowMs, model.isRead("controllerrevisions"), model.containersOf(key, pod.hash))),
      remedies: remediesFor({
        namespace,
        daemonSet,
        template: object.spec.template,
        node: record,
        placement,
        pods: model.podsOf(key, node).flatMap((pod) => (pod.deletingSinceMs === undefined ? [pod.name] : [])),
        nodes: model.nodes(),
        gates: model.gates,
        desired: model.nodes().filter(({ name }) => model.verdictOf(key, name) === "run").length,
        onDelete: daemonSetRecord.strategy === "OnDelete",
        contextFlag: contextFlag(live.log.state.cluster),
      }),
    };
    return sendJson(request, reply, answer);
  });
}
