import { daemonSetFactsOf } from "@daemonscope/daemonset/actions/daemonset-facts";
import { causeOfCreateError } from "@daemonscope/daemonset/causes/classify";
import type { EventFact } from "@daemonscope/daemonset/records/event-fact";
import { isEnding, nodeLifecycle } from "@daemonscope/daemonset/records/node-lifecycle";
import type { CreationRefusal, ExplainAnswer } from "@daemonscope/shared/http/answers";
import { PATHS } from "@daemonscope/shared/http/paths";
import { podAnswersOf } from "@daemonscope/words/answers/pod-answer";
import { remediesWithText } from "@daemonscope/words/answers/worded-remedy";
import type { FastifyInstance } from "fastify";
import { ApiFailure } from "../../../platform/failure/api-failure.ts";
import type { RouteContext } from "../../context.ts";
import { readParameters, requireDaemonSetKey, requireNode } from "../../lookup.ts";
import { sendJson } from "../../send-json.ts";

const refusalOf = (createError: EventFact): CreationRefusal => ({
  ...causeOfCreateError(createError),
  firstAtMs: createError.firstAtMs,
});

/** GET /api/explain: the proof for one node × DaemonSet, its pods, and ways to change an exclusion. */
export function explainRoute(app: FastifyInstance, { readingOf }: RouteContext): void {
  app.get(PATHS.explain, async (request, reply) => {
    const { namespace, daemonSet, node } = readParameters(request.query, { namespace: "namespace", daemonSet: "name", node: "name" });
    const served = readingOf(request);
    const { reading } = served;
    const key = requireDaemonSetKey(served, namespace, daemonSet);
    const record = requireNode(served, node);
    const placement = reading.placementOf(key, node);
    const facts = reading.setFacts(key);
    const object = reading.daemonSet(key);
    const daemonSetRecord = reading.daemonSetRecord(key);
    if (placement === undefined || facts === undefined || object === undefined || daemonSetRecord === undefined)
      throw new ApiFailure(404, "DaemonSetNotFound", `DaemonSet ${key} has just gone.`);
    const rejections = reading.rejectionsOf(key, node);
    const pods = podAnswersOf(reading, key, node, reading.isRead("controllerrevisions"));
    const isMissing = placement.verdict === "run" && pods.length === 0 && !daemonSetRecord.deleting && reading.isRead("pods");
    const answer: ExplainAnswer = {
      at: reading.nowMs,
      namespace,
      daemonSet,
      node,
      shouldRun: placement.verdict === "run",
      shouldContinueRunning: placement.verdict !== "exclude",
      placement,
      gates: reading.gates,
      ...(rejections === undefined ? {} : { rejections }),
      ...(isMissing && facts.createError !== undefined ? { refusal: refusalOf(facts.createError) } : {}),
      cell: reading.cellAt(key, node),
      pods,
      remedies: remediesWithText(
        {
          cluster: served.cluster,
          gates: reading.gates,
          node: (name) => (name === node ? record : undefined),
          nodes: () => reading.nodes(),
          daemonSet: () => ({
            ...daemonSetFactsOf(daemonSetRecord),
            desired: reading.nodes().filter(({ name }) => reading.verdictOf(key, name) === "run").length,
          }),
        },
        {
          namespace,
          daemonSet,
          node,
          placement,
          isEnding: isEnding(nodeLifecycle(record)),
          pods: reading.podsOf(key, node).flatMap((pod) => (pod.deletingSinceMs === undefined ? [pod.name] : [])),
        },
      ),
    };
    return sendJson(request, reply, answer);
  });
}
