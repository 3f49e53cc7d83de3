import { eligibleNodes } from "@daemonscope/daemonset/placement/eligibility";
import type { EligibilityAnswer } from "@daemonscope/shared/http/answers";
import { PATHS } from "@daemonscope/shared/http/paths";
import type { FastifyInstance } from "fastify";
import { ApiFailure } from "../../../platform/failure/api-failure.ts";
import type { RouteContext } from "../../context.ts";
import { readParameters, requireDaemonSetKey, requireSourceRead } from "../../lookup.ts";
import { sendJson } from "../../send-json.ts";

/** GET /api/eligibility: whether each node may have a pod of a DaemonSet, with the deciding check of the pair's proof.
 *  O(nodes). */
export function eligibilityRoute(app: FastifyInstance, { readingOf }: RouteContext): void {
  app.get(PATHS.eligibility, async (request, reply) => {
    const { namespace, daemonSet } = readParameters(request.query, { namespace: "namespace", daemonSet: "name" });
    const served = readingOf(request);
    const { reading, epoch } = served;
    const key = requireDaemonSetKey(served, namespace, daemonSet);
    requireSourceRead(served, "nodes", `where DaemonSet ${key} runs`);
    const object = reading.daemonSet(key);
    if (object === undefined) throw new ApiFailure(404, "DaemonSetNotFound", `DaemonSet ${key} has just gone.`);
    const answer: EligibilityAnswer = {
      at: reading.nowMs,
      epoch,
      uid: object.metadata.uid,
      classes: eligibleNodes(object.spec.template, reading.nodes(), reading.gates),
    };
    return sendJson(request, reply, answer);
  });
}
