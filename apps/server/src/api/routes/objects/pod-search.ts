import { PATHS } from "@daemonscope/shared/http/paths";
import { MAX_PODS, MAX_QUERY_LENGTH, MIN_QUERY_LENGTH, type PodMatch, type PodSearchAnswer } from "@daemonscope/shared/http/pod-search";
import type { FastifyInstance } from "fastify";
import { ApiFailure } from "../../../platform/failure/api-failure.ts";
import type { RouteContext } from "../../context.ts";
import { readParameters, requireSourceRead } from "../../lookup.ts";
import { sendJson } from "../../send-json.ts";

/** GET /api/pods-named: pods of DaemonSets by a part of their name. O(pods). */
export function podSearchRoute(app: FastifyInstance, { readingOf }: RouteContext): void {
  app.get(PATHS.podsNamed, async (request, reply) => {
    const { text } = readParameters(request.query, { text: "any" });
    const wanted = text.trim().toLowerCase();
    if (wanted.length < MIN_QUERY_LENGTH || wanted.length > MAX_QUERY_LENGTH)
      throw new ApiFailure(
        400,
        "BadParameter",
        `The parameter text is a part of a pod's name: ${MIN_QUERY_LENGTH} to ${MAX_QUERY_LENGTH} letters.`,
      );
    const served = readingOf(request);
    requireSourceRead(served, "pods", "pods by their name");
    const found: PodMatch[] = [];
    for (const { key, pod } of served.reading.pods()) if (pod.name.includes(wanted)) found.push({ name: pod.name, node: pod.node, key });
    found.sort((a, b) => (a.name < b.name ? -1 : 1));
    const answer: PodSearchAnswer = { at: served.reading.nowMs, pods: found.slice(0, MAX_PODS), total: found.length };
    return sendJson(request, reply, answer);
  });
}
